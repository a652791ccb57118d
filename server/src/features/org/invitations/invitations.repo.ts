// SQL of invitations.
import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PermissionKey } from '@guiche/shared/kernel/access.ts'
import type { QueueBrief } from '@guiche/shared/features/org/queues.ts'
import type { Transaction } from '#database/client.ts'
import { invitations } from '#database/tables/org/invitations.ts'
import { roles } from '#database/tables/org/roles.ts'
import { userQueues, users } from '#database/tables/org/users.ts'

const [inviter, accepter] = [alias(users, 'inviter'), alias(users, 'accepter')]
const inviterRole = alias(roles, 'inviter_role')

const queues = sql<QueueBrief[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color)
    order by q.order_queue nulls last, lower(q.name), q.id)
  from queues q
  where q.company_id = invitations.company_id and q.id = any (invitations.queue_ids)), '[]'::jsonb)`

const columns = {
  id: invitations.id,
  companyId: invitations.companyId,
  email: invitations.email,
  profile: invitations.profile,
  queues,
  tokenHash: invitations.tokenHash,
  expiresAt: invitations.expiresAt,
  acceptedAt: invitations.acceptedAt,
  revokedAt: invitations.revokedAt,
  createdAt: invitations.createdAt,
  role: { id: roles.id, name: roles.name, permissions: roles.permissions },
  inviter: {
    name: inviter.name,
    profile: inviter.profile,
    super: inviter.super,
    permissions: inviter.permissions,
    role: sql<{ permissions: PermissionKey[] } | null>`case when ${inviterRole.id} is null then null
      else jsonb_build_object('permissions', ${inviterRole.permissions}) end`,
    allTicket: inviter.allTicket,
    queueIds: sql<number[]>`array(select ${userQueues.queueId}::int from ${userQueues}
      where ${userQueues.companyId} = ${inviter.companyId} and ${userQueues.userId} = ${inviter.id})`
  },
  acceptedBy: accepter.name
}

const isOne = (companyId: number, id: number) => and(eq(invitations.companyId, companyId), eq(invitations.id, id))

const isUnanswered = (companyId: number) =>
  and(eq(invitations.companyId, companyId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt))
const isWaiting = (companyId: number, now: Date) => and(isUnanswered(companyId), gt(invitations.expiresAt, now))

function select(db: Transaction, where: SQL | undefined) {
  return db
    .select(columns)
    .from(invitations)
    .innerJoin(inviter, and(eq(inviter.companyId, invitations.companyId), eq(inviter.id, invitations.invitedBy)))
    .leftJoin(inviterRole, and(eq(inviterRole.companyId, inviter.companyId), eq(inviterRole.id, inviter.roleId)))
    .leftJoin(roles, and(eq(roles.companyId, invitations.companyId), eq(roles.id, invitations.roleId)))
    .leftJoin(accepter, and(eq(accepter.companyId, invitations.companyId), eq(accepter.id, invitations.acceptedBy)))
    .where(where)
    .orderBy(desc(invitations.id))
}
export type FoundInvitation = Awaited<ReturnType<typeof select>>[number]

export const newestInvitations = (db: Transaction, companyId: number, limit: number): Promise<FoundInvitation[]> =>
  select(db, eq(invitations.companyId, companyId)).limit(limit)

export const invitationsByIds = async (
  db: Transaction,
  companyId: number,
  ids: readonly number[]
): Promise<FoundInvitation[]> =>
  ids.length === 0 ? [] : select(db, and(eq(invitations.companyId, companyId), inArray(invitations.id, [...ids])))

export const countWaiting = async (db: Transaction, companyId: number, now: Date): Promise<number> =>
  (await db.select({ all: count() }).from(invitations).where(isWaiting(companyId, now)))[0]?.all ?? 0

/** Invitations of a company since a moment, of one address or of all. */
export async function countSince(db: Transaction, companyId: number, since: Date, email?: string): Promise<number> {
  const ofAddress = email === undefined ? undefined : eq(invitations.email, email)
  const isRecent = and(eq(invitations.companyId, companyId), gt(invitations.createdAt, since), ofAddress)
  return (await db.select({ all: count() }).from(invitations).where(isRecent))[0]?.all ?? 0
}

export async function insertInvitation(db: Transaction, row: typeof invitations.$inferInsert): Promise<number> {
  const [made] = await db.insert(invitations).values(row).returning({ id: invitations.id })
  if (!made) throw new Error('an invitation was inserted without an answer')
  return made.id
}

/** Ends those that nobody has answered, expired or not; answers with their ids. */
export async function revokeUnanswered(
  db: Transaction,
  { companyId, now }: { companyId: number; now: Date },
  which: { id: number } | { emails: readonly string[] }
): Promise<number[]> {
  const isMeant = 'id' in which ? eq(invitations.id, which.id) : inArray(invitations.email, [...which.emails])
  const rows = await db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(isUnanswered(companyId), isMeant))
    .returning({ id: invitations.id })
  return rows.map(({ id }) => id)
}

export const markAccepted = (
  db: Transaction,
  { companyId, id }: { companyId: number; id: number },
  changes: { acceptedBy: number; acceptedAt: Date }
): Promise<unknown> => db.update(invitations).set(changes).where(isOne(companyId, id))

/** What somebody sent out or came in by; answers with the ids. */
export async function deleteOfUser(db: Transaction, companyId: number, userId: number): Promise<number[]> {
  const isTheirs = or(eq(invitations.invitedBy, userId), eq(invitations.acceptedBy, userId))
  const rows = await db
    .delete(invitations)
    .where(and(eq(invitations.companyId, companyId), isTheirs))
    .returning({ id: invitations.id })
  return rows.map(({ id }) => id)
}

export const deleteOlder = (db: Transaction, moment: Date): Promise<unknown> =>
  db.delete(invitations).where(lt(invitations.expiresAt, moment))

export async function waitsForAnswer(
  db: Transaction,
  { companyId, id }: { companyId: number; id: number },
  now: Date
): Promise<boolean> {
  const isMeant = and(isWaiting(companyId, now), eq(invitations.id, id))
  return (await db.select({ id: invitations.id }).from(invitations).where(isMeant)).length > 0
}
