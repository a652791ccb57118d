// Notes of the ticket that is looked at, kept by calls and by events alike.
import {
  createNote,
  deleteNote,
  listNotes,
  noteEvent,
  type TicketNote
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const own = ofLogin<{ ticket: { id: number; contactId: number } | null }>(() => ({ ticket: null }))

/** Newest first. */
const notes = createWholeList<TicketNote>(
  async (read) => {
    const { ticket } = own()
    return ticket === null ? [] : read(listNotes, { query: { ticketId: ticket.id, contactId: ticket.contactId } })
  },
  (a, b) => b.id - a.id,
  ({ ticketId }) => ticketId === own().ticket?.id
)
applyEvent(notes, noteEvent, (event) => (event.action === 'create' ? { row: event.note } : { gone: event.noteId }))

export const useNotes = notes.use
export const reloadNotes = notes.refresh

/** Shows the notes of a ticket; those of another are let go. */
export function showNotes({ id, contactId }: Pick<Ticket, 'id' | 'contactId'>): void {
  if (own().ticket?.id !== id) notes.empty()
  own().ticket = { id, contactId }
  void notes.refresh()
}

/** Adds a note to a ticket. Errors: ApiError. */
export const addNote = async ({ id, contactId }: Ticket, note: string): Promise<void> =>
  notes.upsert(await call(createNote, { body: { note, ticketId: id, contactId } }))

/** Deletes a note. Errors: ApiError. */
export async function removeNote(note: TicketNote): Promise<void> {
  await call(deleteNote, { params: { id: note.id } })
  notes.remove(note.id)
}
