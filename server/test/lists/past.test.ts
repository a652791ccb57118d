// The past of the demonstration, as its company sees it.
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { listMentions } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { listCampaigns, showCampaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company } from '#test/fixtures/factories.ts'
import { makeConnection } from '#test/fixtures/inbound.ts'
import { bakeries } from '#sample/bakeries.ts'
import type { Bakery } from '#sample/bakery.ts'
import { writePast } from '#sample/write-past.ts'

let app: TestApp
let sql: postgres.Sql

beforeAll(async () => {
  app = await buildTestApp()
  sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await app.close()
})

async function makeBakery({ queues, tags }: Bakery): Promise<Company> {
  const company = await makeCompany(app)
  await makeConnection(company)
  const sales = await makeQueue(company, { name: queues[0]?.name ?? '' })
  await makeUser(company, { queueIds: [sales.id] })
  await company.admin.call(createTag, { body: { name: tags[0]?.name } as never })
  return company
}

test.each(Object.values(bakeries))(
  'fills lists and dashboard with what was said in $language, once',
  async (bakery) => {
    const company = await makeBakery(bakery)
    const now = app.clock.now()
    const written = await writePast(sql, bakery, company.id, now)
    expect(written).toBeGreaterThan(60)
    expect(await writePast(sql, bakery, company.id, now)).toBe(0)

    const tickets = async (status: 'open' | 'pending' | 'closed') =>
      accepted(app, await company.admin.call(listTickets, { query: { status, showAll: true } as never }))
    expect((await tickets('open')).count).toBe(4)
    const mentions = accepted(app, await company.admin.call(listMentions))
    expect(mentions.map(({ note }) => note.note)).toEqual([`@${company.admin.name}, ${bakery.noteToAdmin}`])
    const waiting = await tickets('pending')
    expect(waiting.tickets.map(({ unreadMessages }) => unreadMessages)).toEqual([1, 1, 1])
    const closed = await tickets('closed')
    expect(closed.count).toBe(written - 7)
    const [newest] = closed.tickets
    expect(newest).toBeDefined()
    const page = accepted(
      app,
      await company.admin.call(listMessages, { params: { ticketId: newest?.id ?? 0 }, query: {} as never })
    )
    expect(page.messages.at(-1)?.body).toBe(newest?.lastMessage)
    expect(page.messages.every(({ body }) => body !== '' && !body.startsWith('>'))).toBe(true)

    const figures = accepted(app, await company.admin.call(showDashboard, { query: { days: 90 } as never }))
    expect(figures.counters).toMatchObject({ supportHappening: 4, supportPending: 3, supportFinished: written - 7 })

    const { records } = accepted(app, await company.admin.call(listCampaigns, { query: {} as never }))
    expect(records).toMatchObject([{ status: 'FINALIZADA', contactList: { name: bakery.pastCampaign.list } }])
    const report = accepted(app, await company.admin.call(showCampaign, { params: { id: records[0]?.id ?? 0 } }))
    expect(report.counts).toMatchObject({ waiting: 0, sent: report.counts.confirmed, delivered: report.counts.sent })
    const { delivered, read, answered } = report.counts
    expect(read).toBeLessThan(delivered)
    expect(answered).toBeLessThan(read)
    expect(answered).toBeGreaterThan(0)
    // A month is compared with the one before.
    expect(
      accepted(app, await company.admin.call(showDashboard, { query: { days: 30 } as never })).before
    ).not.toBeNull()
    expect([report.counts.failed, report.counts.skipped, report.counts.sent > 20]).toEqual([3, 3, true])
  }
)

test.each(Object.values(bakeries))(
  'what was said in $language names queues, tags and people that are there',
  (bakery) => {
    const [queues, tags] = [bakery.queues, bakery.tags].map((all) => all.map(({ name }) => name))
    for (const { queue, tag, language } of bakery.dialogues) {
      expect(queues).toContain(queue)
      expect([null, ...(tags ?? [])]).toContain(tag)
      expect(bakery.customers.map((customer) => customer.language)).toContain(language)
    }
    for (const { customer } of bakery.schedules) expect(bakery.customers[customer]?.language).toBe(bakery.language)
    const numbers = Object.values(bakeries).flatMap(({ phone, customers, strangers }) => [
      phone,
      ...customers,
      ...strangers
    ])
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length)
  }
)
