// What a session reports of itself: stored, and shown to those who may see it.
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef, StatusReport } from '#platform/whatsapp-port.ts'
import * as repo from './connection-status.repo.ts'
import { connectionChanged, connectionStatusMoved, sessionChanged } from './connections.events.ts'
import { connectionById } from './connections.service.ts'
import { recordPairing } from './record-connection.ts'
import { trackOutage } from './track-outage.ts'

/**
 * Stores a status inside a transaction and emits what has changed. `judge` sees how the session stands and answers with
 * the report that counts, if any. Null when nothing counts or the connection is gone.
 */
export async function moveStatus(
  tx: Ctx,
  ref: ConnectionRef,
  judge: (row: repo.SessionRow) => StatusReport | null
): Promise<Connection | null> {
  const before = await repo.lockSession(tx.db, ref)
  const report = before && judge(before)
  if (!report) return null
  await repo.writeStatus(tx.db, ref, report)
  await trackOutage(tx, ref, before, report)
  const connection = await connectionById(tx, ref.companyId, ref.connectionId)
  recordPairing(tx, before.number, connection)
  const { status: to, statusReason: reason } = connection
  const isNews = before.status !== to || before.statusReason !== reason || before.number !== connection.number
  if (isNews) tx.bus.emit(connectionChanged, connection)
  if (before.status !== to) tx.bus.emit(connectionStatusMoved, { ...ref, from: before.status, to, reason })
  tx.bus.emit(sessionChanged, connection)
  return connection
}

/** A report as it counts beside the last order: one that comes late is not taken for the answer to it. */
function besideOrder({ wanted }: repo.SessionRow, report: StatusReport): StatusReport | null {
  if (wanted === 'stopped') return report.status === 'DISCONNECTED' ? report : null
  // It stopped in order to start again.
  return report.reason === 'stopped' ? { ...report, status: 'OPENING', reason: 'starting' } : report
}

/** Takes a report of a session; one of a connection that is gone or was stopped meanwhile changes nothing. */
export async function recordStatus(ctx: Ctx, ref: ConnectionRef, report: StatusReport): Promise<void> {
  await inTransaction(ctx, (tx) => moveStatus(tx, ref, (row) => besideOrder(row, report)))
}
