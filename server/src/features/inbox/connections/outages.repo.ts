// SQL of absences: when a connection had no WhatsApp.
import { and, asc, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { connectionOutages as absences, connections } from '#database/tables/inbox/connections.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

export type OutageRow = typeof absences.$inferSelect
type NewOutage = typeof absences.$inferInsert
type OutageChange = Partial<NewOutage>

const its = ({ companyId, connectionId }: ConnectionRef) =>
  and(eq(absences.companyId, companyId), eq(absences.connectionId, connectionId))
const isOutage = ({ companyId, id }: Pick<OutageRow, 'companyId' | 'id'>) =>
  and(eq(absences.companyId, companyId), eq(absences.id, id))

/** The last one of a connection, over or not, held until the transaction ends. */
export async function lockLastOutage(db: Transaction, ref: ConnectionRef): Promise<OutageRow | null> {
  const [row] = await db
    .select()
    .from(absences)
    .where(its(ref))
    .orderBy(desc(absences.beganAt), desc(absences.id))
    .limit(1)
    .for('no key update')
  return row ?? null
}

/** The same by its id. */
export async function lockOutage(db: Transaction, companyId: number, id: number): Promise<OutageRow | null> {
  const [row] = await db.select().from(absences).where(isOutage({ companyId, id })).for('no key update')
  return row ?? null
}

/** True while an absence lasts. */
export async function isAbsent(db: Transaction, companyId: number, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: absences.id })
    .from(absences)
    .where(and(isOutage({ companyId, id }), isNull(absences.endedAt)))
  return row !== undefined
}

export async function insertOutage(db: Transaction, row: NewOutage): Promise<void> {
  await db.insert(absences).values(row)
}

export async function changeOutage(
  db: Transaction,
  absence: Pick<OutageRow, 'companyId' | 'id'>,
  change: OutageChange
): Promise<void> {
  await db.update(absences).set(change).where(isOutage(absence))
}

/** When people were last told that a connection is lost; null when never. */
export async function lastNotified(db: Transaction, ref: ConnectionRef): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<Date | null>`max(${absences.toldAt})`.mapWith(absences.toldAt) })
    .from(absences)
    .where(its(ref))
  return row?.at ?? null
}

/** Those of a company, or of one connection, that reach beyond an instant, in their order. */
export function outagesSince(
  db: Transaction,
  companyId: number,
  from: Date,
  connectionId?: number
): Promise<OutageRow[]> {
  return db
    .select()
    .from(absences)
    .where(
      and(
        eq(absences.companyId, companyId),
        connectionId === undefined ? undefined : eq(absences.connectionId, connectionId),
        or(isNull(absences.endedAt), gt(absences.endedAt, from))
      )
    )
    .orderBy(asc(absences.beganAt), asc(absences.id))
}

/** Since when each connection of a company is looked at. */
export function watchedConnections(db: Transaction, companyId: number, connectionId?: number) {
  return db
    .select({ connectionId: connections.id, watchedFrom: connections.watchedFrom })
    .from(connections)
    .where(
      and(
        eq(connections.companyId, companyId),
        connectionId === undefined ? undefined : eq(connections.id, connectionId)
      )
    )
    .orderBy(asc(connections.id))
}

/** Forgets absences of all companies that ended before an instant. */
export async function deleteOldOutages(db: Transaction, before: Date): Promise<void> {
  await db.delete(absences).where(lt(absences.endedAt, before))
}
