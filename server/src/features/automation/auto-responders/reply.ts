// What somebody who answers instead of the bot is asked, and what comes of it.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Arrived } from '#features/inbox/messages/receive/read-arrivals.ts'
import type { Said } from '#features/automation/chatbot/run/say.ts'

export interface Asking {
  ticket: Ticket
  /** What the customer sent since the last reply, in order; never empty. */
  messages: Arrived[]
  /** As the last reply left it. */
  session: Record<string, unknown> | null
}

/** What kept an answer from coming; `setup` is for people to mend, `quota`: the plan has no messages left. */
export type Failure = 'quota' | 'missing' | 'setup' | 'refused' | 'timeout' | 'unreachable' | 'unreadable'

export type Ending =
  | {
      kind: 'people'
      /** `unsure`: it did not know; `asked`: it wanted people to take over. */
      why: Failure | 'unsure' | 'asked'
      detail: string
      queueId: number | null
      userId: number | null
    }
  | { kind: 'close' }

export interface Reply {
  says: Said[]
  /** Milliseconds between two of them. */
  delay: number
  /** The conversation goes on when there is none. */
  ending: Ending | null
  session: Record<string, unknown> | null
  used?: { promptTokens: number; completionTokens: number; cost: number }
}

/** Thrown when there is no answer. `isFinal`: asking again would not help. */
export class AutoResponderError extends Error {
  readonly failure: Failure
  readonly isFinal: boolean

  constructor(
    failure: Failure,
    detail: string,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}
  ) {
    super(detail, { cause })
    this.failure = failure
    this.isFinal = isFinal
  }
}
