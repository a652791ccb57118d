// Where a ticket's conversation with the bot stands, what may happen to it, and what the bot does then.

export interface BotState {
  /**
   * `start`: nothing said yet. `menu`: asked for a queue. `options`: asked for an option of its queue.
   * `person`: the bot is done and somebody takes over. `rating`: the ticket is closed and asked for a rating.
   * `ended`: closed.
   */
  phase: 'start' | 'menu' | 'options' | 'person' | 'rating' | 'ended'
  queueId: number | null
  optionId: number | null
  /** Times the menu of queues was sent. */
  menus: number
  /** When it was sent last; milliseconds, as all times here. */
  menuAt: number | null
  /** When the bot asked last. */
  askedAt: number | null
  /** Answers in a row that led nowhere. */
  invalid: number
  /** When the bot spoke lately, oldest first. */
  said: number[]
  /** The last text of the customer and how often it came in a row. */
  heard: { text: string; times: number }
  /** The customer knows that it is closed until then. */
  closedUntil: number | null
  /** A rating counts until then. */
  ratingUntil: number | null
}

export type BotEvent =
  /** The ticket is new or waits again. */
  | { type: 'began' }
  /** Times: when it was written. `isStale`: long ago, while nobody listened. */
  | { type: 'text'; text: string; at: number; isStale: boolean }
  /** A file, a place, a contact: nothing that answers a menu. */
  | { type: 'other'; at: number; isStale: boolean }
  | { type: 'call'; at: number; isStale: boolean }
  /** Somebody closed the ticket; `wasServed`: it had an attendant. */
  | { type: 'resolved'; wasServed: boolean }

export type BotAction =
  | { type: 'say'; text: string }
  | { type: 'rate'; rating: number }
  /** The closed ticket waits for a person again. */
  | { type: 'reopen' }

export interface BotStep {
  state: BotState
  actions: BotAction[]
}

export const newState = (): BotState => ({
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
})

/** A new conversation in the same ticket; what guards against loops is kept. */
export const begun = ({ queueId, said, heard, closedUntil }: BotState): BotState => ({
  ...newState(),
  queueId,
  said,
  heard,
  closedUntil
})

/** True while the bot wants to know what the customer writes. */
export const isListening = ({ phase }: BotState): boolean =>
  phase === 'start' || phase === 'menu' || phase === 'options' || phase === 'rating'
