// What can be asked of received messages that could not be stored.
import type { InboundFailure } from '@guiche/shared/features/inbox/inbound-failures.ts'

/** A page of received messages that could not be stored. */
export interface FailurePage {
  records: InboundFailure[]
  count: number
  hasMore: boolean
}

export interface ReplayResult {
  id: number
  stored: boolean
  /** Why it could not be stored again. */
  reason: string | null
}
