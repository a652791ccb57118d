// What a session reports of itself: stored, and shown to those who may see it.
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { ConnectionRef, StatusReport } from '#platform/whatsapp-port.ts'
import * as repo from './connection-status.repo.ts'
import { connectionChanged, connectionStatusMoved, sessionChanged } from './connections.events.ts'
import { connectionById } from './connections.service.ts'

/** Stores a status inside a transaction and emits what has changed; null when the connection is gone. */
export const moveStatus = async (tx: Ctx, ref: ConnectionRef, report: StatusReport): Promise<Connection | null> => {
  const before = await repo.lockSession(tx.db, ref)
  if (!before) return null
  await repo.writeStatus(tx.db, ref, report)
  const connection = await connectionById(tx, ref.companyId, ref.connectionId)
  const { status: to, statusReason: reason } = connection
  const isNews = before.status !== to || before.statusReason !== reason || before.number !== connection.number
  if (isNews) tx.bus.emit(connectionChanged, connection)
  if (before.status !== to) tx.bus.emit(connectionStatusMoved, { ...ref, from: before.status, to, reason })
  tx.bus.emit(sessionChanged, connection)
  return connection
}

/** A report of a session. One that comes late, after the connection was stopped or deleted, changes nothing. */
export const recordStatus = (ctx: Ctx, ref: ConnectionRef, report: StatusReport): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await repo.lockSession(tx.db, ref)
    if (!row || (row.wanted === 'stopped' && report.status !== 'DISCONNECTED')) return
    await moveStatus(tx, ref, report)
  })
