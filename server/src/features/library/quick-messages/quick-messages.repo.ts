// SQL of quick messages; every statement is scoped by company.
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { quickMessageQueues, quickMessages } from '#database/tables/inbox/messages.ts'

export type QuickMessageRow = typeof quickMessages.$inferSelect

interface Reader {
  companyId: number
  id: number
}

/** A user's own and those of the whole company. */
function visibleTo({ companyId, id }: Reader, search = '') {
  return and(
    eq(quickMessages.companyId, companyId),
    or(eq(quickMessages.userId, id), eq(quickMessages.geral, true)),
    search === ''
      ? undefined
      : sql`strpos(lower(${quickMessages.shortcode} || ' ' || ${quickMessages.message}), lower(${search}::text)) > 0`
  )
}
const byShortcode = [asc(quickMessages.shortcode), asc(quickMessages.id)]

export function visibleQuickMessages(db: Transaction, reader: Reader): Promise<QuickMessageRow[]> {
  return db
    .select()
    .from(quickMessages)
    .where(visibleTo(reader))
    .orderBy(...byShortcode)
}

export function pageOfQuickMessages(
  db: Transaction,
  reader: Reader,
  search: string,
  { offset, limit }: { offset: number; limit: number }
): Promise<QuickMessageRow[]> {
  return db
    .select()
    .from(quickMessages)
    .where(visibleTo(reader, search))
    .orderBy(...byShortcode)
    .limit(limit)
    .offset(offset)
}

export const countQuickMessages = (db: Transaction, reader: Reader, search: string): Promise<number> =>
  db.$count(quickMessages, visibleTo(reader, search))

const isMessage = (companyId: number, id: number) =>
  and(eq(quickMessages.companyId, companyId), eq(quickMessages.id, id))

export const findQuickMessage = async (
  db: Transaction,
  companyId: number,
  id: number
): Promise<QuickMessageRow | undefined> => (await db.select().from(quickMessages).where(isMessage(companyId, id)))[0]

/** The same, held until the transaction ends. */
export const lockQuickMessage = async (
  db: Transaction,
  companyId: number,
  id: number
): Promise<QuickMessageRow | undefined> =>
  (await db.select().from(quickMessages).where(isMessage(companyId, id)).for('no key update'))[0]

export async function insertQuickMessage(
  db: Transaction,
  row: typeof quickMessages.$inferInsert
): Promise<QuickMessageRow> {
  const [made] = await db.insert(quickMessages).values(row).returning()
  if (!made) throw new Error('a quick message was inserted without an answer')
  return made
}

/** The row is held by the caller. */
export async function changeQuickMessage(
  db: Transaction,
  { companyId, id }: Pick<QuickMessageRow, 'companyId' | 'id'>,
  change: Partial<QuickMessageRow>
): Promise<QuickMessageRow> {
  const [changed] = await db.update(quickMessages).set(change).where(isMessage(companyId, id)).returning()
  if (!changed) throw new Error('a quick message that was held has gone')
  return changed
}

/** Those of these messages, by the message's id. */
export async function queuesOf(db: Transaction, companyId: number, ids: number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: quickMessageQueues.quickMessageId, queueId: quickMessageQueues.queueId })
    .from(quickMessageQueues)
    .where(and(eq(quickMessageQueues.companyId, companyId), inArray(quickMessageQueues.quickMessageId, ids)))
    .orderBy(asc(quickMessageQueues.queueId))
  const byMessage = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byMessage].map(([id, own]) => [id, own.map(({ queueId }) => queueId)]))
}

/** The row of the message is held by the caller. */
export async function replaceQueues(
  db: Transaction,
  { companyId, id }: Pick<QuickMessageRow, 'companyId' | 'id'>,
  queueIds: number[]
): Promise<void> {
  const ofMessage = and(eq(quickMessageQueues.companyId, companyId), eq(quickMessageQueues.quickMessageId, id))
  await db.delete(quickMessageQueues).where(ofMessage)
  if (queueIds.length === 0) return
  await db.insert(quickMessageQueues).values(queueIds.map((queueId) => ({ companyId, quickMessageId: id, queueId })))
}

/** A queue goes. Answers with the messages that had it. */
export async function releaseQueue(db: Transaction, companyId: number, queueId: number): Promise<QuickMessageRow[]> {
  const had = await db
    .delete(quickMessageQueues)
    .where(and(eq(quickMessageQueues.companyId, companyId), eq(quickMessageQueues.queueId, queueId)))
    .returning({ id: quickMessageQueues.quickMessageId })
  const ids = had.map(({ id }) => id)
  return ids.length === 0
    ? []
    : db
        .select()
        .from(quickMessages)
        .where(and(eq(quickMessages.companyId, companyId), inArray(quickMessages.id, ids)))
}

export const deleteQuickMessage = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(quickMessages).where(isMessage(companyId, id))

/** A user goes: the own ones go along, those of the company lose their owner. Answers with what went. */
export async function releaseOwner(
  db: Transaction,
  companyId: number,
  userId: number
): Promise<Pick<QuickMessageRow, 'id' | 'mediaPath'>[]> {
  const ofUser = and(eq(quickMessages.companyId, companyId), eq(quickMessages.userId, userId))
  const gone = await db
    .delete(quickMessages)
    .where(and(ofUser, eq(quickMessages.geral, false)))
    .returning({ id: quickMessages.id, mediaPath: quickMessages.mediaPath })
  await db.update(quickMessages).set({ userId: null }).where(ofUser)
  return gone
}
