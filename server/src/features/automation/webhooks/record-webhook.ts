// What the audit log says of webhooks: the host, never the whole address, which may be as good as a password.
import type { AuditAction } from '@guiche/shared/kernel/audit-actions.ts'
import { hostOf } from '#platform/audit/audit-entry.ts'
import { recordAudit, recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'

interface Audited {
  companyId: number
  id: number
  url: string
  events: readonly string[]
  active: boolean
}

const fields = { shown: ['host', 'events', 'active'], hidden: ['url'] } as const

const withHost = ({ url, events, active }: Audited) => ({ url, events, active, host: hostOf(url) })

function entryOf<A extends AuditAction>({ companyId, id, url }: Audited, action: A) {
  return {
    companyId,
    action,
    subject: { type: 'webhook', id, label: hostOf(url) }
  }
}

export const recordNewWebhook = (tx: Ctx, row: Audited): void =>
  recordMade(tx, entryOf(row, 'webhook.created'), withHost(row), fields)

export const recordWebhookChange = (tx: Ctx, before: Audited, after: Audited): void =>
  recordChange(tx, entryOf(after, 'webhook.changed'), { before: withHost(before), after: withHost(after) }, fields)

export const recordWebhookGone = (tx: Ctx, row: Audited): void =>
  recordGone(tx, entryOf(row, 'webhook.deleted'), withHost(row), fields)

export const recordNewSecret = (tx: Ctx, row: Audited): void => recordAudit(tx, entryOf(row, 'webhook.secret-renewed'))
