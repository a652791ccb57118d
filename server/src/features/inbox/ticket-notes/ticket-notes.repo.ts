// SQL of notes on tickets; every statement is scoped by company.
import { and, asc, desc, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { seesAllTickets, type TicketViewer } from '@guiche/shared/features/inbox/tickets.ts'
import type { Transaction } from '#database/client.ts'
import { ticketNotes } from '#database/tables/inbox/ticket-notes.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { users } from '#database/tables/org/users.ts'

/** Notes listed at the most. */
const most = 200

export const shown = {
  id: ticketNotes.id,
  note: ticketNotes.note,
  ticketId: ticketNotes.ticketId,
  contactId: ticketNotes.contactId,
  userId: users.id,
  userName: users.name,
  mentions: sql<
    TicketNote['mentions']
  >`coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name)
    from note_mentions m join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${ticketNotes.companyId} and m.note_id = ${ticketNotes.id}), '[]')`,
  createdAt: ticketNotes.createdAt
}

function notes(db: Transaction) {
  return db
    .select(shown)
    .from(ticketNotes)
    .leftJoin(users, and(eq(users.companyId, ticketNotes.companyId), eq(users.id, ticketNotes.userId)))
    .$dynamic()
}

type NoteRow = Awaited<ReturnType<typeof notes>>[number]

export function noteOf({ userId, userName, createdAt, ...row }: NoteRow): TicketNote {
  return {
    ...row,
    user: userId === null ? null : { id: userId, name: userName ?? '' },
    createdAt: createdAt.toISOString()
  }
}

export async function notesOfTicket(db: Transaction, companyId: number, ticketId: number): Promise<TicketNote[]> {
  const rows = await notes(db)
    .where(and(eq(ticketNotes.companyId, companyId), eq(ticketNotes.ticketId, ticketId)))
    .orderBy(desc(ticketNotes.id))
    .limit(most)
  return rows.map(noteOf)
}

/** Shared `maySeeTicket` as a condition on `tickets`. */
export function seenBy(viewer: TicketViewer): SQL | undefined {
  return seesAllTickets(viewer)
    ? undefined
    : or(
        eq(tickets.userId, viewer.id),
        viewer.allTicket ? isNull(tickets.queueId) : undefined,
        viewer.queueIds.length > 0 ? inArray(tickets.queueId, [...viewer.queueIds]) : undefined
      )
}

/** Notes on the tickets of a contact, those alone that the viewer may see. */
export async function notesOfContact(
  db: Transaction,
  companyId: number,
  contactId: number,
  viewer: TicketViewer
): Promise<TicketNote[]> {
  const rows = await notes(db)
    .innerJoin(tickets, and(eq(tickets.companyId, ticketNotes.companyId), eq(tickets.id, ticketNotes.ticketId)))
    .where(and(eq(ticketNotes.companyId, companyId), eq(ticketNotes.contactId, contactId), seenBy(viewer)))
    .orderBy(desc(ticketNotes.id))
    .limit(most)
  return rows.map(noteOf)
}

export async function noteById(db: Transaction, companyId: number, id: number): Promise<TicketNote | null> {
  const [row] = await notes(db).where(and(eq(ticketNotes.companyId, companyId), eq(ticketNotes.id, id)))
  return row ? noteOf(row) : null
}

export async function insertNote(
  db: Transaction,
  row: { companyId: number; ticketId: number; contactId: number; userId: number | null; note: string }
): Promise<{ id: number; createdAt: Date }> {
  const [inserted] = await db
    .insert(ticketNotes)
    .values(row)
    .returning({ id: ticketNotes.id, createdAt: ticketNotes.createdAt })
  if (!inserted) throw new Error('a note was inserted without a row')
  return inserted
}

/** False when it was gone already. */
export async function deleteNoteRow(db: Transaction, companyId: number, id: number): Promise<boolean> {
  const gone = await db
    .delete(ticketNotes)
    .where(and(eq(ticketNotes.companyId, companyId), eq(ticketNotes.id, id)))
    .returning({ id: ticketNotes.id })
  return gone.length > 0
}

/** Puts the notes of a ticket on another. */
export async function moveNotes(db: Transaction, companyId: number, from: number, into: number): Promise<void> {
  await db
    .update(ticketNotes)
    .set({ ticketId: into })
    .where(and(eq(ticketNotes.companyId, companyId), eq(ticketNotes.ticketId, from)))
}

const isOlder = (companyId: number, before: Date) =>
  and(eq(ticketNotes.companyId, companyId), lt(ticketNotes.createdAt, before))

/** Deletes the oldest ones; returns the ticket of each. */
export async function deleteOlderNotes(
  db: Transaction,
  companyId: number,
  before: Date,
  limit: number
): Promise<number[]> {
  const oldest = db
    .select({ id: ticketNotes.id })
    .from(ticketNotes)
    .where(isOlder(companyId, before))
    .orderBy(asc(ticketNotes.id))
    .limit(limit)
  const gone = await db
    .delete(ticketNotes)
    .where(and(eq(ticketNotes.companyId, companyId), inArray(ticketNotes.id, oldest)))
    .returning({ ticketId: ticketNotes.ticketId })
  return gone.map(({ ticketId }) => ticketId)
}

export const countOlderNotes = (db: Transaction, companyId: number, before: Date): Promise<number> =>
  db.$count(ticketNotes, isOlder(companyId, before))
