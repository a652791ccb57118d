// What stands between the messages: what comes in or goes while it is still on its way stays so.
import { expect, test } from 'vitest'
import { createNote, deleteNote, listNotes, type TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { makeTicket } from '#test/inbox-factories.ts'
import { startServer } from '#test/render-console.tsx'
import { addNote, notesAmong, removeNote, timeline } from './timeline.store.ts'

function makeNote(id: number): TicketNote {
  return {
    id,
    note: `Nota ${id}`,
    user: { id: 1, name: 'Ana Souza' },
    contactId: 1,
    mentions: [],
    ticketId: 1,
    createdAt: '2026-03-02T12:00:00.000Z'
  }
}

test('what is written and deleted while the notes are loaded stays so', async () => {
  const server = startServer()
  const ticket = makeTicket({ id: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listNotes, async () => {
    await promise
    return [makeNote(2), makeNote(1)]
  })
  server.on(createNote, () => makeNote(3))
  server.on(deleteNote, () => ({ message: 'Note deleted' }))
  timeline.open(ticket.id)
  await addNote(ticket, 'Nota 3')
  await removeNote(makeNote(2))
  resolve()
  await expect.poll(() => timeline.stateOf(1).phase).toBe('ready')
  expect(notesAmong(timeline.stateOf(1).shown.rows).map(({ id }) => id)).toEqual([3, 1])
})
