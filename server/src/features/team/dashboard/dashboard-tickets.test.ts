// Tests that a figure of the dashboard and the list of tickets it leads to tell of the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTickets, type TicketMoment } from '@guiche/shared/features/inbox/tickets.ts'
import { showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { ticketTracking } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { sumUpDays } from './sum-up-days.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

type Cycle = Partial<typeof ticketTracking.$inferInsert> & { createdAt: Date }

/** Returns the ticket: a new one, unless it is told. */
async function makeCycle(company: Company, cycle: Cycle, queueId: number | null = null): Promise<number> {
  const ticketId = cycle.ticketId ?? (await makeTicket(company, { status: 'closed', queueId })).id
  await app.ctx.db
    .insert(ticketTracking)
    .values({ queuedAt: cycle.createdAt, ...cycle, companyId: company.id, ticketId })
  return ticketId
}
const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

/** Waited and was served, five minutes each. */
function served(at: Date, userId: number, rating?: number): Cycle {
  const rated = rating === undefined ? {} : { rating, ratingAt: minutesAfter(at, 12) }
  return { createdAt: at, startedAt: minutesAfter(at, 5), finishedAt: minutesAfter(at, 10), userId, ...rated }
}

const march = { from: '2026-03-01', to: '2026-03-31' }
async function listed(who: Person, moment: TicketMoment, users: number[] = [], days: Partial<typeof march> = march) {
  const further = users.length === 0 ? {} : { users: JSON.stringify(users) }
  const query: Record<string, unknown> = {
    moment,
    momentFrom: days.from,
    momentTo: days.to,
    showAll: 'true',
    ...further
  }
  const { body } = await who.call(listTickets, { query: query as never })
  expect(body.count).toBe(body.tickets.length)
  return body.tickets.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Every kind of cycle, and some around the edges of March in São Paulo. */
async function fill(company: Company, userId: number) {
  const day = new Date('2026-03-10T12:00:00Z')
  await makeCycle(company, served(day, userId, 3))
  await makeCycle(company, served(minutesAfter(day, 60), userId))
  await makeCycle(company, served(new Date('2026-04-01T02:40:00Z'), userId, 2))
  await makeCycle(company, served(new Date('2026-03-01T02:40:00Z'), userId))
  await makeCycle(company, served(new Date('2026-04-01T03:10:00Z'), userId, 1))
  // Closed without an answer, begun by a campaign, accepted and not finished, accepted in March and finished in April.
  await makeCycle(company, { createdAt: day, finishedAt: minutesAfter(day, 1) })
  await makeCycle(company, { createdAt: day, finishedAt: day, byProgram: true })
  await makeCycle(company, { createdAt: day, startedAt: minutesAfter(day, 3), userId: company.admin.id })
  await makeCycle(company, {
    createdAt: new Date('2026-03-31T20:00:00Z'),
    startedAt: new Date('2026-03-31T21:00:00Z'),
    finishedAt: new Date('2026-04-02T20:00:00Z'),
    userId: company.admin.id
  })
}

test.each(['the cycles', 'their sums'])('figures from %s are as many as the tickets they lead to', async (from) => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const user = await makeUser(company)
  await fill(company, user.id)
  await fill(stranger, stranger.admin.id)
  if (from === 'their sums') await sumUpDays(app.ctx)
  const { admin } = company
  const query = { date_from: march.from, date_to: march.to }
  const { ofPeriod, attendants } = (await admin.call(showDashboard, { query })).body
  expect(ofPeriod).toMatchObject({ finished: 4, ratings: 2, byProgram: 1, avgSupportTime: 5 })
  const count = async (moment: TicketMoment, users?: number[]) => (await listed(admin, moment, users)).length
  expect(await count('finished')).toBe(ofPeriod.finished)
  expect(await count('rated')).toBe(ofPeriod.ratings)
  expect(await count('byProgram')).toBe(ofPeriod.byProgram)
  // What the averages are of: finished with somebody in between, and accepted.
  expect([await count('served'), await count('accepted')]).toEqual([3, 5])
  for (const { id, tickets, ratings } of attendants)
    expect([id, await count('finished', [id]), await count('rated', [id])]).toEqual([id, tickets, ratings])
})

test('a ticket to which it happened twice is listed once, and the other company never', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const at = new Date('2026-03-10T12:00:00Z')
  const ticketId = await makeCycle(company, served(at, company.admin.id))
  await makeCycle(company, { ...served(minutesAfter(at, 600), company.admin.id), ticketId })
  await makeCycle(stranger, served(at, stranger.admin.id))
  const query = { date_from: march.from, date_to: march.to }
  expect((await company.admin.call(showDashboard, { query })).body.ofPeriod.finished).toBe(2)
  expect(await listed(company.admin, 'finished')).toEqual([ticketId])
  expect(await listed(company.admin, 'finished', [stranger.admin.id])).toEqual([])
})

test('people see of it what they see of tickets', async () => {
  const company = await makeCompany(app)
  const [own, other] = [await makeQueue(company), await makeQueue(company)]
  const user = await makeUser(company, { queueIds: [own.id] })
  const at = new Date('2026-03-10T12:00:00Z')
  const ticketId = await makeCycle(company, served(at, company.admin.id), own.id)
  const hidden = await makeCycle(company, served(at, company.admin.id), other.id)
  expect(await listed(user, 'finished')).toEqual([ticketId])
  expect(await listed(company.admin, 'finished')).toEqual([ticketId, hidden])
})

test('a day that is none leaves that end open, and a moment that is none is refused', async () => {
  const company = await makeCompany(app)
  const ticketId = await makeCycle(company, served(new Date('2026-03-10T12:00:00Z'), company.admin.id))
  expect(await listed(company.admin, 'finished', [], { to: '2026-03-10' })).toEqual([ticketId])
  expect(await listed(company.admin, 'finished', [], { from: '2026-02-30', to: 'x' })).toEqual([ticketId])
  expect(await listed(company.admin, 'finished', [], { from: '2026-03-11' })).toEqual([])
  const refused = await company.admin.call(listTickets, { query: { moment: 'dreamt' } as never })
  expect(refused).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
})
