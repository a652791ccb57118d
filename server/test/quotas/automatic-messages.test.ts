// A plan whose messages are spent: the bot leaves tickets to people, campaigns and schedules wait, and nobody is forgotten.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import { showQuotas } from '@guiche/shared/features/org/quotas.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import type { TestApp } from '#test/server/build-test-app.ts'
import { createBotFixture } from '#test/fixtures/bot-fixture.ts'
import { buildCampaignApp, createCampaignFixture, sweepCampaigns } from '#test/fixtures/campaign-fixture.ts'
import { newCustomer } from '#test/fixtures/inbound.ts'
import { createScheduleFixture, sweepSchedules } from '#test/fixtures/schedule-fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildCampaignApp()
})
afterAll(() => app.close())

async function limit(companyId: number, change: Partial<typeof plans.$inferInsert>): Promise<void> {
  const [company] = await app.ctx.db.select().from(companies).where(eq(companies.id, companyId))
  await app.ctx.db
    .update(plans)
    .set(change)
    .where(eq(plans.id, company?.planId ?? 0))
}

test('the bot says nothing, and who writes waits for people', async () => {
  const { company, writes, ticketOf, talk } = await createBotFixture(app)
  await limit(company.id, { messages: 1 })
  const [first, second] = [newCustomer(), newCustomer()]
  expect(await writes(first, 'Oi')).toHaveLength(1)
  expect(await ticketOf(first)).toMatchObject({ status: 'pending', chatbot: true })
  expect(await writes(second, 'Bom dia')).toEqual([])
  expect(await ticketOf(second)).toMatchObject({ status: 'pending', chatbot: false, unreadMessages: 1 })
  // Whoever was in the middle of a menu waits for people, too, and nothing is said later.
  expect(await writes(first, '1')).toEqual([])
  expect(await ticketOf(first)).toMatchObject({ status: 'pending', chatbot: false })
  await limit(company.id, { messages: 100 })
  expect(await writes(second, 'Alguém?')).toEqual([])
  expect(await talk(second)).toEqual(['< Bom dia', '< Alguém?'])
})

test('who rates the service is heard, though nobody thanks them', async () => {
  const { company, set, writes, move, ticketOf } = await createBotFixture(app)
  await set('userRating', 'enabled')
  const customer = newCustomer()
  await writes(customer, 'Oi')
  await move(customer, { status: 'open', userId: company.admin.id })
  await move(customer, { status: 'closed' })
  await limit(company.id, { messages: 0 })
  expect(await writes(customer, '3')).toEqual([])
  expect((await ticketOf(customer)).status).toBe('closed')
})

test('a ticket is closed without a goodbye', async () => {
  const { company, writes, move, ticketOf } = await createBotFixture(app)
  const customer = newCustomer()
  await writes(customer, 'Oi')
  await limit(company.id, { messages: 0 })
  await move(customer, { status: 'open', userId: company.admin.id })
  await move(customer, { status: 'closed' })
  expect((await ticketOf(customer)).status).toBe('closed')
})

test('a campaign writes to whom it can, waits with its reason, and goes on with the others when the limit is raised', async () => {
  const { companyId, move, show, written } = await createCampaignFixture(app, 20)
  await limit(companyId, { messages: 14 })
  await move(contract.startCampaign)
  await app.drain()
  expect(await written()).toHaveLength(14)
  expect(await show()).toMatchObject({
    status: 'EM_ANDAMENTO',
    stopReason: 'plan-limit',
    counts: { sent: 14, waiting: 6, failed: 0 }
  })
  await sweepCampaigns(app.ctx)
  await app.drain()
  expect(await written()).toHaveLength(14)
  await limit(companyId, { messages: 100 })
  app.clock.advance(10 * 60_000 + 1)
  await sweepCampaigns(app.ctx)
  await app.drain()
  expect(new Set((await written()).map(({ body }) => body)).size).toBe(20)
  expect(await show()).toMatchObject({ status: 'FINALIZADA', stopReason: null, counts: { sent: 20, waiting: 0 } })
})

test('a campaign counts once, and the one beyond the limit is refused before it begins', async () => {
  const { company, companyId, move, make, status } = await createCampaignFixture(app, 1)
  await limit(companyId, { campaigns: 1 })
  const used = async () => (await company.admin.call(showQuotas)).body.campaigns
  expect(await used()).toEqual({ used: 0, limit: 1 })
  const second = await make()
  await move(contract.startCampaign)
  await move(contract.cancelCampaign)
  expect((await move(contract.restartCampaign)).status).toBe(200)
  expect(await used()).toEqual({ used: 1, limit: 1 })
  const refused = await move(contract.startCampaign, second)
  expect(refused.raw.json()).toMatchObject({ error: 'ERR_PLAN_LIMIT_CAMPAIGNS', values: { limit: 1, used: 1 } })
  const scheduledAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const later = await company.admin.call(contract.updateCampaign, {
    params: { id: second },
    body: { scheduledAt } as never
  })
  expect(later.error).toBe('ERR_PLAN_LIMIT_CAMPAIGNS')
  await app.drain()
  expect(await status()).toBe('FINALIZADA')
})

test('of campaigns started at once as many begin as are left', async () => {
  const { companyId, move, make } = await createCampaignFixture(app, 0)
  await limit(companyId, { campaigns: 2 })
  const ids = [await make(), await make(), await make(), await make()]
  const answers = await Promise.all(ids.map((id) => move(contract.startCampaign, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
})

test('a scheduled message says that the plan has none left, and somebody sends it later', async () => {
  const { schedule, makeDue, all, written } = await createScheduleFixture(app, { plan: { messages: 0 } })
  await makeDue(await schedule())
  await sweepSchedules(app.ctx)
  await app.drain()
  expect(await all()).toMatchObject([{ status: 'ERRO', failure: 'ERR_PLAN_LIMIT_MESSAGES' }])
  expect(await written()).toEqual([])
})
