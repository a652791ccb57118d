// What the audit log says of the chatbot's options: titles and places; of what they answer only that it changed.
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import { fieldsFor } from '#platform/audit/audit-entry.ts'
import { recordAudit, recordChange, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'

const fields = { shown: ['title', 'option', 'queueId', 'parentId', 'fileListId'], hidden: ['message'] } as const

function entryOf(companyId: number, { id, title }: QueueOption) {
  return { companyId, subject: { type: 'queue-option', id, label: title } }
}

export function recordNewOption(tx: Ctx, companyId: number, option: QueueOption): void {
  recordMade(tx, { ...entryOf(companyId, option), action: 'queue-option.created' }, option, fields)
}

/** Also another place; of the siblings that make room nothing is said. */
export function recordOptionChange(tx: Ctx, companyId: number, before: QueueOption, after: QueueOption): void {
  recordChange(tx, { ...entryOf(companyId, after), action: 'queue-option.changed' }, { before, after }, fields)
}

/** `options` counts it and all that went with it. */
export function recordOptionGone(tx: Ctx, companyId: number, option: QueueOption, options: number): void {
  const before = { ...fieldsFor(option, fields), options }
  recordAudit(tx, { ...entryOf(companyId, option), action: 'queue-option.deleted', before })
}

/** `options` counts it and all that came back with it. */
export function recordOptionsBack(tx: Ctx, companyId: number, option: QueueOption, options: number): void {
  const after = { ...fieldsFor(option, fields), options }
  recordAudit(tx, { ...entryOf(companyId, option), action: 'queue-option.restored', after })
}
