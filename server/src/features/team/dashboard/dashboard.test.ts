// Tests of the dashboard: what is counted, on which day, for whom, and that sums of past days change nothing.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { chartTicketsDay, chartTicketsUsers, showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { companies } from '#database/tables/org/companies.ts'
import { serviceDays } from '#database/tables/org/service-days.ts'
import { ticketTracking } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { makeCompany, makeUser, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { sumUpDays } from './sum-up-days.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

type Cycle = Partial<typeof ticketTracking.$inferInsert> & { createdAt: Date }

/** A cycle that began to wait at `createdAt`, as the desk would have written it. */
async function makeCycle(company: Company, cycle: Cycle): Promise<void> {
  const ticketId = cycle.ticketId ?? (await makeTicket(company, { status: 'closed' })).id
  await app.ctx.db
    .insert(ticketTracking)
    .values({ queuedAt: cycle.createdAt, ...cycle, companyId: company.id, ticketId })
}
const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

/** Waited 5 minutes, was served for `minutes`. */
function served(company: Company, at: Date, userId: number, minutes: number, rating?: number): Promise<void> {
  const [startedAt, finishedAt] = [minutesAfter(at, 5), minutesAfter(at, 5 + minutes)]
  const rated = rating === undefined ? {} : { rating, ratingAt: minutesAfter(finishedAt, 2) }
  return makeCycle(company, { createdAt: at, startedAt, finishedAt, userId, ...rated })
}

const figures = async (company: Company, query: Record<string, unknown>) =>
  (await company.admin.call(showDashboard, { query })).body
const byDay = async (company: Company, initialDate: string, finalDate: string) =>
  (await company.admin.call(chartTicketsDay, { query: { initialDate, finalDate } })).body
const byUser = async (company: Company, initialDate: string, finalDate: string) =>
  (await company.admin.call(chartTicketsUsers, { query: { initialDate, finalDate } })).body

const march = { date_from: '2026-03-01', date_to: '2026-03-31' }

describe('the counters', () => {
  test('tell how many tickets are served, waiting and unread now, and how many cycles were finished in the period', async () => {
    const company = await makeCompany(app)
    const { id } = company.admin
    for (const status of ['open', 'open', 'pending', 'closed'] as const) {
      await makeTicket(company, { status, ...(status === 'open' ? { userId: id } : {}) })
    }
    await served(company, new Date('2026-03-10T12:00:00Z'), id, 20)
    await served(company, new Date('2026-03-11T12:00:00Z'), id, 40)
    await served(company, new Date('2026-04-02T12:00:00Z'), id, 500)
    await makeCycle(company, {
      createdAt: new Date('2026-03-12T12:00:00Z'),
      finishedAt: new Date('2026-03-12T13:00:00Z')
    })
    const { counters, period } = await figures(company, march)
    expect(period).toEqual({ from: '2026-03-01', to: '2026-03-31' })
    expect(counters).toEqual({
      supportHappening: 2,
      supportPending: 1,
      supportUnread: 0,
      supportFinished: 3,
      avgSupportTime: 30,
      avgWaitTime: 5
    })
  })

  test('follow a ticket from waiting over accepted to closed', async () => {
    const company = await makeCompany(app)
    const connection = await makeConnectionRow(company)
    const ticket = await makeTicket(company, { connectionId: connection.id })
    const move = (status: 'open' | 'closed') =>
      company.admin.call(updateTicket, { params: { id: ticket.id }, body: { status } })
    await move('open')
    expect((await figures(company, { days: 3 })).counters).toMatchObject({ supportHappening: 1, supportFinished: 0 })
    await move('closed')
    const { counters, attendants } = await figures(company, { days: 3 })
    expect(counters).toMatchObject({ supportHappening: 0, supportFinished: 1 })
    expect(counters.avgSupportTime).toBeLessThan(1)
    expect(attendants).toMatchObject([{ id: company.admin.id, tickets: 1 }])
  })

  test('keep what campaigns began apart, and are compared with as many days before', async () => {
    const company = await makeCompany(app)
    const { id } = company.admin
    const campaign = (at: Date) => makeCycle(company, { createdAt: at, finishedAt: at, byProgram: true })
    await served(company, new Date('2026-03-10T12:00:00Z'), id, 20, 3)
    await served(company, new Date('2026-03-11T12:00:00Z'), id, 20, 2)
    await served(company, new Date('2026-02-27T12:00:00Z'), id, 40, 1)
    await served(company, new Date('2026-01-20T12:00:00Z'), id, 40, 1)
    for (const at of ['2026-03-10T13:00:00Z', '2026-03-12T13:00:00Z', '2026-02-26T13:00:00Z'])
      await campaign(new Date(at))
    const expected = {
      ofPeriod: { finished: 2, avgSupportTime: 20, avgWaitTime: 5, rating: 2.5, ratings: 2, byProgram: 2 },
      before: { finished: 1, avgSupportTime: 40, avgWaitTime: 5, rating: 1, ratings: 1, byProgram: 1 }
    }
    expect(await figures(company, march)).toMatchObject(expected)
    expect((await byDay(company, '2026-03-01', '2026-03-31')).count).toBe(2)
    // February was only half there: nothing is compared with it.
    const whole = { date_from: '2026-02-01', date_to: '2026-02-28' }
    expect((await figures(company, whole)).before).toBeNull()
    // The sums of past days say the same.
    await sumUpDays(app.ctx)
    expect(await figures(company, march)).toMatchObject(expected)
    expect((await byDay(company, '2026-03-01', '2026-03-31')).count).toBe(2)
  })

  test('have no averages where there is nothing to average', async () => {
    const company = await makeCompany(app)
    const { counters } = await figures(company, march)
    expect(counters).toMatchObject({ supportFinished: 0, avgSupportTime: null, avgWaitTime: null })
  })
})

describe('the attendants', () => {
  test('are all users, who finished most first, with their ratings and whether they are online', async () => {
    const company = await makeCompany(app)
    const [busy, idle] = [await makeUser(company, { name: 'Bia' }), await makeUser(company, { name: 'Caio' })]
    const at = new Date('2026-03-10T12:00:00Z')
    await served(company, at, busy.id, 10, 3)
    await served(company, at, busy.id, 20, 2)
    await served(company, at, busy.id, 30)
    await idle.connect()
    // Presence is written beside the connecting.
    const { attendants } = await eventually(async () => {
      const now = await figures(company, march)
      return now.attendants.some(({ online }) => online) ? now : null
    }, 'the attendant to be online')
    expect(attendants.map(({ name }) => name)).toEqual(['Bia', expect.any(String), expect.any(String)])
    expect(attendants[0]).toEqual({
      id: busy.id,
      name: 'Bia',
      online: false,
      tickets: 3,
      avgSupportTime: 20,
      rating: 2.5,
      ratings: 2
    })
    const still = attendants.find(({ id }) => id === idle.id)
    expect(still).toMatchObject({ online: true, tickets: 0, avgSupportTime: null, rating: null, ratings: 0 })
  })
})

describe('days', () => {
  test('end at midnight of the company, not of the server', async () => {
    const company = await makeCompany(app)
    // 23:30 of the 9th and 00:30 of the 10th in São Paulo.
    for (const at of ['2026-03-10T02:30:00Z', '2026-03-10T03:30:00Z'])
      await makeCycle(company, { createdAt: new Date(at) })
    expect(await byDay(company, '2026-03-08', '2026-03-11')).toEqual({
      data: [
        { data: '08/03/2026', total: 0 },
        { data: '09/03/2026', total: 1 },
        { data: '10/03/2026', total: 1 },
        { data: '11/03/2026', total: 0 }
      ],
      count: 2
    })
    await app.ctx.db.update(companies).set({ timeZone: 'Asia/Tokyo' }).where(eq(companies.id, company.id))
    expect((await byDay(company, '2026-03-09', '2026-03-10')).data).toEqual([
      { data: '09/03/2026', total: 0 },
      { data: '10/03/2026', total: 2 }
    ])
  })

  test('alone are shown hour by hour', async () => {
    const company = await makeCompany(app)
    for (const at of ['2026-03-10T11:10:00Z', '2026-03-10T11:50:00Z', '2026-03-11T02:59:00Z'])
      await makeCycle(company, { createdAt: new Date(at) })
    const { data, count } = await byDay(company, '2026-03-10', '2026-03-10')
    expect(count).toBe(3)
    expect(data).toHaveLength(24)
    expect(data.filter(({ total }) => total > 0)).toEqual([
      { horario: 8, total: 2 },
      { horario: 23, total: 1 }
    ])
  })
})

describe('tickets of users', () => {
  test('are those they finished and those they have in service, with one row for people who are gone', async () => {
    const company = await makeCompany(app)
    const user = await makeUser(company, { name: 'Duda' })
    const at = new Date('2026-03-10T12:00:00Z')
    await served(company, at, user.id, 10)
    await makeCycle(company, { createdAt: at, startedAt: minutesAfter(at, 1), userId: user.id })
    for (const gone of [999_001, 999_002]) await served(company, at, gone, 10)
    await served(company, at, company.admin.id, 10)
    await makeCycle(company, { createdAt: at, finishedAt: minutesAfter(at, 1) })
    const { data, count } = await byUser(company, '2026-03-01', '2026-03-31')
    expect(data).toEqual([
      { nome: '', quantidade: 2 },
      { nome: 'Duda', quantidade: 2 },
      { nome: company.admin.name, quantidade: 1 }
    ])
    expect(count).toBe(5)
  })
})

describe('the period', () => {
  test('is this month until today when none is given, and so many days until today when they are', async () => {
    const company = await makeCompany(app)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(app.clock.now())
    expect((await figures(company, {})).period).toEqual({ from: `${today.slice(0, 8)}01`, to: today })
    const { from, to } = (await figures(company, { days: 7, date_from: '2020-01-01' })).period
    expect(to).toBe(today)
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000)
    expect((await figures(company, { days: 0, date_to: '2026-02-14' })).period).toEqual({
      from: '2026-02-01',
      to: '2026-02-14'
    })
  })

  test.each([
    [{ date_from: '2026-02-30' }, 'date_from'],
    [{ date_from: '2026-03-02', date_to: '2026-03-01' }, 'date_to'],
    [{ date_from: '2024-01-01', date_to: '2026-01-01' }, 'date_to'],
    [{ days: 5_000 }, 'days']
  ])('%j is refused', async (query, field) => {
    const company = await makeCompany(app)
    const answer = await company.admin.call(showDashboard, { query })
    expect(answer).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual([field])
  })
})

describe('summed up days', () => {
  const everything = async (company: Company) => ({
    figures: await figures(company, march),
    days: await byDay(company, march.date_from, march.date_to),
    users: await byUser(company, march.date_from, march.date_to)
  })
  const fill = async (company: Company, userId: number) => {
    // Over several months, so that the sums are written in more than one step.
    for (let n = 0; n < 40; n++) {
      const at = new Date(Date.parse('2026-01-05T01:00:00Z') + n * 2.3 * 86_400_000)
      await served(company, at, n % 3 === 0 ? company.admin.id : userId, n, n % 4 === 0 ? 1 + (n % 3) : undefined)
    }
  }

  test('answer the same as the cycles themselves, for every company alone', async () => {
    const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
    const user = await makeUser(company)
    await fill(company, user.id)
    await fill(stranger, stranger.admin.id)
    const before = await everything(company)
    expect(before.figures.counters.supportFinished).toBeGreaterThan(5)
    await sumUpDays(app.ctx)
    expect(await everything(company)).toEqual(before)
    // What is over is read from the sums: the cycles are not looked at any more.
    await app.ctx.db.delete(ticketTracking).where(eq(ticketTracking.companyId, company.id))
    expect(await everything(company)).toEqual(before)
  })

  test('are written once, also by two nodes at a time, and anew when the company moves to another time zone', async () => {
    const company = await makeCompany(app)
    await fill(company, company.admin.id)
    await Promise.all([sumUpDays(app.ctx), sumUpDays(app.ctx)])
    const sums = () => app.ctx.db.select().from(serviceDays).where(eq(serviceDays.companyId, company.id))
    const first = await sums()
    expect(first.reduce((all, { finished }) => all + finished, 0)).toBe(40)
    await app.ctx.db.update(companies).set({ timeZone: 'Asia/Tokyo' }).where(eq(companies.id, company.id))
    const before = await everything(company)
    await sumUpDays(app.ctx)
    expect(await everything(company)).toEqual(before)
    const second = await sums()
    expect(second.reduce((all, { finished }) => all + finished, 0)).toBe(40)
    expect(second.map(({ day }) => day).toSorted()).not.toEqual(first.map(({ day }) => day).toSorted())
  })

  test('leave today alone, which goes on being counted', async () => {
    const company = await makeCompany(app)
    await sumUpDays(app.ctx)
    await served(company, minutesAfter(app.clock.now(), -5), company.admin.id, 0)
    await sumUpDays(app.ctx)
    expect((await figures(company, { days: 3 })).counters.supportFinished).toBe(1)
  })
})
