// SQL of activities; every statement is scoped by company.
import { and, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  mostActivities,
  type ActivityKind,
  type TicketActivity
} from '@guiche/shared/features/inbox/ticket-activities.ts'
import type { Transaction } from '#database/client.ts'
import { tags, ticketActivities } from '#database/tables/inbox/tickets.ts'
import { queues } from '#database/tables/org/queues.ts'
import { users } from '#database/tables/org/users.ts'

export interface ActivityRow {
  companyId: number
  ticketId: number
  kind: ActivityKind
  userId: number | null
  toUserId?: number | null
  toQueueId?: number | null
  tagId?: number | null
  rating?: number | null
}

const toUsers = alias(users, 'to_users')

function activities(db: Transaction) {
  const { companyId } = ticketActivities
  return db
    .select({
      row: ticketActivities,
      user: users.name,
      toUser: toUsers.name,
      toQueue: queues.name,
      tag: tags.name
    })
    .from(ticketActivities)
    .leftJoin(users, and(eq(users.companyId, companyId), eq(users.id, ticketActivities.userId)))
    .leftJoin(toUsers, and(eq(toUsers.companyId, companyId), eq(toUsers.id, ticketActivities.toUserId)))
    .leftJoin(queues, and(eq(queues.companyId, companyId), eq(queues.id, ticketActivities.toQueueId)))
    .leftJoin(tags, and(eq(tags.companyId, companyId), eq(tags.id, ticketActivities.tagId)))
    .$dynamic()
}

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name })

function activityOfRow({ row, ...names }: Awaited<ReturnType<typeof activities>>[number]): TicketActivity {
  return {
    id: row.id,
    ticketId: row.ticketId,
    kind: row.kind,
    user: named(row.userId, names.user),
    toUser: named(row.toUserId, names.toUser),
    toQueue: named(row.toQueueId, names.toQueue),
    tag: named(row.tagId, names.tag),
    rating: row.rating,
    createdAt: row.createdAt.toISOString()
  }
}

/** The newest, oldest first. */
export async function activitiesOf(db: Transaction, companyId: number, ticketId: number): Promise<TicketActivity[]> {
  const rows = await activities(db)
    .where(and(eq(ticketActivities.companyId, companyId), eq(ticketActivities.ticketId, ticketId)))
    .orderBy(desc(ticketActivities.id))
    .limit(mostActivities)
  return rows.map(activityOfRow).reverse()
}

/** All of one company. Returned in the order of their adding. */
export async function insertActivities(
  db: Transaction,
  companyId: number,
  rows: ActivityRow[]
): Promise<TicketActivity[]> {
  const inserted = await db.insert(ticketActivities).values(rows).returning({ id: ticketActivities.id })
  const ids = inserted.map(({ id }) => id)
  const found = await activities(db)
    .where(and(eq(ticketActivities.companyId, companyId), inArray(ticketActivities.id, ids)))
    .orderBy(ticketActivities.id)
  return found.map(activityOfRow)
}

/** Of those of a ticket the newest. */
export async function newestActivity(db: Transaction, companyId: number, ticketId: number) {
  const [row] = await db
    .select({ id: ticketActivities.id, userId: ticketActivities.userId })
    .from(ticketActivities)
    .where(and(eq(ticketActivities.companyId, companyId), eq(ticketActivities.ticketId, ticketId)))
    .orderBy(desc(ticketActivities.id))
    .limit(1)
  return row ?? null
}

export async function deleteActivity(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.delete(ticketActivities).where(and(eq(ticketActivities.companyId, companyId), eq(ticketActivities.id, id)))
}

/** Puts the activities of a ticket on another. */
export async function moveActivities(db: Transaction, companyId: number, from: number, into: number): Promise<void> {
  await db
    .update(ticketActivities)
    .set({ ticketId: into })
    .where(and(eq(ticketActivities.companyId, companyId), eq(ticketActivities.ticketId, from)))
}
