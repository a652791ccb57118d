// SQL of files that are to go, and of people who were erased; scoped by company, but for the clock.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { erasedPeople, fileRemovals } from '#database/tables/inbox/erasure.ts'

export type FileRemoval = Pick<typeof fileRemovals.$inferSelect, 'companyId' | 'key' | 'isFolder'>

/** However many there are. */
export async function insertRemovals(db: Transaction, companyId: number, keys: string[]): Promise<void> {
  await rawOf(db)`
    insert into file_removals (company_id, key) select ${companyId}, key from unnest(${keys}::text[]) as k(key)
    on conflict do nothing`
}

export async function insertFolderRemoval(db: Transaction, companyId: number, key: string): Promise<void> {
  await db.insert(fileRemovals).values({ companyId, key, isFolder: true }).onConflictDoNothing()
}

/** The next ones after a place, of one company or of all. */
export function nextRemovals(
  db: Transaction,
  companyId: number | null,
  after: Pick<FileRemoval, 'companyId' | 'key'> | null,
  limit: number
): Promise<FileRemoval[]> {
  return db
    .select({ companyId: fileRemovals.companyId, key: fileRemovals.key, isFolder: fileRemovals.isFolder })
    .from(fileRemovals)
    .where(
      and(
        companyId === null ? undefined : eq(fileRemovals.companyId, companyId),
        after === null
          ? undefined
          : sql`(${fileRemovals.companyId}, ${fileRemovals.key}) > (${after.companyId}, ${after.key})`
      )
    )
    .orderBy(fileRemovals.companyId, fileRemovals.key)
    .limit(limit)
}

export async function deleteRemovals(db: Transaction, companyId: number, keys: string[]): Promise<void> {
  await db.delete(fileRemovals).where(and(eq(fileRemovals.companyId, companyId), inArray(fileRemovals.key, keys)))
}

/**
 * Whether the file, or a folder around it, is to go; and the file of a deleted message that it, or its thumbnail, belongs to.
 * In one query: it is asked with every file that somebody opens.
 */
export async function standingOf(
  db: Transaction,
  companyId: number,
  key: string
): Promise<{ isToGo: boolean; ofDeleted: string | null }> {
  const folders = key.split('/').map((_, place, parts) => parts.slice(0, place + 1).join('/'))
  const [row] = await rawOf(db)<{ isToGo: boolean; ofDeleted: string | null }[]>`
    select exists (
      select 1 from file_removals where company_id = ${companyId} and key = any(${folders}::text[])) as is_to_go,
    coalesce(
      (select deleted_content -> 'media' ->> 'key' from messages where company_id = ${companyId}
        and deleted_content is not null and deleted_content -> 'media' ->> 'key' = ${key} limit 1),
      (select deleted_content -> 'media' ->> 'key' from messages where company_id = ${companyId}
        and deleted_content is not null and deleted_content -> 'media' ->> 'thumbnailKey' = ${key} limit 1)
    ) as of_deleted`
  return { isToGo: row?.isToGo === true, ofDeleted: row?.ofDeleted ?? null }
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

export function erasedAmong(db: Transaction, companyId: number, digests: string[]) {
  return digests.length === 0
    ? Promise.resolve([])
    : db
        .select({ digest: erasedPeople.digest, erasedAt: erasedPeople.erasedAt })
        .from(erasedPeople)
        .where(and(eq(erasedPeople.companyId, companyId), inArray(erasedPeople.digest, digests)))
}
