// Tests of the board: which cards a person sees, moving them, two people moving at once, and what others see of it.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  byRank,
  createKanbanColumn,
  listKanbanColumns,
  listKanbanTickets,
  moveTicket
} from '@guiche/shared/features/inbox/kanban.ts'
import { ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const addColumn = async (company: Company, title: string) =>
  (await company.admin.call(createKanbanColumn, { body: { title } })).body.id

const board = async (by: Person) => (await by.call(listKanbanTickets)).body.tickets
/** Ids of the cards of a column from top to bottom. */
const cardsOn = async (by: Person, columnId: number | null) =>
  (await board(by)).filter(({ kanbanColumnId }) => kanbanColumnId === columnId).map(({ id }) => id)

const move = (by: Person, ticketId: number, targetColumn: number | null, targetIndex: number, afterTicketId?: number) =>
  by.call(moveTicket, { params: { ticketId }, body: { targetColumn, targetIndex, afterTicketId } })

test('takes the place as text, as legacy clients send it', async () => {
  const company = await makeCompany(app)
  const column = await addColumn(company, 'Orçamentos')
  const [ticketId = 0] = await waiting(company, 1)
  const body = { targetColumn: String(column), targetIndex: '0' } as unknown as {
    targetColumn: number
    targetIndex: number
  }
  expect((await company.admin.call(moveTicket, { params: { ticketId }, body })).body).toMatchObject({
    kanbanColumnId: column
  })
})

/** Tickets that wait, without a queue. */
async function waiting(company: Company, count: number) {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push((await makeTicket(company)).id)
  return ids
}

describe('the board', () => {
  test('shows an attendant what the ticket list shows, and an admin everything in service', async () => {
    const company = await makeCompany(app)
    const [inside, outside] = [await makeQueue(company), await makeQueue(company)]
    const user = await makeUser(company, { queueIds: [inside.id] })
    const colleague = await makeUser(company, { queueIds: [inside.id] })
    const own = await makeTicket(company, { status: 'open', userId: user.id, queueId: outside.id })
    const waits = await makeTicket(company, { queueId: inside.id })
    const hidden = [
      await makeTicket(company, { queueId: outside.id }),
      await makeTicket(company),
      await makeTicket(company, { status: 'open', userId: colleague.id, queueId: inside.id })
    ]
    await makeTicket(company, { status: 'closed', userId: user.id, queueId: inside.id })
    const { body } = await user.call(listKanbanTickets)
    expect(body.tickets.map(({ id }) => id)).toEqual([own.id, waits.id])
    expect(body).toMatchObject({ count: 2, hasMore: false })
    expect(new Set(await cardsOn(company.admin, null))).toEqual(new Set([own, waits, ...hidden].map(({ id }) => id)))
  })

  test('has columns whose cards are those the caller sees, or none when they are not wanted', async () => {
    const company = await makeCompany(app)
    const queue = await makeQueue(company)
    const user = await makeUser(company, { queueIds: [queue.id] })
    const column = await addColumn(company, 'Proposta')
    const [seen, hidden] = [await makeTicket(company, { queueId: queue.id }), await makeTicket(company)]
    for (const { id } of [seen, hidden]) await move(company.admin, id, column, 0)
    const cardsFor = async (by: Person, query = {}) =>
      (await by.call(listKanbanColumns, { query })).body[0]?.cards.map(({ id }) => id)
    expect(await cardsFor(user)).toEqual([seen.id])
    expect(await cardsFor(company.admin)).toEqual([hidden.id, seen.id])
    expect(await cardsFor(company.admin, { cards: false })).toEqual([])
  })
})

describe('a moved card', () => {
  test('stands where it was put, within a column and on another, and nothing else of it changes', async () => {
    const company = await makeCompany(app)
    const column = await addColumn(company, 'Proposta')
    const [a, b, c] = (await waiting(company, 3)) as [number, number, number]
    await move(company.admin, a, column, 0)
    await move(company.admin, b, column, 9)
    const before = (await board(company.admin)).find(({ id }) => id === c)
    const { status, body } = await move(company.admin, c, column, 1)
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, kanbanColumnId: column, orderIndex: body.orderIndex })
    expect(await cardsOn(company.admin, column)).toEqual([a, c, b])
    await move(company.admin, a, column, 2)
    expect(await cardsOn(company.admin, column)).toEqual([c, b, a])
    await move(company.admin, b, null, 0)
    expect(await cardsOn(company.admin, null)).toEqual([b])
  })

  test('counts its place among the cards its mover sees', async () => {
    const company = await makeCompany(app)
    const queue = await makeQueue(company)
    const user = await makeUser(company, { queueIds: [queue.id] })
    const column = await addColumn(company, 'Proposta')
    const own = [await makeTicket(company, { queueId: queue.id }), await makeTicket(company, { queueId: queue.id })]
    const [first, second] = own.map(({ id }) => id) as [number, number]
    const hidden = await waiting(company, 2)
    for (const id of [...hidden, first]) await move(company.admin, id, column, 9)
    await move(user, second, column, 1)
    expect(await cardsOn(company.admin, column)).toEqual([...hidden, first, second])
  })

  test('lands below the card it was dropped under, although others moved meanwhile', async () => {
    const company = await makeCompany(app)
    const column = await addColumn(company, 'Proposta')
    const [a, b, c, late] = (await waiting(company, 4)) as [number, number, number, number]
    for (const id of [a, b]) await move(company.admin, id, column, 9)
    // Somebody puts a card on top, which the mover of `c` does not see yet.
    await move(company.admin, late, column, 0)
    await move(company.admin, c, column, 1, a)
    expect(await cardsOn(company.admin, column)).toEqual([late, a, c, b])
  })

  test('finds a place also where ranks do not divide any further', async () => {
    const company = await makeCompany(app)
    const column = await addColumn(company, 'Proposta')
    const ids = await waiting(company, 3)
    await app.ctx.db
      .update(tickets)
      .set({ kanbanColumnId: column, orderIndex: 5 })
      .where(eq(tickets.companyId, company.id))
    const [late] = (await waiting(company, 1)) as [number]
    await move(company.admin, late, column, 1)
    expect(await cardsOn(company.admin, column)).toEqual([ids[0], late, ids[1], ids[2]])
  })

  test('of a ticket that is closed comes back to its column when the ticket does', async () => {
    const company = await makeCompany(app)
    const column = await addColumn(company, 'Proposta')
    const { id } = await makeTicket(company, { connectionId: (await makeConnectionRow(company)).id })
    await move(company.admin, id, column, 0)
    const set = (status: 'closed' | 'pending') => company.admin.call(updateTicket, { params: { id }, body: { status } })
    await set('closed')
    expect(await cardsOn(company.admin, column)).toEqual([])
    await set('pending')
    expect(await cardsOn(company.admin, column)).toEqual([id])
  })

  test('may be moved by those alone who see the ticket, to columns of the own company', async () => {
    const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
    const [column, foreign] = [await addColumn(company, 'Proposta'), await addColumn(stranger, 'Deles')]
    const { id } = await makeTicket(company, { queueId: (await makeQueue(company)).id })
    const user = await makeUser(company)
    const answers = [
      await move(user, id, column, 0),
      await move(stranger.admin, id, foreign, 0),
      await move(company.admin, id, foreign, 0)
    ]
    expect(answers.map(({ error }) => error)).toEqual([
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_KANBAN_COLUMN_FOUND'
    ])
    expect(await cardsOn(company.admin, null)).toEqual([id])
  })
})

describe('two people', () => {
  test('who move two cards to the same place at once both win', async () => {
    const company = await makeCompany(app)
    const column = await addColumn(company, 'Proposta')
    const user = await makeUser(company, { allTicket: 'enabled' })
    const [first, last, a, b] = (await waiting(company, 4)) as [number, number, number, number]
    for (const id of [first, last]) await move(company.admin, id, column, 9)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([move(company.admin, a, column, 1, first), move(user, b, column, 1, first)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const [top, ...rest] = await cardsOn(company.admin, column)
      expect([top, rest.at(-1)]).toEqual([first, last])
      expect(new Set(rest.slice(0, 2))).toEqual(new Set([a, b]))
      await Promise.all([move(user, a, null, 0), move(company.admin, b, null, 0)])
    }
  })

  test('see the same board live, and others hear of no card they may not see', async () => {
    const company = await makeCompany(app)
    const queue = await makeQueue(company)
    const [user, outsider] = [await makeUser(company, { queueIds: [queue.id] }), await makeUser(company)]
    const column = await addColumn(company, 'Proposta')
    const cards = [await makeTicket(company, { queueId: queue.id }), await makeTicket(company, { queueId: queue.id })]
    const [socket, elsewhere] = [await user.connect(), await outsider.connect()]
    const list = await followList({
      socket,
      event: ticketEvent,
      load: () => board(user),
      apply: (items, event) => {
        if (event.action === 'update') return put(items, event.ticket)
        return event.action === 'delete' ? without(items, event.ticketId) : items
      }
    })
    for (const { id } of cards) await move(company.admin, id, column, 0)
    await list.expectEqualsReload()
    expect(
      list
        .items()
        .toSorted(byRank)
        .map(({ id }) => id)
    ).toEqual(cards.map(({ id }) => id).reverse())
    await elsewhere.settle()
    expect(elsewhere.of(ticketEvent)).toEqual([])
  })
})
