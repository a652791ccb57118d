// Answers the calls about tickets from the desk of a test.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { findTicketHits } from '@guiche/shared/features/inbox/message-search.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import {
  countTickets,
  createTicket,
  deleteTicket,
  listEarlierTickets,
  showLaterTicket,
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
import { listTicketDrafts } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import {
  listTicketPins,
  mostPins,
  pinTicket,
  ticketPinEvent,
  unpinTicket
} from '@guiche/shared/features/inbox/ticket-pins.ts'
import { companyId, makeContact } from './factories.ts'
import type { OpenInbox } from './inbox-data.ts'
import { briefOf, makeTicket } from './inbox-factories.ts'

function finder({ inbox, viewer }: OpenInbox): (query: TicketQuery) => Ticket[] {
  const matches = (ticket: Ticket, query: TicketQuery): boolean => {
    const all = isAdmin(viewer) && query.showAll === true
    const search = query.searchParam.trim().toLowerCase()
    const isOwnOpen = ticket.status !== 'open' || ticket.userId === viewer.id || all || (search !== '' && !query.status)
    const found =
      search === '' ||
      ticket.contact.name.toLowerCase().includes(search) ||
      ticket.contact.number.includes(search) ||
      inbox.messages.some((one) => one.ticketId === ticket.id && one.body.toLowerCase().includes(search))
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
  const waits = (ticket: Ticket): string => ticket.waitingSince ?? ticket.updatedAt
  const byWait = (a: Ticket, b: Ticket): number => (waits(a) === waits(b) ? a.id - b.id : waits(a) < waits(b) ? -1 : 1)
  const byNewest = (a: Ticket, b: Ticket): number =>
    a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id
  return (query) =>
    inbox.tickets.filter((ticket) => matches(ticket, query)).sort(query.order === 'longestWaiting' ? byWait : byNewest)
}

function answerLookups(open: OpenInbox): void {
  const { server, inbox, ticketOf } = open
  const found = finder(open)
  server.on(findTicketHits, ({ query }) => {
    const hits = query.ticketIds.flatMap((ticketId) => {
      const holds = ({ body }: Message) => body.toLowerCase().includes(query.searchParam.toLowerCase())
      const message = inbox.messages.findLast((one) => one.ticketId === ticketId && holds(one))
      return message ? [{ ticketId, message }] : []
    })
    return { hits }
  })
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
    const ticket = inbox.tickets.find(({ uuid }) => uuid === params.uuid)
    return ticketOf(ticket?.id ?? 0)
  })
}

function answerChanges({ server, inbox, viewer, nextSeq, ticketOf, setTicket }: OpenInbox): void {
  server.on(updateTicket, ({ params, body }) => {
    const ticket = ticketOf(params.id)
    if (body.status === 'open' && !body.transfer && ticket.status === 'open' && ticket.userId !== viewer.id) {
      throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { values: { user: ticket.user?.name ?? '' } })
    }
    const userId = body.status === 'pending' ? null : body.userId === undefined ? ticket.userId : body.userId
    const name = inbox.colleagues.find(({ id }) => id === userId)?.name ?? ''
    const queueId = body.queueId === undefined ? ticket.queueId : body.queueId
    const queue = inbox.queues.find(({ id }) => id === queueId)
    return setTicket(params.id, {
      status: body.status ?? ticket.status,
      userId,
      user: userId === null ? null : { id: userId, name },
      queueId,
      queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null
    })
  })
  server.on(deleteTicket, ({ params }) => {
    inbox.tickets = inbox.tickets.filter(({ id }) => id !== params.id)
    server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: params.id }, nextSeq())
    return { message: 'Ticket deleted' }
  })
}

function answerPins({ server, inbox, now, nextSeq, ticketOf }: OpenInbox): void {
  server.on(listTicketDrafts, ({ query }) => (query.kind === 'note' ? inbox.noteDrafts : inbox.drafts))
  server.on(
    showLaterTicket,
    ({ params }) => inbox.tickets.filter(({ id }) => id > params.id).toSorted((a, b) => a.id - b.id)[0] ?? null
  )
  server.on(listEarlierTickets, ({ params }) => inbox.earlier.filter(({ id }) => id < params.id).toReversed())
  server.on(listTicketPins, () => ({
    pins: inbox.pins,
    tickets: inbox.tickets.filter(({ id }) => inbox.pins.some(({ ticketId }) => ticketId === id))
  }))
  server.on(pinTicket, ({ params: { ticketId } }) => {
    ticketOf(ticketId)
    if (inbox.pins.length >= mostPins) throw new AppError('ERR_TICKET_PINS_FULL', { values: { limit: mostPins } })
    const pin = { ticketId, createdAt: now() }
    inbox.pins = [pin, ...inbox.pins]
    server.line.emit(ticketPinEvent, companyId, { action: 'create', pin }, nextSeq())
    return pin
  })
  server.on(unpinTicket, ({ params: { ticketId } }) => {
    inbox.pins = inbox.pins.filter((pin) => pin.ticketId !== ticketId)
    server.line.emit(ticketPinEvent, companyId, { action: 'delete', ticketId }, nextSeq())
    return { message: 'Ticket unpinned.' }
  })
}

function answerCreation({ server, inbox, now, tellTicket }: OpenInbox): void {
  server.on(createTicket, ({ body }) => {
    const contact = inbox.contacts.find(({ id }) => id === body.contactId) ?? makeContact({ id: body.contactId })
    const active = inbox.tickets.find((one) => one.contactId === contact.id && one.status !== 'closed')
    if (active) {
      const { id, uuid, status, userId, user: by, queue } = active
      const conflict = { code: 'ERR_OTHER_OPEN_TICKET', id, uuid, status, userId, user: by, queue }
      throw new AppError('ERR_OTHER_OPEN_TICKET', { errorText: JSON.stringify(conflict) })
    }
    const id = Math.max(0, ...inbox.tickets.map((one) => one.id)) + 1
    const queue = inbox.queues.find((one) => one.id === body.queueId)
    const ticket = makeTicket({
      id,
      contactId: contact.id,
      contact: briefOf(contact),
      lastMessage: '',
      updatedAt: now(),
      queueId: body.queueId,
      queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null
    })
    inbox.tickets.push(ticket)
    tellTicket(ticket)
    return ticket
  })
}

export function answerTickets(open: OpenInbox): void {
  answerLookups(open)
  answerChanges(open)
  answerPins(open)
  answerCreation(open)
}
