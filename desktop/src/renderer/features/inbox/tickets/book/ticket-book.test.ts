// Live equals reloaded: whatever order events come in and however often, the lists hold what a fresh load would show.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Ticket, TicketViewer } from '@guiche/shared/features/inbox/tickets.ts'
import { makeTicket, minute } from '#test/inbox-factories.ts'
import {
  emptyBook,
  removeMissing,
  applyGone,
  applyTicket,
  applyUnread,
  mergeFetched,
  patchTickets
} from './ticket-book.ts'
import {
  belongs,
  byNewest,
  concerns,
  emptyPage,
  listNames,
  plainView,
  rowsOf,
  type ListPage
} from '../list/ticket-lists.ts'
import { contactChange, queueChange, tagChange } from './ticket-renames.ts'

const me: TicketViewer = { id: 1, profile: 'user', super: false, queueIds: [1], allTicket: false }
const admin: TicketViewer = { ...me, profile: 'admin' }
const everything: ListPage = { ...emptyPage, phase: 'ready' }

type Event =
  | { seq: number; kind: 'update'; ticket: Ticket }
  | { seq: number; kind: 'unread'; id: number; unread: number }
  | { seq: number; kind: 'gone'; id: number }

interface Change {
  id: number
  kind: Event['kind']
  status: Ticket['status']
  userId: number | null
  queueId: number | null
  unread: number
}
const change: fc.Arbitrary<Change> = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  kind: fc.constantFrom<Event['kind']>('update', 'update', 'unread', 'gone'),
  status: fc.constantFrom<Ticket['status']>('open', 'pending', 'closed'),
  userId: fc.constantFrom(null, 1, 2),
  queueId: fc.constantFrom(null, 1, 2),
  unread: fc.integer({ min: 0, max: 3 })
})

/** What a server does one after another: the events it tells, and the tickets it is left with. */
function play(changes: Change[]) {
  const server = new Map<number, Ticket>()
  const events = changes.map(({ id, kind, status, userId, queueId, unread }, index): Event => {
    const seq = index + 1
    const known = server.get(id)
    if (kind === 'gone' && known) {
      server.delete(id)
      return { seq, kind, id }
    }
    if (kind === 'unread' && known) {
      server.set(id, { ...known, unreadMessages: unread })
      return { seq, kind, id, unread }
    }
    const ticket = makeTicket({ id, status, userId, queueId, unreadMessages: unread, updatedAt: minute(seq) })
    server.set(id, ticket)
    return { seq, kind: 'update', ticket }
  })
  return { server, events }
}

function hear(book: typeof emptyBook, event: Event) {
  if (event.kind === 'update') return applyTicket(book, event.ticket, event.seq)
  if (event.kind === 'gone') return applyGone(book, event.id, event.seq)
  return applyUnread(book, event.id, event.unread, event.seq)
}

const shuffledWithDoubles = (events: Event[]) =>
  fc.tuple(fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }), fc.subarray(events))

describe('the ticket book', () => {
  test('events in any order, some of them twice, leave the lists as a reload would show them', () => {
    fc.assert(
      fc.property(
        fc
          .array(change, { maxLength: 14 })
          .map(play)
          .chain(({ server, events }) =>
            shuffledWithDoubles(events).map(([all, twice]) => ({ server, heard: [...all, ...twice] }))
          ),
        fc.constantFrom(me, admin, { ...me, allTicket: true }),
        fc.boolean(),
        fc.constantFrom<number[]>([], [1], [2]),
        ({ server, heard }, viewer, showAll, queueIds) => {
          const live = heard.reduce(hear, emptyBook)
          const reloaded = mergeFetched(emptyBook, [...server.values()], 0)
          const view = { ...plainView, showAll, queueIds }
          for (const list of listNames) {
            const page = { ...everything, found: new Set([1, 2, 3, 4]) }
            const rows = (book: typeof emptyBook) => rowsOf(book.tickets.values(), { list, page, view, viewer })
            expect(rows(live)).toEqual(rows(reloaded))
          }
        }
      )
    )
  })

  test('a list that was fetched before an event does not put older news over it', () => {
    const before = mergeFetched(emptyBook, [makeTicket({ id: 1 })], 0)
    const startedAt = before.clock
    const heard = applyTicket(before, makeTicket({ id: 1, lastMessage: 'novo', updatedAt: minute(9) }), 5)
    const merged = mergeFetched(heard, [makeTicket({ id: 1, lastMessage: 'velho' })], startedAt)
    expect(merged.tickets.get(1)?.lastMessage).toBe('novo')
    const later = mergeFetched(heard, [makeTicket({ id: 1, lastMessage: 'mais novo' })], heard.clock)
    expect(later.tickets.get(1)?.lastMessage).toBe('mais novo')
  })

  test('what was read while a list was fetched is read, also of a ticket that was not known', () => {
    const { clock } = emptyBook
    const heard = applyUnread(emptyBook, 1, 0, 7)
    const unread = (book: typeof emptyBook) => book.tickets.get(1)?.unreadMessages
    const fetched = [makeTicket({ id: 1, unreadMessages: 3 })]
    expect(unread(mergeFetched(heard, fetched, clock))).toBe(0)
    // A list that is asked for afterwards knows of it, and of what came since.
    expect(unread(mergeFetched(heard, fetched, heard.clock))).toBe(3)
  })

  test('a ticket that went away while a list was fetched stays away, and comes back with the next', () => {
    const heard = applyGone(mergeFetched(emptyBook, [makeTicket({ id: 1 })], 0), 1, 3)
    expect(mergeFetched(heard, [makeTicket({ id: 1 })], 0).tickets.size).toBe(0)
    expect(mergeFetched(heard, [makeTicket({ id: 1 })], heard.clock).tickets.size).toBe(1)
  })

  test('what a fresh list lacks is forgotten, unless it was heard of meanwhile', () => {
    const book = applyTicket(
      mergeFetched(emptyBook, [makeTicket({ id: 1 }), makeTicket({ id: 2 })], 0),
      makeTicket({ id: 2 }),
      4
    )
    expect([...removeMissing(book, [1, 2], 0).tickets.keys()]).toEqual([2])
  })

  test('names and colours follow what they belong to', () => {
    const tag = { id: 5, name: 'VIP', color: '#e03131' }
    const queue = { id: 1, name: 'Vendas', color: '#000' }
    const book = mergeFetched(emptyBook, [makeTicket({ id: 1, tags: [tag], queueId: 1, queue })], 0)
    const kept = { kanban: 0, userId: null, companyId: 7 }
    const renamed = patchTickets(book, tagChange({ action: 'update', tag: { ...tag, ...kept, name: 'Ouro' } }))
    expect(renamed.tickets.get(1)?.tags).toEqual([{ ...tag, name: 'Ouro' }])
    expect(patchTickets(book, tagChange({ action: 'delete', tagId: 5 })).tickets.get(1)?.tags).toEqual([])
    expect(patchTickets(book, queueChange({ action: 'delete', queueId: 1 })).tickets.get(1)?.queue).toBeNull()
    expect(patchTickets(book, queueChange({ action: 'delete', queueId: 9 }))).toBe(book)
    expect(patchTickets(book, contactChange({ action: 'delete', contactId: 1 }))).toBe(book)
  })
})

describe('the lists', () => {
  const viewers = { attendant: me, withoutQueue: { ...me, allTicket: true }, admin }
  test.each([
    ['an own ticket', { userId: 1, queueId: 2 }, [true, true, true]],
    ['an own ticket without a queue', { userId: 1, queueId: null }, [true, true, true]],
    ['a waiting one of an own queue', { userId: null, queueId: 1, status: 'pending' }, [true, true, true]],
    ['a waiting one of another queue', { userId: null, queueId: 2, status: 'pending' }, [false, false, false]],
    ['a waiting one without a queue', { userId: null, queueId: null, status: 'pending' }, [false, true, true]],
    ['one of a colleague in an own queue', { userId: 2, queueId: 1 }, [false, false, false]]
  ] as const)('of %s the right people hear', (_, part, expected) => {
    const ticket = makeTicket({ ...part })
    expect(Object.values(viewers).map((viewer) => concerns(viewer, ticket))).toEqual(expected)
  })

  test('an admin sees colleagues’ open tickets only with the switch for all', () => {
    const ticket = makeTicket({ userId: 2, queueId: 1 })
    expect(belongs('attending', ticket, plainView, admin)).toBe(false)
    expect(belongs('attending', ticket, { ...plainView, showAll: true }, admin)).toBe(true)
    expect(belongs('attending', ticket, { ...plainView, showAll: true }, me)).toBe(false)
  })

  test('rows beyond what was loaded stay out until they are', () => {
    const tickets = [1, 2, 3].map((id) => makeTicket({ id, updatedAt: minute(id) }))
    const page: ListPage = { ...everything, hasMore: true, horizon: { id: 2, updatedAt: minute(2) } }
    expect(rowsOf(tickets, { list: 'attending', page, view: plainView, viewer: me }).map(({ id }) => id)).toEqual([
      3, 2
    ])
  })

  test('the newest stands first, and of the same instant the one with the higher number', () => {
    const [a, b, c] = [
      makeTicket({ id: 1 }),
      makeTicket({ id: 2, updatedAt: minute(9) }),
      makeTicket({ id: 3, updatedAt: minute(9) })
    ]
    expect([a, b, c].sort(byNewest).map((ticket) => ticket?.id)).toEqual([3, 2, 1])
  })
})
