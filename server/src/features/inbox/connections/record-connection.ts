// What the audit log says of connections: their own settings, never their texts to customers.
import type { AuditAction } from '@guiche/shared/kernel/audit-actions.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import type { AuditedFields } from '#platform/audit/audit-entry.ts'
import { recordAudit, recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'

const fields: AuditedFields<Connection> = {
  shown: [
    'name',
    'isDefault',
    'number',
    'hasToken',
    'queueIds',
    'transferQueueId',
    'timeToTransfer',
    'expiresTicket',
    'timeUseBotQueues',
    'maxUseBotQueues',
    'promptId',
    'integrationId',
    'importHistory'
  ],
  hidden: ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage', 'expiresInactiveMessage']
}

type ConnectionAction = Extract<AuditAction, `connection.${string}`>
type Named = Pick<Connection, 'companyId' | 'id' | 'name'>

function entryOf<A extends ConnectionAction>({ companyId, id, name }: Named, action: A) {
  return {
    companyId,
    action,
    subject: { type: 'connection', id, label: name }
  }
}

export function recordNewConnection(tx: Ctx, connection: Connection): void {
  recordMade(tx, entryOf(connection, 'connection.created'), connection, fields)
}

export function recordConnectionChange(tx: Ctx, before: Connection, after: Connection): void {
  recordChange(tx, entryOf(after, 'connection.changed'), { before, after }, fields)
}

export function recordConnectionGone(tx: Ctx, connection: Connection): void {
  recordGone(tx, entryOf(connection, 'connection.deleted'), connection, fields)
}

/** What was done with its session or its token. */
export function recordConnectionAct(tx: Ctx, connection: Named, action: ConnectionAction): void {
  recordAudit(tx, entryOf(connection, action))
}

/** A phone was paired, the first one or another than before. */
export function recordPairing(tx: Ctx, before: string | null, connection: Connection): void {
  const { number } = connection
  if (number === null || number === before) return
  recordAudit(tx, { ...entryOf(connection, 'connection.paired'), before: { number: before }, after: { number } })
}
