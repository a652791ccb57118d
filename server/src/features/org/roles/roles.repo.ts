// SQL of roles and of who has them; every statement is scoped by company.
import { and, asc, count, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Role } from '@guiche/shared/features/org/roles.ts'
import type { Transaction } from '#database/client.ts'
import { invitations } from '#database/tables/org/invitations.ts'
import { roles } from '#database/tables/org/roles.ts'
import { users } from '#database/tables/org/users.ts'
import { naming } from '#database/violations.ts'

const taken = [{ constraint: 'roles_name', field: 'name', code: 'ERR_ROLE_NAME_ALREADY_EXISTS' }] as const

const columns = {
  id: roles.id,
  companyId: roles.companyId,
  name: roles.name,
  permissions: roles.permissions,
  // Names in full: Drizzle leaves the table's name away where a query has one table only.
  userCount:
    sql<number>`(select count(*) from users u where u.company_id = roles.company_id and u.role_id = roles.id)`.mapWith(
      Number
    ),
  createdAt: roles.createdAt,
  updatedAt: roles.updatedAt
}

const isRole = (companyId: number, id: number) => and(eq(roles.companyId, companyId), eq(roles.id, id))

async function select(db: Transaction, where: SQL | undefined): Promise<Role[]> {
  const rows = await db
    .select(columns)
    .from(roles)
    .where(where)
    .orderBy(asc(sql`lower(${roles.name})`), asc(roles.id))
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString()
  }))
}

/** By name. */
export const rolesOf = (db: Transaction, companyId: number): Promise<Role[]> =>
  select(db, eq(roles.companyId, companyId))

export const roleById = async (db: Transaction, companyId: number, id: number): Promise<Role | undefined> =>
  (await select(db, isRole(companyId, id)))[0]

/** True while it is there; it then stays, as it is, until the transaction ends. */
export const lockRoleForUse = async (db: Transaction, companyId: number, id: number): Promise<boolean> =>
  (await db.select({ id: roles.id }).from(roles).where(isRole(companyId, id)).for('share')).length > 0

/** The same for whoever changes it. */
export const lockRole = async (db: Transaction, companyId: number, id: number): Promise<boolean> =>
  (await db.select({ id: roles.id }).from(roles).where(isRole(companyId, id)).for('update')).length > 0

type NewRole = Pick<typeof roles.$inferInsert, 'companyId' | 'name' | 'permissions'>

/** Errors: AppError for a name that is taken. */
export async function insertRole(db: Transaction, row: NewRole): Promise<number> {
  const [made] = await naming(taken, db.insert(roles).values(row).returning({ id: roles.id }))
  if (!made) throw new Error('a role was inserted without an answer')
  return made.id
}

/** Errors: AppError for a name that is taken. */
export const changeRole = (
  db: Transaction,
  { companyId, id }: { companyId: number; id: number },
  change: Partial<typeof roles.$inferInsert>
): Promise<unknown> => naming(taken, db.update(roles).set(change).where(isRole(companyId, id)))

export const deleteRole = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(roles).where(isRole(companyId, id))

/** People who have the role, and invitations with it that somebody may still accept. */
export async function countHolders(
  db: Transaction,
  { companyId, id, now }: { companyId: number; id: number; now: Date }
): Promise<number> {
  const isWaiting = and(
    eq(invitations.companyId, companyId),
    eq(invitations.roleId, id),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, now)
  )
  const isHolder = and(eq(users.companyId, companyId), eq(users.roleId, id))
  const [people] = await db.select({ all: count() }).from(users).where(isHolder)
  const [invited] = await db.select({ all: count() }).from(invitations).where(isWaiting)
  return (people?.all ?? 0) + (invited?.all ?? 0)
}

/** Invitations that are answered or over let go of the role. */
export async function releaseInvitations(
  db: Transaction,
  { companyId, id, now }: { companyId: number; id: number; now: Date }
): Promise<void> {
  const isOver = or(
    isNotNull(invitations.acceptedAt),
    isNotNull(invitations.revokedAt),
    lte(invitations.expiresAt, now)
  )
  await db
    .update(invitations)
    .set({ roleId: null })
    .where(and(eq(invitations.companyId, companyId), eq(invitations.roleId, id), isOver))
}
