// Quotas: what is counted, of which month, and who sees it.
import { eq } from 'drizzle-orm'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { updateCompany } from '@guiche/shared/features/org/companies.ts'
import { showCompanyOverview } from '@guiche/shared/features/org/company-overviews.ts'
import { updatePlan } from '@guiche/shared/features/org/plans.ts'
import { showQuotas } from '@guiche/shared/features/org/quotas.ts'
import { companies } from '#database/tables/org/companies.ts'
import { companyMonths, companyStorage } from '#database/tables/org/quotas.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { recountStorage } from '#platform/storage/count-storage.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, signInSuper, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { countMessages } from './count-messages.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const quotas = async ({ admin }: Company) => (await admin.call(showQuotas)).body

it('counts what people send and what customers send, apart', async () => {
  const company = await makeCompany(test, { plan: { messages: 500 } })
  const { ref } = await makeConnection(company)
  const customer = newCustomer()
  const first = inbound(customer, 'Bom dia')
  await receiveMessages(test.ctx, ref, [first, inbound(customer, 'Tem alguém?')])
  // Whoever tells of a message again adds nothing.
  await receiveMessages(test.ctx, ref, [first])
  const ticket = await makeTicket(company, { status: 'open', userId: company.admin.id, connectionId: ref.connectionId })
  const params = { ticketId: ticket.id }
  await company.admin.call(sendMessage, { params, body: { body: 'Olá', clientId: 'um' } })
  await company.admin.call(sendMessage, { params, body: { body: 'Olá', clientId: 'um' } })
  expect(await quotas(company)).toMatchObject({ messages: { used: 1, limit: 500 }, received: 2 })
})

it('drops what a transaction counted that failed', async () => {
  const company = await makeCompany(test)
  const failing = inTransaction(test.ctx, async (tx) => {
    countMessages(tx, company.id, { sent: 3 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await quotas(company)).messages.used).toBe(0)
})

it('loses none of many that count at once', async () => {
  const company = await makeCompany(test)
  const one = () =>
    inTransaction(test.ctx, async (tx) => {
      countMessages(tx, company.id, { sent: 1 })
      countMessages(tx, company.id, { received: 2 })
    })
  await Promise.all(Array.from({ length: 20 }, one))
  expect(await quotas(company)).toMatchObject({ messages: { used: 20 }, received: 40 })
})

it('counts the months of the company’s own clocks', async () => {
  const company = await makeCompany(test)
  await test.ctx.db.update(companies).set({ timeZone: 'Asia/Tokyo' }).where(eq(companies.id, company.id))
  const at = (now: string) =>
    inTransaction({ ...test.ctx, now: () => new Date(now) }, async (tx) => countMessages(tx, company.id, { sent: 1 }))
  // One minute before and after midnight in Tokyo.
  await at('2026-01-31T14:59:00Z')
  await at('2026-01-31T15:01:00Z')
  const { month, sent } = companyMonths
  const rows = test.ctx.db.select({ month, sent }).from(companyMonths).where(eq(companyMonths.companyId, company.id))
  expect(await rows.orderBy(month)).toEqual([
    { month: '2026-01-01', sent: 1 },
    { month: '2026-02-01', sent: 1 }
  ])
})

it('says when the month is over, by those clocks', async () => {
  const company = await makeCompany(test)
  await test.ctx.db.update(companies).set({ timeZone: 'Asia/Tokyo' }).where(eq(companies.id, company.id))
  const [year, month] = new Date(test.clock.now().getTime() + 9 * 3_600_000).toISOString().split('-').map(Number)
  const next = new Date(Date.UTC(year ?? 0, month ?? 0, 1) - 9 * 3_600_000)
  expect((await quotas(company)).renewsAt).toBe(next.toISOString())
})

const save = (key: string, size: number) => test.ctx.storage.save(key, Readable.from([Buffer.alloc(size)]))

it('follows what is stored, replaced and removed', async () => {
  const company = await makeCompany(test, { plan: { storage: 5_000 } })
  const used = async () => (await quotas(company)).storage.used
  await save(`c${company.id}/a.bin`, 1_000)
  await save(`quick-messages/${company.id}/b.bin`, 200)
  await save(`schedules/${company.id}/c.bin`, 30)
  expect(await quotas(company)).toMatchObject({ storage: { used: 1_230, limit: 5_000 } })
  await save(`c${company.id}/a.bin`, 400)
  expect(await used()).toBe(630)
  await test.ctx.storage.remove(`c${company.id}/a.bin`)
  await test.ctx.storage.remove(`c${company.id}/a.bin`)
  expect(await used()).toBe(230)
})

it('adds up the files once a day, and sets right what was counted wrong', async () => {
  const company = await makeCompany(test)
  await save(`c${company.id}/a.bin`, 700)
  await test.ctx.db.update(companyStorage).set({ bytes: 9, countedAt: null })
  const recount = (hours: number) =>
    recountStorage(test.ctx.storage, test.ctx.pool, new Date(test.clock.now().getTime() + hours * 3_600_000))
  await recount(0)
  expect((await quotas(company)).storage.used).toBe(700)
  await test.ctx.db.update(companyStorage).set({ bytes: 9 })
  await recount(1)
  expect((await quotas(company)).storage.used).toBe(9)
  await recount(24)
  expect((await quotas(company)).storage.used).toBe(700)
})

it('shows the company and the super user the same', async () => {
  const boss = await signInSuper(test)
  const company = await makeCompany(test, { plan: { users: 3, connections: 2, storage: 1_000, campaigns: 4 } })
  await makeUser(company)
  await makeConnectionRow(company)
  const own = await quotas(company)
  expect(own).toMatchObject({
    users: { used: 2, limit: 3 },
    connections: { used: 1, limit: 2 },
    storage: { used: 0, limit: 1_000 },
    campaigns: { used: 0, limit: 4 },
    messages: { used: 0, limit: null }
  })
  const detail = (await boss.call(showCompanyOverview, { params: { id: company.id } })).body
  expect(detail.quotas).toEqual(own)
})

it('has no limits without a plan, and is nothing for those who do not look after money', async () => {
  const boss = await signInSuper(test)
  const company = await makeCompany(test)
  const agent = await makeUser(company)
  expect(await agent.call(showQuotas)).toMatchObject({ status: 403 })
  await boss.call(updateCompany, { params: { id: company.id }, body: { planId: null } })
  expect(await quotas(company)).toMatchObject({ messages: { limit: null }, users: { limit: null } })
})

it('takes the limits of a plan, none where nothing is written', async () => {
  const boss = await signInSuper(test)
  const { plan } = await makeCompany(test)
  const change = async (body: object) => (await boss.call(updatePlan, { params: { id: plan.id }, body })).body
  expect(await change({ storage: 2_000_000_000, messages: '1000', campaigns: 0 })).toMatchObject({
    storage: 2_000_000_000,
    messages: 1_000,
    campaigns: 0
  })
  // What is left out stays.
  expect(await change({ messages: '' })).toMatchObject({ storage: 2_000_000_000, messages: null, campaigns: 0 })
})
