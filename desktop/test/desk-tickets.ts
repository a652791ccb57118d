// Answers the calls about tickets from the desk of a test.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { findTicketHits } from '@guiche/shared/features/inbox/message-search.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
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
import {
  listTicketPins,
  mostPins,
  pinTicket,
  ticketPinEvent,
  unpinTicket
} from '@guiche/shared/features/inbox/ticket-pins.ts'
import { companyId, makeContact } from './factories.ts'
import type { OpenDesk } from './desk.ts'
import { briefOf, makeTicket } from './inbox-factories.ts'

function finder({ desk, viewer }: OpenDesk): (query: TicketQuery) => Ticket[] {
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
  return (query) =>
    desk.tickets
      .filter((ticket) => matches(ticket, query))
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id))
}

function answerLookups(open: OpenDesk): void {
  const { server, desk, ticketOf } = open
  const found = finder(open)
  server.on(findTicketHits, ({ query }) => {
    const hits = query.ticketIds.flatMap((ticketId) => {
      const holds = ({ body }: Message) => body.toLowerCase().includes(query.searchParam.toLowerCase())
      const message = desk.messages.findLast((one) => one.ticketId === ticketId && holds(one))
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
    const ticket = desk.tickets.find(({ uuid }) => uuid === params.uuid)
    return ticketOf(ticket?.id ?? 0)
  })
}

function answerChanges({ server, desk, viewer, nextSeq, ticketOf, setTicket }: OpenDesk): void {
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
    server.line.emit(ticketEvent, companyId, { action: 'delete', ticketId: params.id }, nextSeq())
    return { message: 'Ticket deleted' }
  })
}

function answerPins({ server, desk, now, nextSeq, ticketOf }: OpenDesk): void {
  server.on(listTicketPins, () => ({
    pins: desk.pins,
    tickets: desk.tickets.filter(({ id }) => desk.pins.some(({ ticketId }) => ticketId === id))
  }))
  server.on(pinTicket, ({ params: { ticketId } }) => {
    ticketOf(ticketId)
    if (desk.pins.length >= mostPins) throw new AppError('ERR_TICKET_PINS_FULL', { values: { limit: mostPins } })
    const pin = { ticketId, createdAt: now() }
    desk.pins = [pin, ...desk.pins]
    server.line.emit(ticketPinEvent, companyId, { action: 'create', pin }, nextSeq())
    return pin
  })
  server.on(unpinTicket, ({ params: { ticketId } }) => {
    desk.pins = desk.pins.filter((pin) => pin.ticketId !== ticketId)
    server.line.emit(ticketPinEvent, companyId, { action: 'delete', ticketId }, nextSeq())
    return { message: 'Ticket unpinned.' }
  })
}

function answerCreation({ server, desk, now, tellTicket }: OpenDesk): void {
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
}

export function answerTickets(open: OpenDesk): void {
  answerLookups(open)
  answerChanges(open)
  answerPins(open)
  answerCreation(open)
}
