// Files that are still stored and handed out to nobody any more: those of deleted messages, and those that are to go.
import { isWithheldFile } from '#features/inbox/erasure/erasure.service.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Whose file it is, by the folders of `companyFolders`; null for what belongs to no company. */
function companyOf(key: string): number | null {
  const found = /^(?:c|schedules\/|quick-messages\/)(\d+)\//.exec(key)?.[1]
  return found === undefined ? null : Number(found)
}

export async function isWithheld(ctx: Ctx, key: string, opensWithheld: boolean): Promise<boolean> {
  const companyId = companyOf(key)
  return companyId !== null && isWithheldFile(ctx, companyId, key, opensWithheld)
}
