// SQL of tags and of the tags on tickets; every statement is scoped by company.
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Tag, TagBrief, TagRow } from '@guiche/shared/features/inbox/tags.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { tags, ticketTags } from '#database/tables/inbox/tickets.ts'
import { naming } from '#database/violations.ts'

const taken = [{ constraint: 'tags_name', field: 'name', code: 'ERR_TAG_NAME_ALREADY_EXISTS' }] as const

const shown = {
  id: tags.id,
  name: tags.name,
  color: tags.color,
  kanban: tags.kanban,
  userId: tags.userId,
  companyId: tags.companyId
}

function named(companyId: number, search: string) {
  return and(
    eq(tags.companyId, companyId),
    search === '' ? undefined : sql`strpos(lower(${tags.name}), lower(${search}::text)) > 0`
  )
}
const byName = [asc(sql`lower(${tags.name})`), asc(tags.id)]

/** By name; an empty search finds all. */
export function tagsNamed(db: Transaction, companyId: number, search: string): Promise<Tag[]> {
  return db
    .select(shown)
    .from(tags)
    .where(named(companyId, search))
    .orderBy(...byName)
}

const counted = {
  ...shown,
  ticketsCount: sql<number>`(
    select count(*) from ${ticketTags}
    where ${ticketTags.companyId} = ${tags.companyId} and ${ticketTags.tagId} = ${tags.id})`.mapWith(Number)
}

export function pageOfTags(
  db: Transaction,
  companyId: number,
  search: string,
  { offset, limit }: { offset: number; limit: number }
): Promise<TagRow[]> {
  return db
    .select(counted)
    .from(tags)
    .where(named(companyId, search))
    .orderBy(...byName)
    .limit(limit)
    .offset(offset)
}

export const countTags = (db: Transaction, companyId: number, search: string): Promise<number> =>
  db.$count(tags, named(companyId, search))

const isTag = (companyId: number, id: number) => and(eq(tags.companyId, companyId), eq(tags.id, id))

export const findTag = async (db: Transaction, companyId: number, id: number): Promise<TagRow | undefined> =>
  (await db.select(counted).from(tags).where(isTag(companyId, id)))[0]

/** Undefined when it is gone. Errors: AppError for a name that is taken. */
export const changeTag = async (
  db: Transaction,
  companyId: number,
  id: number,
  change: PgUpdateSetSource<typeof tags>
): Promise<Tag | undefined> =>
  (await naming(taken, db.update(tags).set(change).where(isTag(companyId, id)).returning(shown)))[0]

/** Tickets lose it. False when it was gone. */
export const deleteTag = async (db: Transaction, companyId: number, id: number): Promise<boolean> =>
  (await db.delete(tags).where(isTag(companyId, id)).returning({ id: tags.id })).length > 0

/** Errors: AppError for a name that is taken. */
export async function insertTag(db: Transaction, row: Omit<Tag, 'id'>): Promise<Tag> {
  const [inserted] = await naming(taken, db.insert(tags).values(row).returning(shown))
  if (!inserted) throw new Error('a tag was inserted without an answer')
  return inserted
}

/** Those of the ids that are tags of the company; they stay for this transaction. */
export function lockedTags(db: Transaction, companyId: number, ids: number[]): Promise<TagBrief[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .select({ id: tags.id, name: tags.name, color: tags.color })
        .from(tags)
        .where(and(eq(tags.companyId, companyId), inArray(tags.id, ids)))
        .orderBy(asc(tags.id))
        .for('key share')
}

/** Tags that are columns, by name. */
export function columnTags(db: Transaction, companyId: number): Promise<Tag[]> {
  return db
    .select(shown)
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.kanban, 1)))
    .orderBy(...byName)
}

/** False when the ticket has it. */
export async function addTicketTag(db: Transaction, companyId: number, ticketId: number, tagId: number) {
  return (
    (
      await db
        .insert(ticketTags)
        .values({ companyId, ticketId, tagId })
        .onConflictDoNothing()
        .returning({ tagId: ticketTags.tagId })
    ).length > 0
  )
}

const idsOf = (rows: { tagId: number }[]): number[] => rows.map(({ tagId }) => tagId)
const carried = { tagId: ticketTags.tagId }

/** Tags that a ticket carries. */
export async function tagIdsOfTicket(db: Transaction, companyId: number, ticketId: number): Promise<number[]> {
  return idsOf(
    await db
      .select(carried)
      .from(ticketTags)
      .where(and(eq(ticketTags.companyId, companyId), eq(ticketTags.ticketId, ticketId)))
  )
}

/** Takes the tags that are columns off a ticket; answers with them. */
export async function dropColumnTags(db: Transaction, companyId: number, ticketId: number): Promise<number[]> {
  const columns = db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.kanban, 1)))
  const dropped = await db
    .delete(ticketTags)
    .where(
      and(eq(ticketTags.companyId, companyId), eq(ticketTags.ticketId, ticketId), inArray(ticketTags.tagId, columns))
    )
    .returning(carried)
  return idsOf(dropped)
}

/** Gives a ticket the tags of another beside its own. */
export async function addTagsOf(db: Transaction, companyId: number, from: number, into: number): Promise<void> {
  await rawOf(db)`
    insert into ticket_tags (company_id, ticket_id, tag_id)
    select company_id, ${into}, tag_id from ticket_tags where company_id = ${companyId} and ticket_id = ${from}
    on conflict do nothing`
}

/** False when the ticket does not have it. */
export async function removeTicketTag(db: Transaction, companyId: number, ticketId: number, tagId: number) {
  const isIt = and(eq(ticketTags.companyId, companyId), eq(ticketTags.ticketId, ticketId), eq(ticketTags.tagId, tagId))
  return (await db.delete(ticketTags).where(isIt).returning({ tagId: ticketTags.tagId })).length > 0
}

/** Makes the tags of a ticket exactly these; answers with those that it lost or gained. */
export async function replaceTicketTags(
  db: Transaction,
  companyId: number,
  ticketId: number,
  tagIds: number[]
): Promise<number[]> {
  const lost = await db
    .delete(ticketTags)
    .where(
      and(
        eq(ticketTags.companyId, companyId),
        eq(ticketTags.ticketId, ticketId),
        tagIds.length === 0 ? undefined : notInArray(ticketTags.tagId, tagIds)
      )
    )
    .returning(carried)
  if (tagIds.length === 0) return idsOf(lost)
  const gained = await db
    .insert(ticketTags)
    .values(tagIds.map((tagId) => ({ companyId, ticketId, tagId })))
    .onConflictDoNothing()
    .returning(carried)
  return idsOf([...lost, ...gained])
}
