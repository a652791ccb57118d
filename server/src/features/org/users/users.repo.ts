// SQL of users and of their queues.
import { and, asc, count, eq, ilike, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import type { QueueBrief } from '@guiche/shared/features/org/queues.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import type { Leave, WorkHours } from '@guiche/shared/features/org/work-hours.ts'
import type { Transaction } from '#database/client.ts'
import { companies } from '#database/tables/org/companies.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { userQueues, users } from '#database/tables/org/users.ts'
import { naming } from '#database/violations.ts'

export type UserRow = typeof users.$inferSelect
export type NewUserRow = typeof users.$inferInsert

const taken = [{ constraint: 'users_email', field: 'email', code: 'ERR_EMAIL_ALREADY_EXISTS' }] as const

const isUser = (companyId: number, id: number) => and(eq(users.companyId, companyId), eq(users.id, id))

// Names in full: Drizzle leaves the table's name away where a query has one table only.
const queuesOfUser = sql<QueueBrief[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color)
    order by q.order_queue nulls last, lower(q.name), q.id)
  from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
  where uq.company_id = users.company_id and uq.user_id = users.id), '[]'::jsonb)`

const workHoursOfUser = sql<WorkHours | null>`(
  select w.hours from work_times w where w.company_id = users.company_id and w.user_id = users.id)`

const leaveOfUser = sql<Leave | null>`(
  select jsonb_build_object('from', w.leave_from, 'until', w.leave_until, 'standInId', w.stand_in_id)
  from work_times w
  where w.company_id = users.company_id and w.user_id = users.id and w.leave_from is not null)`

const roleOfUser = sql<User['role']>`(
  select jsonb_build_object('id', r.id, 'name', r.name, 'permissions', r.permissions) from roles r
  where r.company_id = users.company_id and r.id = users.role_id)`

/** Everything but the password's hash, which only the login reads. */
const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  profile: users.profile,
  super: users.super,
  companyId: users.companyId,
  whatsappId: users.connectionId,
  queues: queuesOfUser,
  allTicket: users.allTicket,
  permissions: users.permissions,
  role: roleOfUser,
  online: users.online,
  workHours: workHoursOfUser,
  leave: leaveOfUser,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt
}

type Selected = Omit<User, 'allTicket' | 'createdAt' | 'updatedAt'> &
  Pick<UserRow, 'allTicket' | 'createdAt' | 'updatedAt'>

function asUser(row: Selected): User {
  return {
    ...row,
    allTicket: row.allTicket ? 'enabled' : 'disabled',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString()
  }
}

async function select(db: Transaction, where: SQL | undefined, page?: { offset: number; limit: number }) {
  const query = db
    .select(columns)
    .from(users)
    .where(where)
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
  return (await (page ? query.limit(page.limit).offset(page.offset) : query)).map(asUser)
}

function matching(companyId: number, search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return and(
    eq(users.companyId, companyId),
    search === '' ? undefined : or(ilike(users.name, pattern), ilike(users.email, pattern))
  )
}

export const pageOfUsers = (
  db: Transaction,
  companyId: number,
  search: string,
  page: { offset: number; limit: number }
): Promise<User[]> => select(db, matching(companyId, search), page)

export const countUsers = async (db: Transaction, companyId: number, search: string): Promise<number> =>
  (await db.select({ all: count() }).from(users).where(matching(companyId, search)))[0]?.all ?? 0

export const usersOf = (db: Transaction, companyId: number): Promise<User[]> =>
  select(db, eq(users.companyId, companyId))

export const usersByIds = async (db: Transaction, companyId: number, ids: readonly number[]): Promise<User[]> =>
  ids.length === 0 ? [] : select(db, and(eq(users.companyId, companyId), inArray(users.id, [...ids])))

/** What a mail about the account, and a check of its password, need. */
export async function accountOf(db: Transaction, companyId: number, id: number) {
  const { name, email, passwordHash } = users
  const [row] = await db
    .select({ name, email, passwordHash, timeZone: companies.timeZone })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(isUser(companyId, id))
  return row
}

/** The user, held until the transaction ends. */
export const lockUser = async (db: Transaction, companyId: number, id: number): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(isUser(companyId, id)).for('no key update')).length > 0

/** Errors: AppError for a mail address that is taken. */
export async function insertUser(db: Transaction, row: NewUserRow): Promise<number> {
  const [made] = await naming(taken, db.insert(users).values(row).returning({ id: users.id }))
  if (!made) throw new Error('a user was inserted without an answer')
  return made.id
}

/** Errors: AppError for a mail address that is taken. */
export const updateUser = (
  db: Transaction,
  companyId: number,
  id: number,
  changes: Partial<UserRow>
): Promise<unknown> => naming(taken, db.update(users).set(changes).where(isUser(companyId, id)))

export const deleteUser = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(users).where(isUser(companyId, id))

/** Which of the addresses somebody has; they are unique over all companies. */
export async function knownEmails(db: Transaction, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const email = sql<string>`lower(${users.email})`
  const rows = await db
    .select({ email })
    .from(users)
    .where(inArray(email, [...emails]))
  return rows.map((row) => row.email)
}

/** Admins of a company besides one user. */
export async function countOtherAdmins(db: Transaction, companyId: number, userId: number): Promise<number> {
  const isOtherAdmin = and(
    eq(users.companyId, companyId),
    ne(users.id, userId),
    or(eq(users.profile, 'admin'), eq(users.super, true))
  )
  return (await db.select({ all: count() }).from(users).where(isOtherAdmin))[0]?.all ?? 0
}

export async function setQueues(
  db: Transaction,
  companyId: number,
  userId: number,
  queueIds: readonly number[]
): Promise<void> {
  await db.delete(userQueues).where(and(eq(userQueues.companyId, companyId), eq(userQueues.userId, userId)))
  if (queueIds.length === 0) return
  await db.insert(userQueues).values(queueIds.map((queueId) => ({ companyId, userId, queueId })))
}

export async function userIdsOfQueue(db: Transaction, companyId: number, queueId: number): Promise<number[]> {
  const rows = await db
    .select({ userId: userQueues.userId })
    .from(userQueues)
    .where(and(eq(userQueues.companyId, companyId), eq(userQueues.queueId, queueId)))
  return rows.map((row) => row.userId)
}

export async function userIdsOfRole(db: Transaction, companyId: number, roleId: number): Promise<number[]> {
  const isHolder = and(eq(users.companyId, companyId), eq(users.roleId, roleId))
  const rows = await db.select({ id: users.id }).from(users).where(isHolder)
  return rows.map((row) => row.id)
}

/** Takes a queue from everybody; answers with those who had it. */
export async function removeQueue(db: Transaction, companyId: number, queueId: number): Promise<number[]> {
  const rows = await db
    .delete(userQueues)
    .where(and(eq(userQueues.companyId, companyId), eq(userQueues.queueId, queueId)))
    .returning({ userId: userQueues.userId })
  return rows.map((row) => row.userId)
}

/** Takes a default connection from everybody; answers with those who had it. */
export async function removeConnection(db: Transaction, companyId: number, connectionId: number): Promise<number[]> {
  const rows = await db
    .update(users)
    .set({ connectionId: null })
    .where(and(eq(users.companyId, companyId), eq(users.connectionId, connectionId)))
    .returning({ id: users.id })
  return rows.map((row) => row.id)
}

export async function hasConnection(db: Transaction, companyId: number, connectionId: number): Promise<boolean> {
  const isConnection = and(eq(connections.companyId, companyId), eq(connections.id, connectionId))
  return (await db.select({ id: connections.id }).from(connections).where(isConnection)).length > 0
}

export const superUserExists = async (db: Transaction): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.super, true)).limit(1)).length > 0

export const superUsers = (db: Transaction): Promise<{ companyId: number; id: number }[]> =>
  db.select({ companyId: users.companyId, id: users.id }).from(users).where(eq(users.super, true))
