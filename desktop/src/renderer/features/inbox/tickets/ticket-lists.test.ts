// Which list a ticket belongs to, in which order, and what it carries of other things.
import { describe, expect, test } from 'vitest'
import { concerns, type TicketViewer } from '@guiche/shared/features/inbox/tickets.ts'
import { makeTicket, minute } from '#test/inbox-factories.ts'
import { contactChange, queueChange, tagChange } from './replica/ticket-renames.ts'
import { belongs, byLongestWait, byNewest, emptyPage, plainView, rowsOf, type ListPage } from './list/ticket-lists.ts'

const me: TicketViewer = { id: 1, profile: 'user', super: false, queueIds: [1], allTicket: false }
const admin: TicketViewer = { ...me, profile: 'admin' }
const everything: ListPage = { ...emptyPage, phase: 'ready' }

test('names and colours follow what they belong to', () => {
  const tag = { id: 5, name: 'VIP', color: '#e03131' }
  const queue = { id: 1, name: 'Vendas', color: '#000' }
  const ticket = makeTicket({ id: 1, tags: [tag], queueId: 1, queue })
  const kept = { kanban: 0, userId: null, companyId: 7 }
  const renamed = tagChange({ action: 'update', tag: { ...tag, ...kept, name: 'Ouro' } })
  expect(renamed(ticket)).toEqual({ tags: [{ ...tag, name: 'Ouro' }] })
  expect(tagChange({ action: 'delete', tagId: 5 })(ticket)).toEqual({ tags: [] })
  expect(queueChange({ action: 'delete', queueId: 1 })(ticket)).toEqual({ queueId: null, queue: null })
  expect(queueChange({ action: 'delete', queueId: 9 })(ticket)).toBeNull()
  expect(contactChange({ action: 'delete', contactId: 1 })(ticket)).toBeNull()
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
    const page: ListPage = {
      ...everything,
      hasMore: true,
      horizon: { id: 2, updatedAt: minute(2), waitingSince: null }
    }
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

  test('who waits for longest stands first, and who waits for nothing where the ticket last moved', () => {
    const tickets = [
      makeTicket({ id: 1, updatedAt: minute(9), waitingSince: minute(5) }),
      makeTicket({ id: 2, updatedAt: minute(4), waitingSince: null }),
      makeTicket({ id: 3, updatedAt: minute(8), waitingSince: minute(3) }),
      makeTicket({ id: 4, updatedAt: minute(7), waitingSince: minute(5) })
    ]
    expect(tickets.sort(byLongestWait).map(({ id }) => id)).toEqual([3, 2, 1, 4])
  })
})
