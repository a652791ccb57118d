// SQL of signing in: who has a mail address, who is behind a token, and codes for forgotten passwords.
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { roles } from '#database/tables/org/roles.ts'
import { loginSessions, passwordResets, userQueues, users } from '#database/tables/org/users.ts'

export interface Account {
  companyId: number
  userId: number
  name: string
  email: string
  passwordHash: string
  profile: string
  isSuper: boolean
  createdAt: Date
}

const accountColumns = {
  companyId: users.companyId,
  userId: users.id,
  name: users.name,
  email: users.email,
  passwordHash: users.passwordHash,
  profile: users.profile,
  isSuper: users.super,
  createdAt: users.createdAt
}

/** The account of a mail address in lower case; mail addresses are unique over all companies. */
export async function findAccount(db: Transaction, email: string): Promise<Account | undefined> {
  const isIt = eq(sql`lower(${users.email})`, email)
  const [row] = await db.select(accountColumns).from(users).where(isIt)
  return row
}

/** The account of a person, held until the transaction ends. */
export async function lockAccount(db: Transaction, { companyId, userId }: Person): Promise<Account | undefined> {
  const isIt = and(eq(users.companyId, companyId), eq(users.id, userId))
  const [row] = await db.select(accountColumns).from(users).where(isIt).for('no key update')
  return row
}

const queueIds = sql<number[]>`array(
  select ${userQueues.queueId} from ${userQueues}
  where ${userQueues.companyId} = ${users.companyId} and ${userQueues.userId} = ${users.id})`.mapWith(
  (ids: (string | number)[]) => ids.map(Number)
)

export interface LoginKey {
  companyId: number
  userId: number
  sessionId: string
}

/** A login with its user, company and plan, in one statement. */
export async function findCaller(db: Transaction, { companyId, userId, sessionId }: LoginKey) {
  const [row] = await db
    .select({
      endedAt: loginSessions.endedAt,
      endReason: loginSessions.endReason,
      expiresAt: loginSessions.expiresAt,
      name: users.name,
      email: users.email,
      profile: users.profile,
      super: users.super,
      allTicket: users.allTicket,
      permissions: users.permissions,
      role: { permissions: roles.permissions },
      connectionId: users.connectionId,
      queueIds,
      company: { status: companies.status, dueDate: companies.dueDate },
      timeZone: companies.timeZone,
      planFlags: {
        useCampaigns: plans.useCampaigns,
        useSchedules: plans.useSchedules,
        useInternalChat: plans.useInternalChat,
        useExternalApi: plans.useExternalApi,
        useKanban: plans.useKanban,
        useOpenAi: plans.useOpenAi,
        useIntegrations: plans.useIntegrations
      }
    })
    .from(loginSessions)
    .innerJoin(users, and(eq(users.companyId, loginSessions.companyId), eq(users.id, loginSessions.userId)))
    .innerJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(plans, eq(plans.id, companies.planId))
    .leftJoin(roles, and(eq(roles.companyId, users.companyId), eq(roles.id, users.roleId)))
    .where(
      and(eq(loginSessions.companyId, companyId), eq(loginSessions.id, sessionId), eq(loginSessions.userId, userId))
    )
  return row
}
export type CallerRow = NonNullable<Awaited<ReturnType<typeof findCaller>>>

interface Person {
  companyId: number
  userId: number
}
export type ResetRow = typeof passwordResets.$inferSelect

const isReset = ({ companyId, userId }: Person) =>
  and(eq(passwordResets.companyId, companyId), eq(passwordResets.userId, userId))

/** A new code takes the place of an older one. */
export function saveReset(db: Transaction, row: Omit<ResetRow, 'attempts' | 'createdAt'>): Promise<unknown> {
  const { codeHash, expiresAt } = row
  return db
    .insert(passwordResets)
    .values(row)
    .onConflictDoUpdate({
      target: [passwordResets.companyId, passwordResets.userId],
      set: { codeHash, expiresAt, attempts: 0 }
    })
}

/** The code of a person, held until the transaction ends. */
export const lockReset = async (db: Transaction, person: Person): Promise<ResetRow | undefined> =>
  (await db.select().from(passwordResets).where(isReset(person)).for('update'))[0]

export function countResetAttempt(db: Transaction, person: Person): Promise<unknown> {
  return db
    .update(passwordResets)
    .set({ attempts: sql`${passwordResets.attempts} + 1` })
    .where(isReset(person))
}

export const deleteReset = (db: Transaction, person: Person): Promise<unknown> =>
  db.delete(passwordResets).where(isReset(person))

export const deleteOldResets = (db: Transaction, moment: Date): Promise<unknown> =>
  db.delete(passwordResets).where(lt(passwordResets.expiresAt, moment))
