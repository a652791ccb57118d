// SQL of scheduled messages; every statement is scoped by company, except what the clock asks for.
import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { holdsText } from '#platform/text/plain-search.repo.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { schedules } from '#database/tables/outreach/schedules.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { users } from '#database/tables/org/users.ts'

export type ScheduleRow = typeof schedules.$inferSelect
type NewSchedule = typeof schedules.$inferInsert

const { id, name, number, email, picture, isGroup } = getTableColumns(contacts)

/** A schedule with whom it is for, who wrote it, and how far its message has come. */
function shown(db: Transaction) {
  return db
    .select({
      schedule: getTableColumns(schedules),
      contact: { id, name, number, email, picture, isGroup },
      userName: users.name,
      delivery: messages.delivery,
      messageFailure: messages.failure,
      ticketId: tickets.id,
      ticketUuid: tickets.uuid
    })
    .from(schedules)
    .innerJoin(contacts, and(eq(contacts.companyId, schedules.companyId), eq(contacts.id, schedules.contactId)))
    .leftJoin(users, and(eq(users.companyId, schedules.companyId), eq(users.id, schedules.userId)))
    .leftJoin(messages, and(eq(messages.companyId, schedules.companyId), eq(messages.id, schedules.messageId)))
    .leftJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
}

export type ShownRow = Awaited<ReturnType<typeof shown>>[number]

export interface ScheduleFilter {
  companyId: number
  search: string
  from: Date | undefined
  until: Date | undefined
  undecided: boolean
  /** For somebody who may not see numbers. */
  hidesNumbers: boolean
}

function matching({ companyId, search, from, until, undecided, hidesNumbers }: ScheduleFilter) {
  return and(
    eq(schedules.companyId, companyId),
    from && gte(schedules.sendAt, from),
    until && lt(schedules.sendAt, until),
    // As the partial index has it.
    undecided ? sql`${schedules.status} in ('ATRASADA', 'ERRO')` : undefined,
    holdsText({ typed: search, name: contacts.name, others: [schedules.body], hidesNumbers })
  )
}

export const pageOfSchedules = (
  db: Transaction,
  filter: ScheduleFilter,
  { offset, limit }: { offset: number; limit: number }
): Promise<ShownRow[]> =>
  shown(db).where(matching(filter)).orderBy(desc(schedules.sendAt), desc(schedules.id)).limit(limit).offset(offset)

export async function countSchedules(db: Transaction, filter: ScheduleFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(schedules)
    .innerJoin(contacts, and(eq(contacts.companyId, schedules.companyId), eq(contacts.id, schedules.contactId)))
    .where(matching(filter))
  return row?.count ?? 0
}

export function shownSchedules(db: Transaction, companyId: number, ids: number[]): Promise<ShownRow[]> {
  return shown(db)
    .where(and(eq(schedules.companyId, companyId), inArray(schedules.id, ids)))
    .orderBy(asc(schedules.id))
}

const isSchedule = (companyId: number, scheduleId: number) =>
  and(eq(schedules.companyId, companyId), eq(schedules.id, scheduleId))

export const findSchedule = async (
  db: Transaction,
  companyId: number,
  scheduleId: number
): Promise<ScheduleRow | undefined> => (await db.select().from(schedules).where(isSchedule(companyId, scheduleId)))[0]

/** The same, locked until the transaction ends. */
export const lockSchedule = async (
  db: Transaction,
  companyId: number,
  scheduleId: number
): Promise<ScheduleRow | undefined> =>
  (await db.select().from(schedules).where(isSchedule(companyId, scheduleId)).for('no key update'))[0]

export async function insertSchedule(db: Transaction, row: NewSchedule): Promise<ScheduleRow> {
  const [made] = await db.insert(schedules).values(row).returning()
  if (!made) throw new Error('a schedule was inserted without an answer')
  return made
}

/** The row is locked by the caller. */
export async function changeSchedule(
  db: Transaction,
  row: Pick<ScheduleRow, 'companyId' | 'id'>,
  change: Partial<NewSchedule>
): Promise<void> {
  await db.update(schedules).set(change).where(isSchedule(row.companyId, row.id))
}

export async function deleteSchedule(db: Transaction, companyId: number, scheduleId: number): Promise<void> {
  await db.delete(schedules).where(isSchedule(companyId, scheduleId))
}

/** Those of the files that a schedule shows. */
export async function imagesAmong(db: Transaction, companyId: number, keys: string[]): Promise<string[]> {
  const rows = await rawOf(db)<{ key: string }[]>`
    select media_key as key from schedules where company_id = ${companyId}
      and media_key in (select unnest(${keys}::text[]))`
  return rows.map(({ key }) => key)
}

export type Due = Pick<ScheduleRow, 'companyId' | 'id' | 'sendAt'>
const dueColumns = { companyId: schedules.companyId, id: schedules.id, sendAt: schedules.sendAt }

/** Whose moment has come, of all companies, the oldest first; those after `after` in that order. */
export function dueSchedules(db: Transaction, now: Date, after: Due | null, limit: number): Promise<Due[]> {
  return db
    .select(dueColumns)
    .from(schedules)
    .where(
      and(
        sql`${schedules.status} = 'PENDENTE'`,
        lte(schedules.sendAt, now),
        after === null
          ? undefined
          : sql`(${schedules.sendAt}, ${schedules.companyId}, ${schedules.id}) >
              (${after.sendAt.toISOString()}::timestamptz, ${after.companyId}::bigint, ${after.id}::bigint)`
      )
    )
    .orderBy(schedules.sendAt, schedules.companyId, schedules.id)
    .limit(limit)
}

/**
 * Handed over by the clock since `since`, in time (within `patience` minutes), due before `before`, and still on this
 * side because the connection is not there.
 */
export function stuckSchedules(
  db: Transaction,
  { since, before, patience }: { since: Date; before: Date; patience: number }
): Promise<Due[]> {
  return db
    .select(dueColumns)
    .from(schedules)
    .innerJoin(messages, and(eq(messages.companyId, schedules.companyId), eq(messages.id, schedules.messageId)))
    .innerJoin(
      connections,
      and(eq(connections.companyId, messages.companyId), eq(connections.id, messages.connectionId))
    )
    .where(
      and(
        sql`${schedules.status} = 'ENVIADA'`,
        gt(schedules.sentAt, since),
        lt(schedules.sendAt, before),
        // What a person let go later on is not asked about again.
        sql`${schedules.sentAt} <= ${schedules.sendAt} + ${patience} * interval '1 minute'`,
        eq(messages.delivery, 'waiting'),
        sql`${connections.status} <> 'CONNECTED'`
      )
    )
}

const idsOf = (rows: { id: number }[]): number[] => rows.map((row) => row.id)

export async function idsOfMessage(db: Transaction, companyId: number, messageId: string): Promise<number[]> {
  return idsOf(
    await db
      .select({ id: schedules.id })
      .from(schedules)
      .where(and(eq(schedules.companyId, companyId), eq(schedules.messageId, messageId)))
  )
}

/** Puts another value (or none) in the place of one in a column; answers with the rows it changed. */
export async function replaceRef(
  db: Transaction,
  companyId: number,
  column: 'userId' | 'contactId',
  value: { from: number; into: number | null }
): Promise<number[]> {
  return idsOf(
    await db
      .update(schedules)
      .set({ [column]: value.into })
      .where(and(eq(schedules.companyId, companyId), eq(schedules[column], value.from)))
      .returning({ id: schedules.id })
  )
}

/** These go from one contact to another, where nobody gave them to a third one. Answers with those that did. */
export async function returnToContact(
  db: Transaction,
  companyId: number,
  { ids, from, into }: { ids: number[]; from: number; into: number }
): Promise<number[]> {
  const isThere = and(eq(schedules.companyId, companyId), eq(schedules.contactId, from), inArray(schedules.id, ids))
  return idsOf(await db.update(schedules).set({ contactId: into }).where(isThere).returning({ id: schedules.id }))
}

/** Takes a connection from its schedules; those that wait fail. Answers with all of them. */
export async function loseConnection(
  db: Transaction,
  companyId: number,
  connectionId: number,
  failure: string
): Promise<number[]> {
  return idsOf(
    await db
      .update(schedules)
      .set({
        connectionId: null,
        status: sql`case when ${schedules.status} = 'PENDENTE' then 'ERRO' else ${schedules.status} end`,
        failure: sql`case when ${schedules.status} = 'PENDENTE' then ${failure} else ${schedules.failure} end`
      })
      .where(and(eq(schedules.companyId, companyId), eq(schedules.connectionId, connectionId)))
      .returning({ id: schedules.id })
  )
}

export function deleteOfContact(
  db: Transaction,
  companyId: number,
  contactId: number
): Promise<Pick<ScheduleRow, 'id' | 'mediaKey'>[]> {
  return db
    .delete(schedules)
    .where(and(eq(schedules.companyId, companyId), eq(schedules.contactId, contactId)))
    .returning({ id: schedules.id, mediaKey: schedules.mediaKey })
}

/** Those that are over since before a moment. */
function isOver(companyId: number, before: Date) {
  return and(
    eq(schedules.companyId, companyId),
    inArray(schedules.status, ['ENVIADA', 'ERRO', 'PULADA']),
    lt(schedules.sendAt, before)
  )
}

export function deleteOverSchedules(
  db: Transaction,
  companyId: number,
  before: Date,
  limit: number
): Promise<Pick<ScheduleRow, 'id' | 'mediaKey'>[]> {
  const some = db.select({ id: schedules.id }).from(schedules).where(isOver(companyId, before)).limit(limit)
  return db
    .delete(schedules)
    .where(and(eq(schedules.companyId, companyId), inArray(schedules.id, some)))
    .returning({ id: schedules.id, mediaKey: schedules.mediaKey })
}

export const countOverSchedules = (db: Transaction, companyId: number, before: Date): Promise<number> =>
  db.$count(schedules, isOver(companyId, before))
