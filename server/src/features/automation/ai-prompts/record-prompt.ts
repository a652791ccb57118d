// What the audit log says of prompts: models, limits and hosts; of texts and keys only that they changed.
import type { AuditedFields } from '#platform/audit/audit-entry.ts'
import { hostOf } from '#platform/audit/audit-entry.ts'
import { recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { PromptRow } from './ai-prompts.repo.ts'

const audited = (row: PromptRow) => ({ ...row, host: hostOf(row.baseUrl) })

const fields: AuditedFields<ReturnType<typeof audited>> = {
  shown: [
    'name',
    'model',
    'host',
    'voice',
    'maxTokens',
    'temperature',
    'maxMessages',
    'inputPrice',
    'outputPrice',
    'queueId'
  ],
  hidden: ['prompt', 'apiKey', 'voiceKey', 'voiceRegion', 'baseUrl']
}

const entryOf = ({ companyId, id, name }: PromptRow) => ({ companyId, subject: { type: 'prompt', id, label: name } })

export function recordNewPrompt(tx: Ctx, row: PromptRow): void {
  recordMade(tx, { ...entryOf(row), action: 'prompt.created' }, audited(row), fields)
}

export function recordPromptChange(tx: Ctx, before: PromptRow, after: PromptRow): void {
  const states = { before: audited(before), after: audited(after) }
  recordChange(tx, { ...entryOf(after), action: 'prompt.changed' }, states, fields)
}

export function recordPromptGone(tx: Ctx, row: PromptRow): void {
  recordGone(tx, { ...entryOf(row), action: 'prompt.deleted' }, audited(row), fields)
}
