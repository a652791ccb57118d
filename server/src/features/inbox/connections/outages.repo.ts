// SQL of outages: when a connection had no WhatsApp.
import { and, asc, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { connectionOutages as outages, connections } from '#database/tables/inbox/connections.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

export type OutageRow = typeof outages.$inferSelect
type NewOutage = typeof outages.$inferInsert
type OutageChange = Partial<NewOutage>

const its = ({ companyId, connectionId }: ConnectionRef) =>
  and(eq(outages.companyId, companyId), eq(outages.connectionId, connectionId))
const isThis = ({ companyId, id }: Pick<OutageRow, 'companyId' | 'id'>) =>
  and(eq(outages.companyId, companyId), eq(outages.id, id))

/** The last one of a connection, over or not, held until the transaction ends. */
export async function lockLastOutage(db: Transaction, ref: ConnectionRef): Promise<OutageRow | null> {
  const [row] = await db
    .select()
    .from(outages)
    .where(its(ref))
    .orderBy(desc(outages.beganAt), desc(outages.id))
    .limit(1)
    .for('no key update')
  return row ?? null
}

/** The same by its id. */
export async function lockOutage(db: Transaction, companyId: number, id: number): Promise<OutageRow | null> {
  const [row] = await db.select().from(outages).where(isThis({ companyId, id })).for('no key update')
  return row ?? null
}

/** True while an outage lasts. */
export async function isLasting(db: Transaction, companyId: number, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: outages.id })
    .from(outages)
    .where(and(isThis({ companyId, id }), isNull(outages.endedAt)))
  return row !== undefined
}

export async function insertOutage(db: Transaction, row: NewOutage): Promise<void> {
  await db.insert(outages).values(row)
}

export async function changeOutage(
  db: Transaction,
  outage: Pick<OutageRow, 'companyId' | 'id'>,
  change: OutageChange
): Promise<void> {
  await db.update(outages).set(change).where(isThis(outage))
}

/** When people were last told that a connection is lost; null when never. */
export async function lastNotified(db: Transaction, ref: ConnectionRef): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<Date | null>`max(${outages.toldAt})`.mapWith(outages.toldAt) })
    .from(outages)
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
    .from(outages)
    .where(
      and(
        eq(outages.companyId, companyId),
        connectionId === undefined ? undefined : eq(outages.connectionId, connectionId),
        or(isNull(outages.endedAt), gt(outages.endedAt, from))
      )
    )
    .orderBy(asc(outages.beganAt), asc(outages.id))
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

/** Deletes outages of all companies that ended before an instant. */
export async function deleteOldOutages(db: Transaction, before: Date): Promise<void> {
  await db.delete(outages).where(lt(outages.endedAt, before))
}
