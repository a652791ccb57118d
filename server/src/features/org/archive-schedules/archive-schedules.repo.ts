// SQL of the archives that go into stores by themselves: they are the server's, for the super user alone.
import { and, asc, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { companyArchiveSchedules as schedules } from '#database/tables/org/archive-schedules.ts'
import { companies } from '#database/tables/org/companies.ts'

export type ScheduleRow = typeof schedules.$inferSelect
export type ScheduleDraft = Omit<
  typeof schedules.$inferInsert,
  'startedAt' | 'endedAt' | 'failure' | 'fileName' | 'size'
>

export async function findSchedule(db: Transaction, companyId: number): Promise<ScheduleRow | null> {
  const [row] = await db.select().from(schedules).where(eq(schedules.companyId, companyId))
  return row ?? null
}

export async function companyOf(db: Transaction, id: number) {
  const { name, timeZone } = companies
  const [row] = await db.select({ name, timeZone }).from(companies).where(eq(companies.id, id))
  return row ?? null
}

/** What is said of the last run stays. */
export async function putSchedule(db: Transaction, draft: ScheduleDraft): Promise<ScheduleRow> {
  const { companyId: _company, ...change } = draft
  const [row] = await db
    .insert(schedules)
    .values(draft)
    .onConflictDoUpdate({ target: schedules.companyId, set: change })
    .returning()
  if (!row) throw new Error('a schedule was not stored')
  return row
}

export async function deleteSchedule(db: Transaction, companyId: number): Promise<ScheduleRow | null> {
  const [row] = await db.delete(schedules).where(eq(schedules.companyId, companyId)).returning()
  return row ?? null
}

/** Those that nobody is at; a run that began before `lostBefore` has had all its tries. */
const isFree = (lostBefore: Date) => or(isNull(schedules.startedAt), lt(schedules.startedAt, lostBefore))

/** Companies that are open and whose moment has come, with the zone of their clocks. */
export function dueSchedules(db: Transaction, now: Date, lostBefore: Date) {
  return db
    .select({ companyId: schedules.companyId, every: schedules.every, timeZone: companies.timeZone })
    .from(schedules)
    .innerJoin(companies, eq(companies.id, schedules.companyId))
    .where(and(lte(schedules.dueAt, now), eq(companies.status, true), isFree(lostBefore)))
    .orderBy(asc(schedules.dueAt))
}

interface Claim {
  companyId: number
  now: Date
  lostBefore: Date
  /** The next moment, where this is one of the schedule and not one that was asked for. */
  next?: Date
}

/** Null when another node was first, or somebody is at it. */
export async function claimSchedule(
  db: Transaction,
  { companyId, now, lostBefore, next }: Claim
): Promise<ScheduleRow | null> {
  const isDue = next === undefined ? undefined : lte(schedules.dueAt, now)
  const [row] = await db
    .update(schedules)
    .set({ startedAt: now, ...(next && { dueAt: next }) })
    .where(and(eq(schedules.companyId, companyId), isFree(lostBefore), isDue))
    .returning()
  return row ?? null
}

/** The run that was claimed at `startedAt`; null when it is wanted no more. */
export async function findRun(db: Transaction, companyId: number, startedAt: Date): Promise<ScheduleRow | null> {
  const [row] = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.companyId, companyId), eq(schedules.startedAt, startedAt)))
  return row ?? null
}

type RunEnd = Pick<ScheduleRow, 'endedAt' | 'failure' | 'fileName' | 'size'>

/** Null when it is wanted no more. */
export async function endRun(
  db: Transaction,
  companyId: number,
  startedAt: Date,
  end: RunEnd
): Promise<ScheduleRow | null> {
  const [row] = await db
    .update(schedules)
    .set({ ...end, startedAt: null })
    .where(and(eq(schedules.companyId, companyId), eq(schedules.startedAt, startedAt)))
    .returning()
  return row ?? null
}
