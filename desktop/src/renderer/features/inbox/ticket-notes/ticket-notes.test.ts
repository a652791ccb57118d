// Notes of a ticket whose list is still on its way: what is written or deleted meanwhile stays so.
import { expect, test } from 'vitest'
import { createNote, deleteNote, listNotes, type TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { makeTicket } from '#test/inbox-factories.ts'
import { startServer } from '#test/render-console.tsx'
import { addNote, removeNote, showNotes, useNotes } from './ticket-notes.store.ts'

function makeNote(id: number): TicketNote {
  return {
    id,
    note: `Nota ${id}`,
    user: { id: 1, name: 'Ana Souza' },
    contactId: 1,
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
  showNotes(ticket)
  await addNote(ticket, 'Nota 3')
  await removeNote(makeNote(2))
  resolve()
  await expect.poll(() => useNotes.getState().phase).toBe('ready')
  expect(useNotes.getState().items.map(({ id }) => id)).toEqual([3, 1])
})
