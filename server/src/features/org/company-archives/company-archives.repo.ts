// SQL of archives of companies: they are the server's, for the super user alone.
import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { companies } from '#database/tables/org/companies.ts'
import { companyArchives } from '#database/tables/org/company-archives.ts'

export type ArchiveRow = typeof companyArchives.$inferSelect
export type ArchiveChange = Partial<typeof companyArchives.$inferInsert>

export async function insertArchive(db: Transaction, row: typeof companyArchives.$inferInsert): Promise<ArchiveRow> {
  const [inserted] = await db.insert(companyArchives).values(row).returning()
  if (!inserted) throw new Error('an archive was not inserted')
  return inserted
}

export async function findArchive(db: Transaction, id: number): Promise<ArchiveRow | null> {
  const [row] = await db.select().from(companyArchives).where(eq(companyArchives.id, id))
  return row ?? null
}

/** Of one company, or of all. */
export function newestArchives(db: Transaction, companyId: number | undefined, most: number): Promise<ArchiveRow[]> {
  return db
    .select()
    .from(companyArchives)
    .where(companyId === undefined ? undefined : eq(companyArchives.companyId, companyId))
    .orderBy(desc(companyArchives.id))
    .limit(most)
}

/** Null when it is gone. */
export async function updateArchive(db: Transaction, id: number, change: ArchiveChange): Promise<ArchiveRow | null> {
  const [row] = await db.update(companyArchives).set(change).where(eq(companyArchives.id, id)).returning()
  return row ?? null
}

export async function deleteArchive(db: Transaction, id: number): Promise<ArchiveRow | null> {
  const [row] = await db.delete(companyArchives).where(eq(companyArchives.id, id)).returning()
  return row ?? null
}

export async function nameOfCompany(db: Transaction, id: number): Promise<string | null> {
  const [row] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, id))
  return row?.name ?? null
}

/** Those whose time is over, and archives of companies that are gone. */
export async function expiredArchives(db: Transaction, now: Date): Promise<number[]> {
  const isOrphan = and(eq(companyArchives.kind, 'export'), isNull(companyArchives.companyId))
  const rows = await db
    .select({ id: companyArchives.id })
    .from(companyArchives)
    .where(or(lt(companyArchives.expiresAt, now), isOrphan))
  return rows.map(({ id }) => id)
}

/** Of those that are under way, the ones that nobody can be at any more. */
export async function forgottenArchives(db: Transaction, before: Date): Promise<number[]> {
  const isUnderway = inArray(companyArchives.status, ['waiting', 'running'])
  const rows = await db
    .select({ id: companyArchives.id })
    .from(companyArchives)
    .where(and(isUnderway, lt(companyArchives.createdAt, before)))
  return rows.map(({ id }) => id)
}
