// What the audit log says of integrations: where they lead; of keys, paths and texts only that they changed.
import { hostOf, type AuditedFields } from '#platform/audit/audit-entry.ts'
import { recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { IntegrationRow } from './integrations.repo.ts'

const withHost = (row: IntegrationRow) => ({ ...row, host: hostOf(row.urlN8N) })

const fields: AuditedFields<ReturnType<typeof withHost>> = {
  shown: [
    ...(['type', 'name', 'projectName', 'language', 'host', 'typebotSlug', 'typebotExpires'] as const),
    ...(['typebotDelayMessage', 'typebotKeywordFinish', 'typebotKeywordRestart'] as const)
  ],
  hidden: ['urlN8N', 'jsonContent', 'secret', 'typebotRestartMessage', 'typebotUnknownMessage']
}

function of({ companyId, id, name }: IntegrationRow) {
  return { companyId, subject: { type: 'integration', id, label: name } }
}

/** One that is new, or what differs from the one before. */
export function recordIntegration(tx: Ctx, before: IntegrationRow | null, after: IntegrationRow): void {
  if (before === null) return recordMade(tx, { ...of(after), action: 'integration.created' }, withHost(after), fields)
  const states = { before: withHost(before), after: withHost(after) }
  recordChange(tx, { ...of(after), action: 'integration.changed' }, states, fields)
}

export function recordIntegrationGone(tx: Ctx, row: IntegrationRow): void {
  recordGone(tx, { ...of(row), action: 'integration.deleted' }, withHost(row), fields)
}
