// SQL of mentions in notes: who may be named, who was, and what of it they have read.
import { and, desc, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import type { TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { TicketViewer } from '@guiche/shared/features/inbox/tickets.ts'
import type { Transaction } from '#database/client.ts'
import { noteMentions, ticketNotes } from '#database/tables/inbox/ticket-notes.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { roles } from '#database/tables/org/roles.ts'
import { userQueues, users } from '#database/tables/org/users.ts'
import { noteOf, seenBy, shown } from './ticket-notes.repo.ts'

/** Everybody who may see a ticket (shared `maySeeTicket`), by name. */
export function viewersOf(db: Transaction, companyId: number, ticketId: number) {
  const ofQueue = db
    .select({ one: sql`1` })
    .from(userQueues)
    .where(
      and(
        eq(userQueues.companyId, users.companyId),
        eq(userQueues.userId, users.id),
        eq(userQueues.queueId, tickets.queueId)
      )
    )
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(tickets, and(eq(tickets.companyId, users.companyId), eq(tickets.id, ticketId)))
    .leftJoin(roles, and(eq(roles.companyId, users.companyId), eq(roles.id, users.roleId)))
    .where(
      and(
        eq(users.companyId, companyId),
        or(
          eq(users.profile, 'admin'),
          users.super,
          sql`'tickets:seeAll' = any (${roles.permissions})`,
          eq(tickets.userId, users.id),
          and(isNull(tickets.queueId), users.allTicket),
          exists(ofQueue)
        )
      )
    )
    .orderBy(sql`lower(${users.name})`, users.id)
}

export async function insertMentions(
  db: Transaction,
  companyId: number,
  noteId: number,
  userIds: number[]
): Promise<void> {
  if (userIds.length > 0) await db.insert(noteMentions).values(userIds.map((userId) => ({ companyId, noteId, userId })))
}

/** A note that mentions somebody, and when it was read. */
export interface MentionRow {
  note: TicketNote
  readAt: Date | null
}

/** What mentions a person on the tickets that they may see, newest first. */
export async function mentionsOf(
  db: Transaction,
  companyId: number,
  viewer: TicketViewer,
  limit: number
): Promise<MentionRow[]> {
  const rows = await db
    .select({ ...shown, readAt: noteMentions.readAt })
    .from(noteMentions)
    .innerJoin(
      ticketNotes,
      and(eq(ticketNotes.companyId, noteMentions.companyId), eq(ticketNotes.id, noteMentions.noteId))
    )
    .innerJoin(tickets, and(eq(tickets.companyId, ticketNotes.companyId), eq(tickets.id, ticketNotes.ticketId)))
    .leftJoin(users, and(eq(users.companyId, ticketNotes.companyId), eq(users.id, ticketNotes.userId)))
    .where(and(eq(noteMentions.companyId, companyId), eq(noteMentions.userId, viewer.id), seenBy(viewer)))
    .orderBy(desc(noteMentions.noteId))
    .limit(limit)
  return rows.map(({ readAt, ...note }) => ({ note: noteOf(note), readAt }))
}

/** Marks what is unread, on one ticket or on all; answers with the notes it was. */
export async function markRead(
  db: Transaction,
  companyId: number,
  userId: number,
  { ticketId, at }: { ticketId: number | undefined; at: Date }
): Promise<number[]> {
  const ofTicket = db
    .select({ id: ticketNotes.id })
    .from(ticketNotes)
    .where(and(eq(ticketNotes.companyId, companyId), eq(ticketNotes.ticketId, ticketId ?? 0)))
  const rows = await db
    .update(noteMentions)
    .set({ readAt: at })
    .where(
      and(
        eq(noteMentions.companyId, companyId),
        eq(noteMentions.userId, userId),
        isNull(noteMentions.readAt),
        ticketId === undefined ? undefined : inArray(noteMentions.noteId, ofTicket)
      )
    )
    .returning({ id: noteMentions.noteId })
  return rows.map(({ id }) => id)
}
