// The hooks of those who hold on to stored files, or to what was said.
import { hook } from '#platform/events/hooks.ts'

export interface FileQuestion {
  keys: string[]
  /** Also what only deleted messages hold on to. */
  alsoOfDeleted: boolean
  /** Steps add to it those of the keys that are still needed. */
  used: Set<string>
}

/** Asks which files are still needed. */
export const filesInUse = hook<[companyId: number, question: FileQuestion]>('files in use')

export interface Deleted {
  messageIds: string[]
  /** Of tickets that are gone, or lost a note. */
  ticketIds: number[]
}

/** Runs soon after messages, tickets or notes were deleted: whoever has written down what they said empties it. */
export const copiesToEmpty = hook<[companyId: number, deleted: Deleted]>('copies to empty')
