// SQL of browsers that are told of news.
import { and, desc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { PermissionKey } from '@guiche/shared/kernel/access.ts'
import type { Transaction } from '#database/client.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { noteMentions, ticketNotes } from '#database/tables/inbox/ticket-notes.ts'
import { pushSubscriptions } from '#database/tables/inbox/push-subscriptions.ts'
import { companies } from '#database/tables/org/companies.ts'
import { roles } from '#database/tables/org/roles.ts'
import { loginSessions, userQueues, users } from '#database/tables/org/users.ts'

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect

interface Person {
  companyId: number
  userId: number
}
const ofPerson = ({ companyId, userId }: Person) =>
  and(eq(pushSubscriptions.companyId, companyId), eq(pushSubscriptions.userId, userId))

/** A browser that another person used before is theirs no more. */
export async function saveSubscription(
  db: Transaction,
  row: typeof pushSubscriptions.$inferInsert & Person,
  most: number
): Promise<void> {
  const { companyId, userId, sessionId, keys, userAgent, createdAt } = row
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, row.endpoint), sql`(company_id, user_id) <> (${companyId}, ${userId})`))
  await db
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { sessionId, keys, userAgent, createdAt } })
  const newest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(ofPerson(row))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(most)
  await db.delete(pushSubscriptions).where(and(ofPerson(row), notInArray(pushSubscriptions.id, newest)))
}

export const deleteByEndpoint = (db: Transaction, person: Person, endpoint: string): Promise<unknown> =>
  db.delete(pushSubscriptions).where(and(ofPerson(person), eq(pushSubscriptions.endpoint, endpoint)))

export function deleteOfLogins(db: Transaction, companyId: number, sessionIds: string[]): Promise<unknown> {
  return db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.companyId, companyId), inArray(pushSubscriptions.sessionId, sessionIds)))
}

export const deleteSubscription = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.companyId, companyId), eq(pushSubscriptions.id, id)))

export async function findByEndpoint(
  db: Transaction,
  person: Person,
  endpoint: string
): Promise<SubscriptionRow | undefined> {
  const isIt = and(ofPerson(person), eq(pushSubscriptions.endpoint, endpoint))
  return (await db.select().from(pushSubscriptions).where(isIt))[0]
}

export async function hasSubscriptions(db: Transaction, companyId: number): Promise<boolean> {
  const found = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.companyId, companyId))
    .limit(1)
  return found.length > 0
}

/** Browsers of people without an open window, whose login runs, each with the present rights of its person. */
export function absentSubscribers(
  db: Transaction,
  companyId: number,
  { ticketId, now, id }: { ticketId: number; now: Date; id?: number | undefined }
) {
  return db
    .select({
      subscription: pushSubscriptions,
      company: companies.name,
      preferences: users.preferences,
      /** The newest note on the ticket that mentions the person, who has not read it. */
      mentionedAt: sql<string | null>`(select max(n.created_at) from ${noteMentions} m
        join ${ticketNotes} n on n.company_id = m.company_id and n.id = m.note_id
        where m.company_id = ${users.companyId} and m.user_id = ${users.id} and m.read_at is null
          and n.ticket_id = ${ticketId})`,
      viewer: {
        id: users.id,
        profile: users.profile,
        super: users.super,
        allTicket: users.allTicket,
        role: sql<{ permissions: PermissionKey[] } | null>`(select jsonb_build_object('permissions', r.permissions)
          from ${roles} r where r.company_id = ${users.companyId} and r.id = ${users.roleId})`,
        queueIds: sql<number[]>`array(select q.queue_id::int from ${userQueues} q
          where q.company_id = ${users.companyId} and q.user_id = ${users.id})`
      }
    })
    .from(pushSubscriptions)
    .innerJoin(companies, eq(companies.id, pushSubscriptions.companyId))
    .innerJoin(users, and(eq(users.companyId, pushSubscriptions.companyId), eq(users.id, pushSubscriptions.userId)))
    .innerJoin(
      loginSessions,
      and(eq(loginSessions.companyId, pushSubscriptions.companyId), eq(loginSessions.id, pushSubscriptions.sessionId))
    )
    .where(
      and(
        eq(pushSubscriptions.companyId, companyId),
        eq(users.online, false),
        isNull(loginSessions.endedAt),
        gt(loginSessions.expiresAt, now),
        ...(id === undefined ? [] : [eq(pushSubscriptions.id, id)])
      )
    )
}

/** When the customer last wrote into a ticket. */
export async function lastWritten(db: Transaction, companyId: number, ticketId: number): Promise<Date | null> {
  const [row] = await db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.ticketId, ticketId), eq(messages.fromMe, false)))
    .orderBy(desc(messages.createdAt), desc(messages.seq))
    .limit(1)
  return row?.at ?? null
}
