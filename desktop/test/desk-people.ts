// Answers the calls about contacts, queues, colleagues, tags and notes from the desk of a test.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { listAllUsers } from '@guiche/shared/features/org/users.ts'
import { listQuickMessages } from '@guiche/shared/features/library/quick-messages.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { createContact, listContacts, showContact } from '@guiche/shared/features/inbox/contacts.ts'
import { createTag, listAllTags, syncTicketTags } from '@guiche/shared/features/inbox/tags.ts'
import { createNote, deleteNote, listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { companyId, makeContact } from './factories.ts'
import type { OpenDesk } from './desk.ts'

export function answerPeople({ server, desk, now, setTicket }: OpenDesk) {
  server.on(listContacts, ({ query }) => {
    const search = query.searchParam.toLowerCase()
    const contacts = desk.contacts.filter(
      ({ name, number }) => name.toLowerCase().includes(search) || number.includes(search)
    )
    return { contacts, count: contacts.length, hasMore: false }
  })
  server.on(showContact, ({ params }) => {
    const contact = desk.contacts.find(({ id }) => id === params.id)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    return contact
  })
  server.on(createContact, ({ body }) => {
    const contact = makeContact({ ...body, id: 900 + desk.contacts.length, extraInfo: [], tags: [] })
    desk.contacts.push(contact)
    return contact
  })
  server.on(listQueues, () => desk.queues)
  server.on(listConnections, () => desk.connections)
  server.on(listAllUsers, () =>
    desk.colleagues.map(({ id, name, online, queues = [] }) => ({ id, name, online, profile: 'user' as const, queues }))
  )
  server.on(listAllTags, () => desk.tags)
  server.on(createTag, ({ body }) => {
    const tag = { id: 700 + desk.tags.length, name: body.name, color: body.color, kanban: 0, userId: null, companyId }
    desk.tags.push(tag)
    return tag
  })
  server.on(syncTicketTags, ({ body }) => {
    const tags = body.tags.flatMap(({ id }) => desk.tags.find((tag) => tag.id === id) ?? [])
    setTicket(body.ticketId, { tags })
    return { ticketId: body.ticketId, tags }
  })
  server.on(listNotes, ({ query }) => desk.notes.filter(({ ticketId }) => ticketId === query.ticketId))
  server.on(createNote, ({ body }) => {
    const note = {
      id: 300 + desk.notes.length,
      note: body.note,
      ticketId: body.ticketId,
      contactId: body.contactId ?? 0,
      user: { id: desk.user.id, name: desk.user.name },
      createdAt: now()
    }
    desk.notes.unshift(note)
    return note
  })
  server.on(deleteNote, ({ params }) => {
    desk.notes = desk.notes.filter(({ id }) => id !== params.id)
    return { message: 'Note deleted' }
  })
  server.on(listQuickMessages, () => desk.quickMessages)
}
