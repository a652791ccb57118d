// The hook of those who hold on to stored files.
import { hook } from '#platform/hooks.ts'

export interface FileQuestion {
  keys: string[]
  /** Also what only deleted messages hold on to. */
  alsoOfDeleted: boolean
  /** Steps add to it those of the keys that are still needed. */
  used: Set<string>
}

/** Asks which files are still needed. */
export const filesInUse = hook<[companyId: number, question: FileQuestion]>('files in use')
