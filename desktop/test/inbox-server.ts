// A fake server with a desk behind it: tickets, their messages, and the events that follow from every change.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { listQueues, type Queue } from '@guiche/shared/features/org/queues.ts'
import { listAllUsers } from '@guiche/shared/features/org/users.ts'
import { listQuickMessages, type QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { listConnections, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { createContact, listContacts, showContact, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import {
  cancelMessage,
  deleteMessage,
  editMessage,
  listMessages,
  markTicketRead,
  messageEvent,
  messagePageSize,
  reactToMessage,
  refetchMedia,
  retryMessage,
  sendMessage,
  showTyping,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { createTag, listAllTags, syncTicketTags, type Tag } from '@guiche/shared/features/inbox/tags.ts'
import { createNote, deleteNote, listNotes, type TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import {
  countTickets,
  createTicket,
  deleteTicket,
  listTickets,
  maySeeTicket,
  showTicket,
  showTicketByUuid,
  ticketEvent,
  ticketPageSize,
  updateTicket,
  type Ticket,
  type TicketQuery
} from '@guiche/shared/features/inbox/tickets.ts'
import { companyId, makeConnection, makeContact, makeSessionUser } from './factories.ts'
import { briefOf, makeMessage, makeTicket, uuidOf } from './inbox-factories.ts'
import { startServer } from './render-console.tsx'

export interface Desk {
  user: SessionUser
  tickets: Ticket[]
  messages: Message[]
  contacts: Contact[]
  queues: Queue[]
  tags: Tag[]
  notes: TicketNote[]
  quickMessages: QuickMessage[]
  connections: Connection[]
  colleagues: { id: number; name: string; online: boolean; queues?: Queue[] }[]
}

const byOrder = (a: Message, b: Message): number =>
  a.createdAt === b.createdAt ? a.seq - b.seq : a.createdAt < b.createdAt ? -1 : 1

const textOf = (form: FormData, field: string): string => {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}

/** Starts the server with what a test gives it; the rest of the desk is empty. */
export const startDesk = (given: Partial<Desk> = {}) => {
  const user = given.user ?? makeSessionUser()
  const server = startServer(user)
  const desk: Desk = {
    user,
    tickets: [],
    messages: [],
    contacts: [],
    queues: [],
    tags: [],
    notes: [],
    quickMessages: [],
    connections: [makeConnection()],
    colleagues: [{ id: user.id, name: user.name, online: true }],
    ...given
  }
  let seq = 100
  let clock = Math.max(Date.now(), ...desk.tickets.map(({ updatedAt }) => Date.parse(updatedAt) + 1))
  const now = (): string => new Date(clock++).toISOString()
  const viewer = {
    id: user.id,
    profile: user.profile,
    super: user.super,
    queueIds: user.queues.map(({ id }) => id),
    allTicket: user.allTicket === 'enabled'
  }

  const ticketOf = (id: number): Ticket => {
    const ticket = desk.tickets.find((one) => one.id === id)
    if (!ticket || !maySeeTicket(viewer, ticket)) throw new AppError('ERR_NO_TICKET_FOUND')
    return ticket
  }
  const messageOf = (id: string): Message => {
    const message = desk.messages.find((one) => one.id === id)
    if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
    return message
  }
  const tellTicket = (ticket: Ticket): void =>
    server.line.emit(ticketEvent, companyId, { action: 'update', ticket }, ++seq)
  const setTicket = (id: number, part: Partial<Ticket>): Ticket => {
    const ticket = { ...ticketOf(id), updatedAt: now(), ...part }
    desk.tickets = desk.tickets.map((one) => (one.id === id ? ticket : one))
    tellTicket(ticket)
    return ticket
  }
  const tellMessage = (action: 'create' | 'update', message: Message): void => {
    const ticket = desk.tickets.find(({ id }) => id === message.ticketId)
    if (ticket) server.line.emit(messageEvent, companyId, { action, message, ticket, contact: ticket.contact }, ++seq)
  }
  const setMessage = (id: string, part: Partial<Message>): Message => {
    const message = { ...messageOf(id), ...part }
    desk.messages = desk.messages.map((one) => (one.id === id ? message : one))
    tellMessage('update', message)
    return message
  }
  const addMessage = (ticketId: number, part: Partial<Message>): Message => {
    const number = 5_000 + desk.messages.length
    const createdAt = now()
    const message = makeMessage(number, { ticketId, createdAt, updatedAt: createdAt, ...part })
    desk.messages.push(message)
    const ticket = desk.tickets.find(({ id }) => id === ticketId)
    if (ticket) {
      const unreadMessages = message.fromMe ? ticket.unreadMessages : ticket.unreadMessages + 1
      const next = {
        ...ticket,
        lastMessage: message.body,
        fromMe: message.fromMe,
        updatedAt: createdAt,
        unreadMessages
      }
      desk.tickets = desk.tickets.map((one) => (one.id === ticketId ? next : one))
    }
    tellMessage('create', message)
    return message
  }

  const matches = (ticket: Ticket, query: TicketQuery): boolean => {
    const all = isAdmin(viewer) && query.showAll === true
    const search = query.searchParam.trim().toLowerCase()
    const isOwnOpen = ticket.status !== 'open' || ticket.userId === viewer.id || all || (search !== '' && !query.status)
    const found =
      search === '' ||
      ticket.contact.name.toLowerCase().includes(search) ||
      ticket.contact.number.includes(search) ||
      desk.messages.some((one) => one.ticketId === ticket.id && one.body.toLowerCase().includes(search))
    return (
      maySeeTicket(viewer, ticket) &&
      (query.status === undefined || query.withUnreadMessages === true || ticket.status === query.status) &&
      (query.withUnreadMessages !== true || ticket.unreadMessages > 0) &&
      (query.tags ?? []).every((id) => ticket.tags.some((tag) => tag.id === id)) &&
      ((query.users ?? []).length === 0 || query.users?.includes(ticket.userId ?? 0) === true) &&
      isOwnOpen &&
      found
    )
  }
  const found = (query: TicketQuery): Ticket[] =>
    desk.tickets
      .filter((ticket) => matches(ticket, query))
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id))

  server.on(listTickets, ({ query }) => {
    const all = found(query)
    const from = (query.pageNumber - 1) * ticketPageSize
    return {
      tickets: all.slice(from, from + ticketPageSize),
      count: all.length,
      hasMore: all.length > from + ticketPageSize
    }
  })
  server.on(countTickets, ({ query }) => {
    const base = { ...query, searchParam: '', pageNumber: 1 }
    return {
      open: found({ ...base, status: 'open' }).length,
      pending: found({ ...base, status: 'pending' }).length,
      unread: found({ ...base, withUnreadMessages: true }).length
    }
  })
  server.on(showTicket, ({ params }) => ticketOf(params.id))
  server.on(showTicketByUuid, ({ params }) => {
    const ticket = desk.tickets.find(({ uuid }) => uuid === params.uuid)
    return ticketOf(ticket?.id ?? 0)
  })
  server.on(updateTicket, ({ params, body }) => {
    const ticket = ticketOf(params.id)
    if (body.status === 'open' && !body.transfer && ticket.status === 'open' && ticket.userId !== viewer.id) {
      throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { values: { user: ticket.user?.name ?? '' } })
    }
    const userId = body.status === 'pending' ? null : body.userId === undefined ? ticket.userId : body.userId
    const name = desk.colleagues.find(({ id }) => id === userId)?.name ?? ''
    const queueId = body.queueId === undefined ? ticket.queueId : body.queueId
    const queue = desk.queues.find(({ id }) => id === queueId)
    return setTicket(params.id, {
      status: body.status ?? ticket.status,
      userId,
      user: userId === null ? null : { id: userId, name },
      queueId,
      queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null
    })
  })
  server.on(deleteTicket, ({ params }) => {
    desk.tickets = desk.tickets.filter(({ id }) => id !== params.id)
    server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: params.id }, ++seq)
    return { message: 'Ticket deleted' }
  })
  server.on(createTicket, ({ body }) => {
    const contact = desk.contacts.find(({ id }) => id === body.contactId) ?? makeContact({ id: body.contactId })
    const active = desk.tickets.find((one) => one.contactId === contact.id && one.status !== 'closed')
    if (active) {
      const { id, uuid, status, userId, user: by, queue } = active
      const conflict = { code: 'ERR_OTHER_OPEN_TICKET', id, uuid, status, userId, user: by, queue }
      throw new AppError('ERR_OTHER_OPEN_TICKET', { errorText: JSON.stringify(conflict) })
    }
    const id = Math.max(0, ...desk.tickets.map((one) => one.id)) + 1
    const queue = desk.queues.find((one) => one.id === body.queueId)
    const ticket = makeTicket({
      id,
      contactId: contact.id,
      contact: briefOf(contact),
      lastMessage: '',
      updatedAt: now(),
      queueId: body.queueId,
      queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null
    })
    desk.tickets.push(ticket)
    tellTicket(ticket)
    return ticket
  })

  server.on(listMessages, ({ params, query }) => {
    const ticket = ticketOf(params.ticketId)
    const all = desk.messages.filter((one) => one.ticketId === ticket.id).sort(byOrder)
    const place = (id: string) => {
      const index = all.findIndex((one) => one.id === id)
      if (index < 0) throw new AppError('ERR_NO_MESSAGE_FOUND')
      return index
    }
    let [from, to] = [
      all.length - query.pageNumber * messagePageSize,
      all.length - (query.pageNumber - 1) * messagePageSize
    ]
    if (query.before) [from, to] = [place(query.before) - messagePageSize, place(query.before)]
    if (query.around) [from, to] = [place(query.around) - messagePageSize, place(query.around) + messagePageSize + 1]
    return {
      messages: all.slice(Math.max(0, from), Math.max(0, to)),
      count: all.length,
      ticket,
      hasMore: from > 0
    }
  })
  server.on(sendMessage, ({ params, body, form }) => {
    const ticket = ticketOf(params.ticketId)
    if (ticket.status !== 'open') throw new AppError('ERR_TICKET_NOT_OPEN')
    const clientId = form ? textOf(form, 'clientId') : (body.clientId ?? null)
    const known = desk.messages.filter((one) => one.clientId === clientId && clientId !== null)
    if (known.length > 0) return { messages: known }
    const file = form?.get('medias')
    const quotedId = form ? form.get('quotedMsgId') : body.quotedMsg?.id
    const quoted = desk.messages.find(({ id }) => id === quotedId) ?? null
    const kind = file instanceof File ? (file.type.split('/')[0] ?? '') : ''
    const message = addMessage(ticket.id, {
      fromMe: true,
      ack: 0,
      delivery: 'waiting',
      body: form ? textOf(form, 'body') : body.body,
      clientId,
      user: { id: user.id, name: user.name },
      quotedMsgId: quoted?.id ?? null,
      quotedMsg: quoted,
      ...(file instanceof File
        ? {
            mediaType: kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application',
            mediaName: file.name,
            mediaMime: file.type,
            mediaSize: file.size,
            mediaState: 'ready' as const,
            isVoice: form?.get('voice') === 'true',
            mediaUrl: 'data:,'
          }
        : {})
    })
    return { messages: [message] }
  })
  server.on(deleteMessage, ({ params }) => setMessage(params.messageId, { isDeleted: true, body: '' }))
  server.on(editMessage, ({ params, body }) => setMessage(params.messageId, { body: body.body, isEdited: true }))
  server.on(retryMessage, ({ params }) => setMessage(params.messageId, { delivery: 'waiting', failure: null }))
  server.on(cancelMessage, ({ params }) => setMessage(params.messageId, { delivery: 'cancelled' }))
  server.on(refetchMedia, ({ params }) => setMessage(params.messageId, { mediaState: 'fetching' }))
  server.on(reactToMessage, ({ params, body }) => {
    const others = messageOf(params.messageId).reactions.filter(({ fromMe }) => !fromMe)
    const own = { emoji: body.emoji, fromMe: true, contactId: null, name: user.name }
    return setMessage(params.messageId, { reactions: body.emoji === '' ? others : [...others, own] })
  })
  server.on(markTicketRead, ({ params }) => {
    const ticket = { ...ticketOf(params.ticketId), unreadMessages: 0 }
    desk.tickets = desk.tickets.map((one) => (one.id === ticket.id ? ticket : one))
    server.line.emit(ticketEvent, companyId, { action: 'updateUnread', ticketId: ticket.id, unreadMessages: 0 }, ++seq)
    return { ticketId: ticket.id, unreadMessages: 0 }
  })
  server.on(showTyping, () => ({}))

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
    const contact = makeContact({ ...body, id: 900 + desk.contacts.length, extraInfo: [] })
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
      user: { id: user.id, name: user.name },
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

  return { server, desk, setTicket, setMessage, addMessage, uuidOf }
}

export type FakeDesk = ReturnType<typeof startDesk>
