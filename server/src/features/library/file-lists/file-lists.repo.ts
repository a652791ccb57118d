// SQL of file lists; every statement is scoped by company.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { fileListOptions, fileLists } from '#database/tables/library/file-lists.ts'

export type FileListRow = typeof fileLists.$inferSelect
export type OptionRow = typeof fileListOptions.$inferSelect

function named(companyId: number, search: string) {
  return and(
    eq(fileLists.companyId, companyId),
    search === '' ? undefined : sql`strpos(lower(${fileLists.name}), lower(${search}::text)) > 0`
  )
}
const oneOf = (companyId: number, id: number) => and(eq(fileLists.companyId, companyId), eq(fileLists.id, id))

export function pageOfFileLists(
  db: Transaction,
  companyId: number,
  search: string,
  { offset, limit }: { offset: number; limit: number }
): Promise<FileListRow[]> {
  return db
    .select()
    .from(fileLists)
    .where(named(companyId, search))
    .orderBy(sql`lower(${fileLists.name})`, fileLists.id)
    .limit(limit)
    .offset(offset)
}

export const countFileLists = (db: Transaction, companyId: number, search: string): Promise<number> =>
  db.$count(fileLists, named(companyId, search))

export async function findFileList(db: Transaction, companyId: number, id: number): Promise<FileListRow | null> {
  const [row] = await db.select().from(fileLists).where(oneOf(companyId, id))
  return row ?? null
}

/** Held until the end of the transaction. */
export async function lockFileList(db: Transaction, companyId: number, id: number): Promise<FileListRow | null> {
  const [row] = await db.select().from(fileLists).where(oneOf(companyId, id)).for('update')
  return row ?? null
}

export async function insertFileList(db: Transaction, row: typeof fileLists.$inferInsert): Promise<FileListRow> {
  const [inserted] = await db.insert(fileLists).values(row).returning()
  if (!inserted) throw new Error('a file list was not inserted')
  return inserted
}

export async function changeFileList(
  db: Transaction,
  { companyId, id }: FileListRow,
  change: Partial<FileListRow>
): Promise<FileListRow> {
  const [changed] = await db.update(fileLists).set(change).where(oneOf(companyId, id)).returning()
  if (!changed) throw new Error('a file list that was held has gone')
  return changed
}

export const deleteFileList = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(fileLists).where(oneOf(companyId, id))

/** A user goes; the lists stay. */
export function releaseOwner(db: Transaction, companyId: number, userId: number): Promise<unknown> {
  return db
    .update(fileLists)
    .set({ userId: null })
    .where(and(eq(fileLists.companyId, companyId), eq(fileLists.userId, userId)))
}

/** Of several lists, in their order. */
export function optionsOf(db: Transaction, companyId: number, listIds: number[]): Promise<OptionRow[]> {
  return db
    .select()
    .from(fileListOptions)
    .where(and(eq(fileListOptions.companyId, companyId), inArray(fileListOptions.fileListId, listIds)))
    .orderBy(asc(fileListOptions.id))
}

export async function insertOptions(db: Transaction, rows: (typeof fileListOptions.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(fileListOptions).values(rows)
}

const isOption = (companyId: number, id: number) =>
  and(eq(fileListOptions.companyId, companyId), eq(fileListOptions.id, id))

export const changeOption = (db: Transaction, { companyId, id }: OptionRow, change: Partial<OptionRow>) =>
  db.update(fileListOptions).set(change).where(isOption(companyId, id))

export async function deleteOptions(db: Transaction, companyId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(fileListOptions)
    .where(and(eq(fileListOptions.companyId, companyId), inArray(fileListOptions.id, ids)))
}
