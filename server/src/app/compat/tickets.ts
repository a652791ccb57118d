// Tickets: each list of older consoles holds one status, and takes a ticket out only when it is told to.
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { eventOf, type AnswerTranslation } from './translation.ts'

const answers: AnswerTranslation[] = []

export const ticketTranslations = {
  answers,
  events: [
    eventOf(ticketEvent, (_ctx, message) => {
      const { payload, before } = message
      if (payload.action !== 'update' || !before) return [message]
      const { status, userId } = payload.ticket
      if (before['status'] === status && before['userId'] === userId) return [message]
      return [{ ...message, payload: { action: 'delete', ticketId: payload.ticket.id } }, message]
    })
  ]
}
