// SQL of work times: hours and leave of people, and who of a company's admins is bound by none.
import { and, eq, exists, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Leave, WorkHours } from '@guiche/shared/features/org/work-hours.ts'
import type { Transaction } from '#database/client.ts'
import { companies } from '#database/tables/org/companies.ts'
import { loginSessions, users } from '#database/tables/org/users.ts'
import { workTimes } from '#database/tables/org/work-times.ts'

export interface Person {
  companyId: number
  userId: number
}

/** Somebody with the times that bind them. */
export interface BoundPerson extends Person {
  name: string
  profile: 'admin' | 'supervisor' | 'user'
  super: boolean
  timeZone: string
  hours: WorkHours | null
  leaveFrom: string | null
  leaveUntil: string | null
  standInId: number | null
  /** Their tickets have been handed over. */
  hasLeft: boolean
}

function bound(db: Transaction) {
  return db
    .select({
      companyId: workTimes.companyId,
      userId: workTimes.userId,
      name: users.name,
      profile: users.profile,
      super: users.super,
      timeZone: companies.timeZone,
      hours: workTimes.hours,
      leaveFrom: workTimes.leaveFrom,
      leaveUntil: workTimes.leaveUntil,
      standInId: workTimes.standInId,
      hasLeft: workTimes.hasLeft
    })
    .from(workTimes)
    .innerJoin(users, and(eq(users.companyId, workTimes.companyId), eq(users.id, workTimes.userId)))
    .innerJoin(companies, eq(companies.id, workTimes.companyId))
    .$dynamic()
}

const isPerson = ({ companyId, userId }: Person) =>
  and(eq(workTimes.companyId, companyId), eq(workTimes.userId, userId))

/** Undefined for whoever nothing binds. */
export const findBound = async (db: Transaction, person: Person): Promise<BoundPerson | undefined> =>
  (await bound(db).where(isPerson(person)))[0]

/** Everybody of all companies with hours who is signed in at `now`. */
export function boundAndSignedIn(db: Transaction, now: Date): Promise<BoundPerson[]> {
  const running = db
    .select({ one: sql`1` })
    .from(loginSessions)
    .where(
      and(
        eq(loginSessions.companyId, workTimes.companyId),
        eq(loginSessions.userId, workTimes.userId),
        isNull(loginSessions.endedAt),
        gt(loginSessions.expiresAt, now)
      )
    )
  return bound(db).where(and(isNotNull(workTimes.hours), exists(running)))
}

export async function saveHours(db: Transaction, person: Person, hours: WorkHours | null): Promise<void> {
  await db
    .insert(workTimes)
    .values({ ...person, hours })
    .onConflictDoUpdate({ target: [workTimes.companyId, workTimes.userId], set: { hours } })
}

/** Whether an admin besides this person has neither hours nor a leave. */
export async function hasOtherFreeAdmin(db: Transaction, { companyId, userId }: Person): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(workTimes, and(eq(workTimes.companyId, users.companyId), eq(workTimes.userId, users.id)))
    .where(
      and(
        eq(users.companyId, companyId),
        ne(users.id, userId),
        or(eq(users.profile, 'admin'), eq(users.super, true)),
        or(users.super, and(isNull(workTimes.hours), isNull(workTimes.leaveFrom)))
      )
    )
    .limit(1)
  return rows.length > 0
}

/** People whose leave has begun or is over, by a calendar that shows `today` first of all zones. */
export const leavesUntil = (db: Transaction, today: string): Promise<BoundPerson[]> =>
  bound(db).where(lte(workTimes.leaveFrom, today))

/** The person's times, held until the transaction ends. */
export async function lockTimes(db: Transaction, person: Person): Promise<void> {
  await db.select({ userId: workTimes.userId }).from(workTimes).where(isPerson(person)).for('update')
}

/** Null takes it away. A new leave has not begun. */
export async function saveLeave(db: Transaction, person: Person, leave: Leave | null): Promise<void> {
  const row = {
    leaveFrom: leave?.from ?? null,
    leaveUntil: leave?.until ?? null,
    standInId: leave?.standInId ?? null,
    hasLeft: false
  }
  await db
    .insert(workTimes)
    .values({ ...person, ...row })
    .onConflictDoUpdate({ target: [workTimes.companyId, workTimes.userId], set: row })
}

export const markLeft = (db: Transaction, person: Person): Promise<unknown> =>
  db.update(workTimes).set({ hasLeft: true }).where(isPerson(person))

/** Nobody stands in for others who is gone. */
export async function clearStandIn(db: Transaction, companyId: number, standInId: number): Promise<void> {
  await db
    .update(workTimes)
    .set({ standInId: null })
    .where(and(eq(workTimes.companyId, companyId), eq(workTimes.standInId, standInId)))
}
