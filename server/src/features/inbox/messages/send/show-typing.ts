// Who is typing: ours to the customer, the customer's to those who see the ticket.
import { presenceEvent } from '@guiche/shared/features/inbox/messages.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { ticketRooms } from '#platform/realtime/rooms.ts'
import type { ConnectionRef, Party } from '#platform/whatsapp-port.ts'
import { waAddressOf } from '#features/inbox/contacts/contacts.service.ts'
import { visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import { chatContexts } from '../receive/receive.repo.ts'

export type TypingState = 'composing' | 'recording' | 'paused'

/** Shows the customer that the attendant types; without a connected session nothing happens. */
export async function showTyping(ctx: Ctx, actor: Actor, ticketId: number, state: TypingState): Promise<void> {
  const ticket = await visibleTicket(ctx, actor, ticketId)
  if (ticket.status !== 'open' || ticket.whatsappId === null) return
  const ref = { companyId: actor.companyId, connectionId: ticket.whatsappId }
  const chat = ctx.whatsapp.isConnected(ref) ? await waAddressOf(ctx, actor.companyId, ticket.contactId) : null
  if (chat) await ctx.whatsapp.sendPresence(ref, chat, state)
}

/** Shows the desk that a customer types; it is not kept. */
export async function announceTyping(ctx: Ctx, ref: ConnectionRef, from: Party, state: TypingState): Promise<void> {
  const { companyId, connectionId } = ref
  const [chat] = await chatContexts(ctx.db, companyId, [{ connectionId, address: from.address }])
  if (!chat || chat.id === null || chat.status === 'closed') return
  ctx.realtime.publish({
    companyId,
    rooms: ticketRooms(companyId, { userId: chat.userId, queueId: chat.queueId }),
    name: presenceEvent.channel(companyId),
    payload: { ticketId: chat.id, contactId: chat.ofContact, state }
  })
}
