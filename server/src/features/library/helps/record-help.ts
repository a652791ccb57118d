// What the audit log says of help videos: title, video and language; of the description only that it changed.
import { companyOfCaller, recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { HelpRow } from './helps.repo.ts'

const fields = { shown: ['title', 'video', 'language'], hidden: ['description'] } as const

/** They belong to no company and stand in the log of whoever writes them. Null is what was not there before, or is gone. */
export function recordHelp(tx: Ctx, before: HelpRow | null, after: HelpRow | null): void {
  const companyId = companyOfCaller(tx)
  const row = after ?? before
  if (companyId === null || row === null) return
  const entry = { companyId, subject: { type: 'help', id: row.id, label: row.title } }
  if (before === null) recordMade(tx, { ...entry, action: 'help.created' }, row, fields)
  else if (after === null) recordGone(tx, { ...entry, action: 'help.deleted' }, row, fields)
  else recordChange(tx, { ...entry, action: 'help.changed' }, { before, after }, fields)
}
