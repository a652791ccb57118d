// Rules of notes on tickets: who sees a ticket sees its notes.
import type { NoteDraft, TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { emptyCopiesSoon } from '#features/inbox/erasure/erasure.service.ts'
import { addCount, type Expiry, type ExpiryPreview } from '#features/org/retention/retention.events.ts'
import type { TicketMove } from '#features/inbox/tickets/tickets.events.ts'
import { lockedTicket, takeBackComment, ticketTouched, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { mention, mentionedBy } from './mentions.ts'
import { noteCreated, noteDeleted } from './ticket-notes.events.ts'
import { mayDeleteNote } from './ticket-notes.policy.ts'
import * as repo from './ticket-notes.repo.ts'

/** Newest first. A ticket goes before a contact. Errors: ERR_NO_TICKET_FOUND, ERR_VALIDATION without either. */
export async function listNotes(
  ctx: Ctx,
  actor: Actor,
  { ticketId, contactId }: { ticketId?: number | undefined; contactId?: number | undefined }
): Promise<TicketNote[]> {
  if (ticketId !== undefined) {
    await visibleTicket(ctx, actor, ticketId)
    return repo.notesOfTicket(ctx.db, actor.companyId, ticketId)
  }
  if (contactId !== undefined) return repo.notesOfContact(ctx.db, actor.companyId, contactId, actor)
  throw new AppError('ERR_VALIDATION', { fields: { ticketId: 'ERR_VALIDATION' } })
}

type Writer = { id: number; name: string } | null

async function writeNote(
  tx: Ctx,
  ticket: Ticket,
  user: Writer,
  { text, mentions = [] }: { text: string; mentions?: TicketNote['mentions'] }
): Promise<TicketNote> {
  const { companyId, id: ticketId, contactId, userId, queueId } = ticket
  const row = await repo.insertNote(tx.db, { companyId, ticketId, contactId, userId: user?.id ?? null, note: text })
  const createdAt = row.createdAt.toISOString()
  const note: TicketNote = { id: row.id, note: text, ticketId, contactId, user, mentions, createdAt }
  tx.bus.emit(noteCreated, { companyId, place: { userId, queueId }, note })
  await ticketTouched(tx, companyId, [ticketId])
  return note
}

/** Errors: ERR_NO_TICKET_FOUND; ERR_VALIDATION for a mention of who may not see the ticket. */
export function createNote(ctx: Ctx, actor: Actor, draft: NoteDraft): Promise<TicketNote> {
  return inTransaction(ctx, async (tx) => {
    const ticket = await lockedTicket(tx, actor, draft.ticketId)
    const mentions = await mentionedBy(tx, actor, draft)
    const note = await writeNote(tx, ticket, { id: actor.id, name: actor.name }, { text: draft.note, mentions })
    await mention(tx, ticket, note)
    return note
  })
}

/** A note that nobody of the team wrote: why a ticket is where it is. */
export const noteWithoutWriter = (tx: Ctx, ticket: Ticket, text: string): Promise<TicketNote> =>
  writeNote(tx, ticket, null, { text })

/** What was said with a transfer is a note of who said it: it stays when the ticket has been opened. */
export async function noteTransfer(tx: Ctx, { actor, ticket, comment }: TicketMove): Promise<void> {
  if (comment !== '') await writeNote(tx, ticket, { id: actor.id, name: actor.name }, { text: comment })
}

/** Errors: ERR_NO_NOTE_FOUND, also for a note on a ticket out of sight; ERR_NO_PERMISSION. */
export function deleteNote(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const notFound = () => new AppError('ERR_NO_NOTE_FOUND')
    const note = await repo.noteById(tx.db, companyId, id)
    if (!note) throw notFound()
    const { userId, queueId } = await visibleTicket(tx, actor, note.ticketId).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND' ? notFound() : error
    })
    if (!mayDeleteNote(actor, note)) throw new AppError('ERR_NO_PERMISSION')
    if (!(await repo.deleteNoteRow(tx.db, companyId, id))) throw notFound()
    if (note.user !== null) {
      const said = { ticketId: note.ticketId, fromId: note.user.id, comment: note.note }
      await takeBackComment(tx, companyId, said)
    }
    await ticketTouched(tx, companyId, [note.ticketId])
    await emptyCopiesSoon(tx, companyId, { ticketIds: [note.ticketId] })
    tx.bus.emit(noteDeleted, { companyId, place: { userId, queueId }, note })
  })
}

/** Two tickets become one, which has the notes of both. */
export const joinNotes = (tx: Ctx, companyId: number, gone: number, kept: number): Promise<void> =>
  repo.moveNotes(tx.db, companyId, gone, kept)

/** A step of `recordsExpire`: what was noted on tickets that go on, so long ago that no event tells it any more. */
export async function expireNotes(tx: Ctx, companyId: number, { key, before, limit, taken }: Expiry): Promise<void> {
  if (key !== 'messageMonths') return
  const gone = await repo.deleteOlderNotes(tx.db, companyId, before, limit)
  addCount(taken, 'notes', gone.length)
  await ticketTouched(tx, companyId, [...new Set(gone)])
}

/** A step of `expiryCounted`. */
export async function countExpiredNotes(
  tx: Ctx,
  companyId: number,
  { key, before, counts }: ExpiryPreview
): Promise<void> {
  if (key === 'messageMonths') addCount(counts, 'notes', await repo.countOlderNotes(tx.db, companyId, before))
}
