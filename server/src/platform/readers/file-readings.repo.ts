// SQL of the marks that files get before they are read.
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { fileReadings } from '#database/tables/file-readings.ts'

const oneOf = (companyId: number, fingerprint: string) =>
  and(eq(fileReadings.companyId, companyId), eq(fileReadings.fingerprint, fingerprint))

const isOlderThan = (days: number) => lt(fileReadings.startedAt, sql`now() - make_interval(days => ${days})`)

/** False when the file has a mark already that is not older than `days`. */
export async function insertReading(
  db: Transaction,
  companyId: number,
  fingerprint: string,
  days: number
): Promise<boolean> {
  const rows = await db
    .insert(fileReadings)
    .values({ companyId, fingerprint })
    .onConflictDoUpdate({
      target: [fileReadings.companyId, fileReadings.fingerprint],
      set: { startedAt: sql`now()`, ended: null },
      setWhere: isOlderThan(days)
    })
    .returning()
  return rows.length > 0
}

/** Why a marked file is not read: what ended its reader, or `server` when the server ended. `busy`: somebody reads it. */
export async function stateOfReading(
  db: Transaction,
  companyId: number,
  fingerprint: string,
  longestSeconds: number
): Promise<'memory' | 'time' | 'server' | 'busy' | null> {
  const isOld = sql<boolean>`${fileReadings.startedAt} < now() - make_interval(secs => ${longestSeconds})`
  const [row] = await db
    .select({ ended: fileReadings.ended, isOld })
    .from(fileReadings)
    .where(oneOf(companyId, fingerprint))
  if (!row) return null
  return row.ended ?? (row.isOld ? 'server' : 'busy')
}

export async function deleteReading(db: Transaction, companyId: number, fingerprint: string): Promise<void> {
  await db.delete(fileReadings).where(oneOf(companyId, fingerprint))
}

export async function endReading(
  db: Transaction,
  companyId: number,
  fingerprint: string,
  ended: 'memory' | 'time'
): Promise<void> {
  await db.update(fileReadings).set({ ended }).where(oneOf(companyId, fingerprint))
}

/** Marks of all companies older than so many days. */
export async function deleteOldReadings(db: Transaction, days: number): Promise<void> {
  await db.delete(fileReadings).where(isOlderThan(days))
}
