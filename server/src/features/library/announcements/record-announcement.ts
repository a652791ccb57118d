// What the audit log says of announcements: title, reach and image; of the text only that it changed.
import { companyOfCaller, recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnnouncementRow } from './announcements.repo.ts'

const fields = {
  shown: ['title', 'priority', 'status', 'language', 'mediaName'],
  hidden: ['text', 'mediaKey']
} as const

/** They belong to no company and stand in the log of whoever writes them. Null is what was not there before, or is gone. */
export function recordAnnouncement(tx: Ctx, before: AnnouncementRow | null, after: AnnouncementRow | null): void {
  const companyId = companyOfCaller(tx)
  const row = after ?? before
  if (companyId === null || row === null) return
  const entry = { companyId, subject: { type: 'announcement', id: row.id, label: row.title } }
  if (before === null) recordMade(tx, { ...entry, action: 'announcement.created' }, row, fields)
  else if (after === null) recordGone(tx, { ...entry, action: 'announcement.deleted' }, row, fields)
  else recordChange(tx, { ...entry, action: 'announcement.changed' }, { before, after }, fields)
}
