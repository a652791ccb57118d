// SQL of work times: hours and leave of people, and who of a company's admins is bound by none.
import { and, eq, exists, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { WorkHours } from '@guiche/shared/features/org/work-hours.ts'
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
      hours: workTimes.hours
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
