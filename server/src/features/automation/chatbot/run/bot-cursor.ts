// Which messages of a ticket the bot takes up next, and in which state: so that jobs may run twice or in any order. Pure.
import { botState, type BotState } from '@guiche/shared/features/automation/chatbot.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { BotRow } from './bot.repo.ts'
import { begun, isListening, newState } from '../machine/bot-state.ts'
import { left } from '../machine/bot-steps.ts'

/** What a job says of a ticket. */
export interface Arrival {
  seq: number
  isFresh: boolean
}

export interface Cursor {
  state: BotState
  /** Messages after this place are new to the bot. */
  seq: number
}

/** The stored state in the ticket's place; one that an older version wrote and cannot be read any more starts anew. */
export function stateOf(row: BotRow | null, { queueId, queueOptionId }: Pick<Ticket, 'queueId' | 'queueOptionId'>) {
  const read = botState.safeParse(row?.state)
  return { ...(read.success ? read.data : newState()), queueId, optionId: queueOptionId }
}

/** Where the bot goes on. A message it has seen is never seen again. */
export function cursorOf(row: BotRow | null, ticket: Ticket, { seq, isFresh }: Arrival): Cursor {
  const seen = row?.seenSeq ?? 0
  const state = stateOf(row, ticket)
  // Given to the bot, whose state is still that of the conversation before: this is a new one.
  const isNew = (isFresh && seq > seen) || row === null || !isListening(state)
  if (ticket.chatbot && ticket.status === 'pending' && isNew)
    return { state: begun(state), seq: Math.max(seen, seq - 1) }
  if (ticket.chatbot) return { state, seq: row === null ? seq - 1 : seen }
  // Not with the bot: what people answered meanwhile is not for it.
  const phase = ticket.status === 'closed' ? ('ended' as const) : ('person' as const)
  return { state: { ...left(state), phase }, seq: Math.max(seen, seq - 1) }
}
