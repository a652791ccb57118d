// SQL of logins.
import { and, desc, eq, gt, inArray, isNull, lt, ne, notInArray, or } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { loginSessions } from '#database/tables/org/users.ts'

export type SessionRow = typeof loginSessions.$inferSelect
export type EndReason = NonNullable<SessionRow['endReason']>

const isSession = (companyId: number, id: string) =>
  and(eq(loginSessions.companyId, companyId), eq(loginSessions.id, id))

export const insertSession = (db: Transaction, row: typeof loginSessions.$inferInsert): Promise<unknown> =>
  db.insert(loginSessions).values(row)

/** The login, held until the transaction ends. */
export const lockSession = async (db: Transaction, companyId: number, id: string): Promise<SessionRow | undefined> =>
  (await db.select().from(loginSessions).where(isSession(companyId, id)).for('update'))[0]

export const changeSession = (
  db: Transaction,
  companyId: number,
  id: string,
  next: Partial<Omit<SessionRow, 'companyId' | 'id' | 'userId'>>
): Promise<unknown> => db.update(loginSessions).set(next).where(isSession(companyId, id))

export interface Which {
  /** Only this login. */
  only?: string | undefined
  /** All but this login. */
  except?: string | undefined
  /** All but so many of those that started last. */
  newest?: number | undefined
}

const isRunning = ({ companyId, userId }: { companyId: number; userId: number }) =>
  and(eq(loginSessions.companyId, companyId), eq(loginSessions.userId, userId), isNull(loginSessions.endedAt))

function newestOf(
  db: Transaction,
  who: { companyId: number; userId: number },
  { count, at }: { count: number; at: Date }
) {
  return db
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(and(isRunning(who), gt(loginSessions.expiresAt, at)))
    .orderBy(desc(loginSessions.createdAt), desc(loginSessions.id))
    .limit(count)
}

/** The running logins of a user, the one seen last first. */
export function runningSessions(
  db: Transaction,
  who: { companyId: number; userId: number },
  at: Date
): Promise<SessionRow[]> {
  return db
    .select()
    .from(loginSessions)
    .where(and(isRunning(who), gt(loginSessions.expiresAt, at)))
    .orderBy(desc(loginSessions.rotatedAt), desc(loginSessions.id))
}

/** Ends the running logins of a user and answers with their ids. */
export async function endSessions(
  db: Transaction,
  who: { companyId: number; userId: number },
  { only, except, newest }: Which,
  end: { endedAt: Date; endReason: EndReason }
): Promise<string[]> {
  const rows = await db
    .update(loginSessions)
    .set(end)
    .where(
      and(
        isRunning(who),
        ...(only === undefined ? [] : [eq(loginSessions.id, only)]),
        ...(except === undefined ? [] : [ne(loginSessions.id, except)]),
        ...(newest === undefined
          ? []
          : [notInArray(loginSessions.id, newestOf(db, who, { count: newest, at: end.endedAt }))])
      )
    )
    .returning({ id: loginSessions.id })
  return rows.map((row) => row.id)
}

/** Deletes logins that are over since before `moment`. */
export function deleteOldSessions(db: Transaction, moment: Date): Promise<unknown> {
  const old = db
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(or(lt(loginSessions.endedAt, moment), lt(loginSessions.expiresAt, moment)))
    .limit(10_000)
  return db.delete(loginSessions).where(inArray(loginSessions.id, old))
}
