// Which stored files messages hold on to.
import type { FileQuestion } from '#features/inbox/erasure/erasure.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import { keysOfMessages } from '../deleted-content.repo.ts'

/** A step of `filesInUse`: forwarded messages and those of a campaign share one file. */
export async function markUsedMessageFiles(tx: Ctx, companyId: number, question: FileQuestion): Promise<void> {
  const { keys, alsoOfDeleted, used } = question
  for (const key of await keysOfMessages(tx.db, companyId, keys, { deleted: alsoOfDeleted })) used.add(key)
}
