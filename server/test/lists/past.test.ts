// The past of the demonstration, as its company sees it.
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { listCampaigns, showCampaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company } from '#test/factories.ts'
import { makeConnection } from '#test/inbound.ts'
import { writePast } from '#sample/write-past.ts'

let desk: TestApp
let company: Company
let sql: postgres.Sql

beforeAll(async () => {
  desk = await buildTestApp()
  company = await makeCompany(desk)
  await makeConnection(company)
  const sales = await makeQueue(company, { name: 'Vendas' })
  await makeUser(company, { queueIds: [sales.id] })
  await company.admin.call(createTag, { body: { name: 'Encomenda' } as never })
  sql = postgres(desk.databaseUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await desk.close()
})

test('fills the lists and the dashboard with readable conversations, once', async () => {
  const now = desk.clock.now()
  const written = await writePast(sql, company.id, now)
  expect(written).toBeGreaterThan(60)
  expect(await writePast(sql, company.id, now)).toBe(0)

  const tickets = async (status: 'open' | 'pending' | 'closed') =>
    accepted(desk, await company.admin.call(listTickets, { query: { status, showAll: true } as never }))
  expect((await tickets('open')).count).toBe(4)
  const waiting = await tickets('pending')
  expect(waiting.tickets.map(({ unreadMessages }) => unreadMessages)).toEqual([1, 1, 1])
  const closed = await tickets('closed')
  expect(closed.count).toBe(written - 7)
  const [newest] = closed.tickets
  expect(newest).toBeDefined()
  const page = accepted(
    desk,
    await company.admin.call(listMessages, { params: { ticketId: newest?.id ?? 0 }, query: {} as never })
  )
  expect(page.messages.at(-1)?.body).toBe(newest?.lastMessage)
  expect(page.messages.every(({ body }) => body !== '' && !body.startsWith('>'))).toBe(true)

  const figures = accepted(desk, await company.admin.call(showDashboard, { query: { days: 30 } as never }))
  expect(figures.counters).toMatchObject({ supportHappening: 4, supportPending: 3, supportFinished: written - 7 })

  const { records } = accepted(desk, await company.admin.call(listCampaigns, { query: {} as never }))
  expect(records).toMatchObject([{ status: 'FINALIZADA', contactList: { name: 'Clientes da padaria' } }])
  const report = accepted(desk, await company.admin.call(showCampaign, { params: { id: records[0]?.id ?? 0 } }))
  expect(report.counts).toMatchObject({ waiting: 0, sent: report.counts.confirmed, delivered: report.counts.sent })
  expect([report.counts.failed, report.counts.skipped, report.counts.sent > 20]).toEqual([3, 3, true])
})
