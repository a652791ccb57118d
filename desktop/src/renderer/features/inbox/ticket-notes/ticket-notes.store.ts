// Notes of the ticket that is looked at, kept by calls and by events alike.
import { create } from 'zustand'
import {
  createNote,
  deleteNote,
  listNotes,
  noteEvent,
  type TicketNote
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { createMeanwhile } from '#platform/state/meanwhile.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

interface NotesState {
  ticket: { id: number; contactId: number } | null
  /** Newest first. */
  notes: readonly TicketNote[]
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
}

const empty: NotesState = { ticket: null, notes: [], phase: 'loading', error: null }

export const useNotes = create<NotesState>(() => empty)

const state = useNotes.getState
const meanwhile = createMeanwhile<readonly TicketNote[]>()

async function load(): Promise<void> {
  const { ticket } = state()
  if (ticket === null) return
  const begun = meanwhile.begin()
  try {
    const notes = await call(listNotes, { query: { ticketId: ticket.id, contactId: ticket.contactId } })
    if (begun.isNewest()) useNotes.setState({ notes: begun.over(notes), phase: 'ready', error: null })
  } catch (error) {
    if (begun.isNewest()) useNotes.setState({ phase: 'failed', error })
  } finally {
    begun.end()
  }
}

/** Shows the notes of a ticket; those of another are let go. */
export function showNotes({ id, contactId }: Pick<Ticket, 'id' | 'contactId'>): void {
  if (state().ticket?.id !== id) useNotes.setState({ ...empty, ticket: { id, contactId } })
  void load()
}
export const reloadNotes = load

function change(fn: (notes: readonly TicketNote[]) => readonly TicketNote[]): void {
  meanwhile.note(fn)
  useNotes.setState(({ notes }) => ({ notes: fn(notes) }))
}

function put(note: TicketNote): void {
  if (state().ticket?.id !== note.ticketId) return
  change((notes) => [note, ...notes.filter(({ id }) => id !== note.id)].sort((a, b) => b.id - a.id))
}

const drop = (noteId: number): void => change((notes) => notes.filter(({ id }) => id !== noteId))

/** Adds a note to a ticket. Errors: ApiError. */
export const addNote = async ({ id, contactId }: Ticket, note: string): Promise<void> =>
  put(await call(createNote, { body: { note, ticketId: id, contactId } }))

/** Deletes a note. Errors: ApiError. */
export async function removeNote(note: TicketNote): Promise<void> {
  await call(deleteNote, { params: { id: note.id } })
  drop(note.id)
}

listen(noteEvent, (event) => {
  if (event.action === 'create') put(event.note)
  else drop(event.noteId)
})
onLifecycle({
  signedOut: () => {
    meanwhile.drop()
    useNotes.setState(empty)
  },
  reload: () => void load(),
  online: () => {
    if (state().phase === 'failed') void load()
  }
})
