// What stands between the messages of a ticket: what happened to it, and the notes that attendants wrote for one another.
import { activityEvent, listActivities, type TicketActivity } from '@guiche/shared/features/inbox/ticket-activities.ts'
import {
  createNote,
  deleteNote,
  listMentionable,
  listNotes,
  noteEvent,
  type TicketNote
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import { ticketEvent, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { createThreads } from '#platform/replica/threads.ts'
import { mentionedIn } from '#ui/conversation/mention-text.ts'

interface EntryBase {
  /** Numbers of activities and of notes are their own. */
  id: string
  ticketId: number
  createdAt: string
  /** Taken back, or deleted; it stays so that a late answer does not bring it back. */
  isGone: boolean
}
export type TimelineEntry = EntryBase &
  ({ kind: 'activity'; activity: TicketActivity | null } | { kind: 'note'; note: TicketNote | null })
/** What stands between the messages of a conversation; `ticket`: here another ticket of the contact begins. */
export type ThreadLine = TimelineEntry | { kind: 'ticket'; ticket: Ticket }

function ofActivity(activity: TicketActivity): TimelineEntry {
  const { id, ticketId, createdAt } = activity
  return { id: `activity ${id}`, ticketId, createdAt, isGone: false, kind: 'activity', activity }
}
function ofNote(note: TicketNote): TimelineEntry {
  const { id, ticketId, createdAt } = note
  return { id: `note ${id}`, ticketId, createdAt, isGone: false, kind: 'note', note }
}

/** Oldest first; what was said with a transfer stands after it. */
function inOrder(a: TimelineEntry, b: TimelineEntry): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.kind === b.kind ? 0 : a.kind === 'activity' ? -1 : 1
}

export const timeline = createThreads<TimelineEntry>({
  order: inOrder,
  fetchPage: async (ticketId, _query, read) => {
    const [activities, notes] = await Promise.all([
      read(listActivities, { params: { ticketId } }),
      read(listNotes, { query: { ticketId } })
    ])
    return { rows: [...activities.map(ofActivity), ...notes.map(ofNote)].toSorted(inOrder), hasMore: false }
  }
})

/** What is not gone, oldest first. */
export function present(rows: readonly TimelineEntry[]): TimelineEntry[] {
  return rows.filter(({ isGone }) => !isGone)
}

/** The notes among it, newest first. */
export function notesAmong(rows: readonly TimelineEntry[]): TicketNote[] {
  return present(rows)
    .flatMap((entry) => (entry.kind === 'note' && entry.note !== null ? [entry.note] : []))
    .toReversed()
}

function forget(ticketId: number, id: string, seq?: number): void {
  const known = timeline.stateOf(ticketId).newest.rows.find((entry) => entry.id === id)
  const createdAt = known?.createdAt ?? ''
  const isActivity = id.startsWith('activity')
  const gone = isActivity ? ({ kind: 'activity', activity: null } as const) : ({ kind: 'note', note: null } as const)
  timeline.receive(ticketId, { id, ticketId, createdAt, isGone: true, ...gone }, { seq })
}

listen(activityEvent, (event) => {
  if (event.action === 'delete') forget(event.ticketId, `activity ${event.activityId}`, event.seq)
  else timeline.receive(event.activity.ticketId, ofActivity(event.activity), { seq: event.seq })
})
listen(noteEvent, (event) => {
  if (event.action === 'delete') forget(event.ticketId, `note ${event.noteId}`, event.seq)
  else timeline.receive(event.note.ticketId, ofNote(event.note), { seq: event.seq })
})
listen(ticketEvent, (event) => {
  if (event.action === 'delete') timeline.drop(event.ticketId)
})

/** Adds a note to a ticket; those whom its text names hear of it. Errors: ApiError. */
export async function addNote({ id, contactId }: Pick<Ticket, 'id' | 'contactId'>, note: string): Promise<void> {
  const people = note.includes('@') ? await call(listMentionable, { query: { ticketId: id } }) : []
  const mentions = mentionedIn(note, people)
  timeline.receive(id, ofNote(await call(createNote, { body: { note, ticketId: id, contactId, mentions } })))
}

/** Deletes a note. Errors: ApiError. */
export async function removeNote({ id, ticketId }: TicketNote): Promise<void> {
  await call(deleteNote, { params: { id } })
  forget(ticketId, `note ${id}`)
}
