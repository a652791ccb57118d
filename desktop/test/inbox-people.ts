// Answers the calls about contacts, queues, colleagues, tags and notes from the desk of a test.
import { listConsents } from '@guiche/shared/features/inbox/consents.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { listAllUsers } from '@guiche/shared/features/org/users.ts'
import { listQuickMessages } from '@guiche/shared/features/library/quick-messages.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { createContact, listContacts, showContact } from '@guiche/shared/features/inbox/contacts.ts'
import { createTag, listAllTags, syncTicketTags } from '@guiche/shared/features/inbox/tags.ts'
import { listActivities } from '@guiche/shared/features/inbox/ticket-activities.ts'
import {
  createNote,
  deleteNote,
  listMentionable,
  listMentions,
  listNotes,
  readMentions
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import { companyId, makeContact } from './factories.ts'
import type { OpenInbox } from './inbox-data.ts'

export function answerPeople({ server, inbox, now, setTicket }: OpenInbox) {
  server.on(listContacts, ({ query }) => {
    const search = query.searchParam.toLowerCase()
    const contacts = inbox.contacts.filter(
      ({ name, number }) => name.toLowerCase().includes(search) || number.includes(search)
    )
    return { contacts, count: contacts.length, hasMore: false }
  })
  server.on(showContact, ({ params }) => {
    const contact = inbox.contacts.find(({ id }) => id === params.id)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    return contact
  })
  server.on(createContact, ({ body }) => {
    const contact = makeContact({ ...body, id: 900 + inbox.contacts.length, extraInfo: [], tags: [] })
    inbox.contacts.push(contact)
    return contact
  })
  server.on(listQueues, () => inbox.queues)
  server.on(listConnections, () => inbox.connections)
  server.on(listAllUsers, () =>
    inbox.colleagues.map(({ id, name, online, queues = [] }) => ({
      id,
      name,
      online,
      profile: 'user' as const,
      queues
    }))
  )
  server.on(listAllTags, () => inbox.tags)
  server.on(createTag, ({ body }) => {
    const tag = { id: 700 + inbox.tags.length, name: body.name, color: body.color, kanban: 0, userId: null, companyId }
    inbox.tags.push(tag)
    return tag
  })
  server.on(syncTicketTags, ({ body }) => {
    const tags = body.tags.flatMap(({ id }) => inbox.tags.find((tag) => tag.id === id) ?? [])
    setTicket(body.ticketId, { tags })
    return { ticketId: body.ticketId, tags }
  })
  server.on(listActivities, ({ params }) => inbox.activities.filter(({ ticketId }) => ticketId === params.ticketId))
  server.on(listConsents, () => ({ records: [] }))
  server.on(listNotes, ({ query }) => inbox.notes.filter(({ ticketId }) => ticketId === query.ticketId))
  server.on(createNote, ({ body }) => {
    const note = {
      id: 300 + inbox.notes.length,
      note: body.note,
      ticketId: body.ticketId,
      contactId: body.contactId ?? 0,
      user: { id: inbox.user.id, name: inbox.user.name },
      mentions: inbox.colleagues.filter(({ id }) => body.mentions.includes(id)).map(({ id, name }) => ({ id, name })),
      createdAt: now()
    }
    inbox.notes.unshift(note)
    return note
  })
  server.on(listMentionable, () => inbox.colleagues.map(({ id, name }) => ({ id, name })))
  server.on(listMentions, () => inbox.mentions)
  server.on(readMentions, ({ body }) => {
    const unread = inbox.mentions.filter(
      ({ ticket, readAt }) => readAt === null && (body.ticketId === undefined || ticket.id === body.ticketId)
    )
    inbox.mentions = inbox.mentions.map((one) => (unread.includes(one) ? { ...one, readAt: now() } : one))
    return { ids: unread.map(({ id }) => id) }
  })
  server.on(deleteNote, ({ params }) => {
    inbox.notes = inbox.notes.filter(({ id }) => id !== params.id)
    return { message: 'Note deleted' }
  })
  server.on(listQuickMessages, () => inbox.quickMessages)
}
