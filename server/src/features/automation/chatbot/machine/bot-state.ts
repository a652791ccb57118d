// Where a ticket's conversation with the bot begins, what may happen to it, and what the bot does then.
import type { BotState } from '@guiche/shared/features/automation/chatbot.ts'

export type { BotState }

export type BotEvent =
  /** The ticket is new or waits again. */
  | { type: 'began' }
  /** Times: when it was written. `isStale`: long ago, while nobody listened. `isServed`: the ticket has an attendant. */
  | { type: 'text'; text: string; at: number; isStale: boolean; isServed?: boolean }
  /** A file, a place, a contact: nothing that answers a menu. */
  | { type: 'other'; at: number; isStale: boolean }
  | { type: 'call'; at: number; isStale: boolean }
  /** Somebody of the team wrote on the phone itself. */
  | { type: 'answered' }
  /** Somebody closed the ticket; `wasServed`: it had an attendant. */
  | { type: 'resolved'; wasServed: boolean }

export type BotAction =
  | { type: 'say'; text: string }
  | { type: 'rate'; rating: number }
  /** Files of a list go after what is said. */
  | { type: 'send-files'; fileListId: number }
  /** Nothing is wanted: the message counts as read. */
  | { type: 'closing-remark' }
  /** Whoever answers instead of the bot is asked. */
  | { type: 'ask' }
  /** The closed ticket waits for a person again. */
  | { type: 'reopen' }

export interface BotStep {
  state: BotState
  actions: BotAction[]
}

export function newState(): BotState {
  return {
    phase: 'start',
    queueId: null,
    optionId: null,
    menus: 0,
    menuAt: null,
    askedAt: null,
    invalid: 0,
    said: [],
    heard: { text: '', times: 0 },
    closedUntil: null,
    ratingUntil: null
  }
}

/** A new conversation in the same ticket; what guards against loops is kept. */
export function begun({ queueId, said, heard, closedUntil }: BotState): BotState {
  return {
    ...newState(),
    queueId,
    said,
    heard,
    closedUntil
  }
}

/** True while the bot hears what is written into a closed ticket, and opens it again where that is needed. */
export const isClosing = ({ phase }: BotState): boolean => phase === 'rating' || phase === 'rated'

/** True while the bot wants to know what the customer writes. */
export const isListening = (state: BotState): boolean =>
  isClosing(state) || ['start', 'menu', 'options', 'answerer'].includes(state.phase)
