// SQL of a connection's session: what is wanted of it, and what it reports.
import { and, eq, sql } from 'drizzle-orm'
import type { ConnectionReason, ConnectionStatus } from '@guiche/shared/features/inbox/connections.ts'
import type { Transaction } from '#database/client.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import type { ConnectionRef, StatusReport } from '#platform/whatsapp-port.ts'

const its = ({ companyId, connectionId }: ConnectionRef) =>
  and(eq(connections.companyId, companyId), eq(connections.id, connectionId))

export interface SessionRow {
  status: ConnectionStatus
  statusReason: ConnectionReason | null
  number: string | null
  wanted: 'running' | 'stopped'
  /** Since when nobody ran the session, until it reports. */
  awaySince: Date | null
  watchedFrom: Date | null
}

/** Holds a connection's status for this transaction; null when it is gone. */
export async function lockSession(db: Transaction, ref: ConnectionRef): Promise<SessionRow | null> {
  const [row] = await db
    .select({
      status: connections.status,
      statusReason: connections.statusReason,
      number: connections.number,
      wanted: connections.wanted,
      awaySince: connections.awaySince,
      watchedFrom: connections.watchedFrom
    })
    .from(connections)
    .where(its(ref))
    .for('no key update')
  return row
    ? { ...row, status: row.status as ConnectionStatus, statusReason: row.statusReason as ConnectionReason }
    : null
}

/** Writes a report; `since` starts anew when the status moves. */
export async function writeStatus(
  db: Transaction,
  ref: ConnectionRef,
  { status, reason, qrcode, retries, pairing, number, lid }: StatusReport
): Promise<void> {
  await db
    .update(connections)
    .set({
      status,
      statusReason: reason,
      qrcode,
      retries,
      pairing: pairing ?? null,
      awaySince: null,
      statusSince: sql`case when ${connections.status} = ${status} then ${connections.statusSince} else now() end`,
      updatedAt: sql`now()`,
      ...(number === undefined ? {} : { number }),
      ...(lid === undefined ? {} : { lid })
    })
    .where(its(ref))
}

/** What is known of a connection's outages begins now. */
export async function beginWatch(db: Transaction, ref: ConnectionRef, watchedFrom: Date): Promise<void> {
  await db.update(connections).set({ watchedFrom }).where(its(ref))
}

export interface SessionOrder {
  wanted: 'running' | 'stopped'
  /** Left out: one that was given before and is not carried out yet stays. */
  command?: 'renew' | 'logout'
  /** Digits of the phone a code is to be asked for; left out: the session pairs by QR code. */
  pairingNumber?: string
}

/** Says what an admin wants of the session; a supervisor sees every order as a new generation. */
export async function writeOrder(db: Transaction, ref: ConnectionRef, order: SessionOrder): Promise<void> {
  const { wanted, command, pairingNumber } = order
  await db
    .update(connections)
    .set({
      wanted,
      pairingNumber: pairingNumber ?? null,
      // A logout that still waits does all that a renewal does, and unlinks the device as well.
      ...(command === undefined
        ? {}
        : { command: sql`case when ${connections.command} = 'logout' then 'logout' else ${command} end` }),
      generation: sql`${connections.generation} + 1`
    })
    .where(its(ref))
}

/** True while a node holds the session and has not carried out the last command yet. */
export async function isSessionAtWork(db: Transaction, ref: ConnectionRef): Promise<boolean> {
  const [row] = await db
    .select({ isAtWork: sql<boolean>`command is not null and coalesce(lease_until > now(), false)` })
    .from(connections)
    .where(its(ref))
  return row?.isAtWork ?? false
}

/** Every device of a company is to be unlinked. */
export async function unlinkConnections(db: Transaction, companyId: number): Promise<void> {
  await db
    .update(connections)
    .set({ wanted: 'stopped', command: 'logout', generation: sql`${connections.generation} + 1` })
    .where(eq(connections.companyId, companyId))
}
