// The desk behind the fake server: what there is, how it changes, and the events that follow from every change.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Tag } from '@guiche/shared/features/inbox/tags.ts'
import type { TicketActivity } from '@guiche/shared/features/inbox/ticket-activities.ts'
import type { Mention, TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { TicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import type { TicketPin } from '@guiche/shared/features/inbox/ticket-pins.ts'
import { maySeeTicket, ticketEvent, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { companyId, laidOver, makeConnection, makeSessionUser } from './factories.ts'
import { makeMessage } from './inbox-factories.ts'
import { startServer } from './render-console.tsx'

export interface InboxData {
  user: SessionUser
  tickets: Ticket[]
  messages: Message[]
  contacts: Contact[]
  queues: Queue[]
  tags: Tag[]
  notes: TicketNote[]
  mentions: Mention[]
  activities: TicketActivity[]
  /** What the contact was served with before, oldest first. */
  earlier: Ticket[]
  /** The newest first. */
  pins: TicketPin[]
  /** Of the person on the server. */
  drafts: TicketDraft[]
  noteDrafts: TicketDraft[]
  quickMessages: QuickMessage[]
  connections: Connection[]
  colleagues: { id: number; name: string; online: boolean; queues?: Queue[] }[]
}

function fill(given: Partial<InboxData>, user: SessionUser): InboxData {
  return {
    user,
    tickets: [],
    messages: [],
    contacts: [],
    queues: [],
    tags: [],
    notes: [],
    mentions: [],
    activities: [],
    earlier: [],
    pins: [],
    drafts: [],
    noteDrafts: [],
    quickMessages: [],
    connections: [makeConnection()],
    colleagues: [{ id: user.id, name: user.name, online: true }],
    ...given
  }
}

function viewerOf(user: SessionUser) {
  return {
    id: user.id,
    profile: user.profile,
    super: user.super,
    queueIds: user.queues.map(({ id }) => id),
    allTicket: user.allTicket === 'enabled'
  }
}

/** The messages of a desk; `tell` sends an event of the company. */
function openMessages(inbox: InboxData, now: () => string, tell: (payload: WirePayload<typeof messageEvent>) => void) {
  const messageOf = (id: string): Message => {
    const message = inbox.messages.find((one) => one.id === id)
    if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
    return message
  }
  const tellMessage = (action: 'create' | 'update', message: Message): void => {
    const ticket = inbox.tickets.find(({ id }) => id === message.ticketId)
    if (ticket) tell({ action, message, ticket, contact: ticket.contact })
  }
  const setMessage = (id: string, part: Partial<Message>): Message => {
    const message = { ...messageOf(id), ...part }
    inbox.messages = inbox.messages.map((one) => (one.id === id ? message : one))
    tellMessage('update', message)
    return message
  }
  const addMessage = (ticketId: number, part: Partial<Message>): Message => {
    const number = 5_000 + inbox.messages.length
    const createdAt = now()
    const message = makeMessage(number, { ticketId, createdAt, updatedAt: createdAt, ...part })
    inbox.messages.push(message)
    const ticket = inbox.tickets.find(({ id }) => id === ticketId)
    if (ticket) {
      const unreadMessages = message.fromMe ? ticket.unreadMessages : ticket.unreadMessages + 1
      const next = {
        ...ticket,
        lastMessage: message.body,
        fromMe: message.fromMe,
        updatedAt: createdAt,
        unreadMessages
      }
      inbox.tickets = inbox.tickets.map((one) => (one.id === ticketId ? next : one))
    }
    tellMessage('create', message)
    return message
  }
  return { messageOf, setMessage, addMessage }
}

/** A server with the desk that a test gives it, empty in all else, and the ways to change it while it tells of it. */
export function openInbox(given: Partial<InboxData> = {}) {
  const user = given.user ?? makeSessionUser()
  const server = startServer(user)
  const inbox = fill(given, user)
  let seq = 100
  const nextSeq = (): number => ++seq
  let clock = Math.max(Date.now(), ...inbox.tickets.map(({ updatedAt }) => Date.parse(updatedAt) + 1))
  const now = (): string => new Date(clock++).toISOString()
  const viewer = viewerOf(user)

  const ticketOf = (id: number): Ticket => {
    const ticket = inbox.tickets.find((one) => one.id === id)
    if (!ticket || !maySeeTicket(viewer, ticket)) throw new AppError('ERR_NO_TICKET_FOUND')
    return ticket
  }
  const tellTicket = (ticket: Ticket): void =>
    server.line.emit(ticketEvent, companyId, { action: 'update', ticket }, nextSeq())
  const setTicket = (id: number, part: Parameters<typeof laidOver<Ticket>>[1]): Ticket => {
    const ticket = laidOver({ ...ticketOf(id), updatedAt: now() }, part)
    inbox.tickets = inbox.tickets.map((one) => (one.id === id ? ticket : one))
    tellTicket(ticket)
    return ticket
  }
  const messages = openMessages(inbox, now, (payload) => server.line.emit(messageEvent, companyId, payload, nextSeq()))

  return { server, inbox, viewer, now, nextSeq, ticketOf, tellTicket, setTicket, ...messages }
}

export type OpenInbox = ReturnType<typeof openInbox>
