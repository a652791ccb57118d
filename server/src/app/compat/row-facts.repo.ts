// SQL of what the contract leaves out and older clients read. Columns are named one by one: no secret comes along.
import { and, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { prompts } from '#database/tables/automation/automation.ts'
import { companies, plans, settings } from '#database/tables/org/companies.ts'
import { quickMessages } from '#database/tables/inbox/messages.ts'
import { tags, ticketTags } from '#database/tables/inbox/tickets.ts'
import { users } from '#database/tables/org/users.ts'

export interface RowTimes {
  createdAt: Date
  updatedAt: Date
}

const byId = <T extends { id: number }>(rows: T[]): Map<number, T> => new Map(rows.map((row) => [row.id, row]))

/** `isMeant` narrows it to a company; plans belong to none. */
async function timesOf(
  db: Transaction,
  table: typeof tags | typeof quickMessages | typeof plans,
  ids: number[],
  isMeant?: SQL
): Promise<Map<number, { id: number } & RowTimes>> {
  return byId(
    ids.length === 0
      ? []
      : await db
          .select({ id: table.id, createdAt: table.createdAt, updatedAt: table.updatedAt })
          .from(table)
          .where(and(isMeant, inArray(table.id, ids)))
  )
}

export const tagTimes = (db: Transaction, companyId: number, ids: number[]) =>
  timesOf(db, tags, ids, eq(tags.companyId, companyId))

export const quickMessageTimes = (db: Transaction, companyId: number, ids: number[]) =>
  timesOf(db, quickMessages, ids, eq(quickMessages.companyId, companyId))

export const planTimes = (db: Transaction, ids: number[]) => timesOf(db, plans, ids)

/** A row a tag whose name holds the search, with how many tickets carry it, as text. */
export async function countsOfTags(db: Transaction, companyId: number, search: string) {
  const isCarried = and(eq(ticketTags.companyId, tags.companyId), eq(ticketTags.tagId, tags.id))
  const isFound = search === '' ? undefined : sql`strpos(lower(${tags.name}), lower(${search}::text)) > 0`
  const rows = await db
    .select({ id: tags.id, count: count(ticketTags.ticketId) })
    .from(tags)
    .leftJoin(ticketTags, isCarried)
    .where(and(eq(tags.companyId, companyId), isFound))
    .groupBy(tags.companyId, tags.id)
    .orderBy(sql`lower(${tags.name})`, tags.id)
  return rows.map((row) => ({ id: row.id, count: String(row.count) }))
}

/** What is said of a company beside its people. */
export interface CompanyNames {
  id: number
  name: string
  dueDate: Date | null
}

export async function companyNames(db: Transaction, companyIds: number[]): Promise<Map<number, CompanyNames>> {
  const ids = [...new Set(companyIds)]
  const columns = { id: companies.id, name: companies.name, dueDate: companies.dueDate }
  return byId(ids.length === 0 ? [] : await db.select(columns).from(companies).where(inArray(companies.id, ids)))
}

export interface CompanyFacts {
  id: number
  schedules: unknown[]
  createdAt: Date
  /** By key, of settings that were changed once. */
  settingTimes: Map<string, Date>
}

export async function companyFacts(db: Transaction, companyIds: number[]): Promise<Map<number, CompanyFacts>> {
  const ids = [...new Set(companyIds)]
  if (ids.length === 0) return new Map()
  const [rows, changed] = await Promise.all([
    db
      .select({ id: companies.id, schedules: companies.schedules, createdAt: companies.createdAt })
      .from(companies)
      .where(inArray(companies.id, ids)),
    db
      .select({ companyId: settings.companyId, key: settings.key, updatedAt: settings.updatedAt })
      .from(settings)
      .where(inArray(settings.companyId, ids))
  ])
  const ofCompanies = Map.groupBy(changed, ({ companyId }) => companyId)
  return byId(
    rows.map((row) => ({
      ...row,
      settingTimes: new Map((ofCompanies.get(row.id) ?? []).map(({ key, updatedAt }) => [key, updatedAt]))
    }))
  )
}

/** What is shown of a prompt: its keys stay where they are. */
export async function promptFacts(db: Transaction, companyId: number, ids: number[]) {
  return byId(
    ids.length === 0
      ? []
      : await db
          .select({
            id: prompts.id,
            name: prompts.name,
            voice: prompts.voice,
            maxTokens: prompts.maxTokens,
            maxMessages: prompts.maxMessages,
            temperature: prompts.temperature,
            queueId: prompts.queueId,
            companyId: prompts.companyId,
            createdAt: prompts.createdAt,
            updatedAt: prompts.updatedAt
          })
          .from(prompts)
          .where(and(eq(prompts.companyId, companyId), inArray(prompts.id, ids)))
  )
}

/** What colleagues may know of each other. */
export async function personFacts(db: Transaction, companyId: number, ids: number[]) {
  return byId(
    ids.length === 0
      ? []
      : await db
          .select({
            id: users.id,
            name: users.name,
            /** Colleagues do not read each other's addresses. */
            email: sql<string>`''`,
            profile: users.profile,
            super: users.super,
            online: users.online,
            companyId: users.companyId,
            createdAt: users.createdAt,
            updatedAt: users.updatedAt
          })
          .from(users)
          .where(and(eq(users.companyId, companyId), inArray(users.id, [...new Set(ids)])))
  )
}
