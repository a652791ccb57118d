// SQL of files that are to go, and of people who were erased; scoped by company, but for the clock.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { erasedPeople, fileRemovals } from '#database/tables/erasure.ts'

export type FileRemoval = Pick<typeof fileRemovals.$inferSelect, 'companyId' | 'key' | 'isFolder'>

export async function insertRemovals(db: Transaction, rows: FileRemoval[]): Promise<void> {
  if (rows.length > 0) await db.insert(fileRemovals).values(rows).onConflictDoNothing()
}

/** The next ones, of one company or of all, which nobody else takes until the end of the transaction. */
export const claimRemovals = (db: Transaction, companyId: number | null, limit: number): Promise<FileRemoval[]> =>
  db
    .select({ companyId: fileRemovals.companyId, key: fileRemovals.key, isFolder: fileRemovals.isFolder })
    .from(fileRemovals)
    .where(companyId === null ? undefined : eq(fileRemovals.companyId, companyId))
    .orderBy(fileRemovals.companyId, fileRemovals.key)
    .limit(limit)
    .for('update', { skipLocked: true })

export async function deleteRemovals(db: Transaction, companyId: number, keys: string[]): Promise<void> {
  await db.delete(fileRemovals).where(and(eq(fileRemovals.companyId, companyId), inArray(fileRemovals.key, keys)))
}

/** Whether the file, or a folder around it, is to go. */
export async function isToGo(db: Transaction, companyId: number, key: string): Promise<boolean> {
  const folders = key.split('/').map((_, place, parts) => parts.slice(0, place + 1).join('/'))
  const [row] = await rawOf(db)<{ found: boolean }[]>`
    select exists (select 1 from file_removals where company_id = ${companyId} and key = any(${folders}::text[])) as found`
  return row?.found === true
}

/** An erasure counts from the last time on. */
export async function insertErased(db: Transaction, companyId: number, digests: string[]) {
  if (digests.length === 0) return
  await db
    .insert(erasedPeople)
    .values(digests.map((digest) => ({ companyId, digest, erasedAt: sql`now()` })))
    .onConflictDoUpdate({
      target: [erasedPeople.companyId, erasedPeople.digest],
      set: { erasedAt: sql`excluded.erased_at` }
    })
}

export const erasedAmong = (db: Transaction, companyId: number, digests: string[]) =>
  digests.length === 0
    ? Promise.resolve([])
    : db
        .select({ digest: erasedPeople.digest, erasedAt: erasedPeople.erasedAt })
        .from(erasedPeople)
        .where(and(eq(erasedPeople.companyId, companyId), inArray(erasedPeople.digest, digests)))
