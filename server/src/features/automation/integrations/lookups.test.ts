// Prompts and integrations as connections, queues and tickets know them: by name, of the own company alone.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPrompts } from '@guiche/shared/features/automation/ai-prompts.ts'
import { listIntegrations } from '@guiche/shared/features/automation/integrations.ts'
import { prompts, queueIntegrations } from '#database/tables/automation/automation.ts'
import { queues } from '#database/tables/org/queues.ts'
import { createConnection, updateConnection } from '@guiche/shared/features/inbox/connections.ts'
import { showTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { showQueue, updateQueue } from '@guiche/shared/features/org/queues.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('everybody of a company finds its prompts and integrations, whatever the plan says, and nobody else does', async () => {
  const company = await makeCompany(app, { plan: { useOpenAi: false, useIntegrations: false } })
  const [user, stranger] = [await makeUser(company), (await makeCompany(app)).admin]
  const { id: companyId } = company
  await app.ctx.db.insert(prompts).values(['vendas', 'Ajuda'].map((name) => ({ companyId, name })))
  const rows = ['n8n de pedidos', 'Menu'].map((name) => ({ companyId, name, type: 'n8n' as const }))
  await app.ctx.db.insert(queueIntegrations).values(rows)
  const found = accepted(app, await user.call(listPrompts)).prompts
  expect(found.map(({ name }) => name)).toEqual(['Ajuda', 'vendas'])
  const look = async (searchParam: string) =>
    accepted(app, await user.call(listIntegrations, { query: { searchParam } }))
  expect((await look('')).queueIntegrations.map(({ name, type }) => [name, type])).toEqual([
    ['Menu', 'n8n'],
    ['n8n de pedidos', 'n8n']
  ])
  expect(await look('MEN')).toMatchObject({ count: 1, hasMore: false })
  expect(accepted(app, await stranger.call(listPrompts)).prompts).toEqual([])
  expect(accepted(app, await stranger.call(listIntegrations, { query: {} })).queueIntegrations).toEqual([])
})

test('only prompts and integrations of the own company are taken, and what names one lets go of it when it is deleted', async () => {
  const [company, other] = [await makeCompany(app), await makeCompany(app)]
  const { admin } = company
  const make = async (companyId: number) => {
    const [prompt] = await app.ctx.db.insert(prompts).values({ companyId, name: 'Vendas' }).returning()
    const integration = { companyId, name: 'Menu', type: 'n8n' as const }
    const [made] = await app.ctx.db.insert(queueIntegrations).values(integration).returning()
    return { promptId: prompt?.id ?? 0, integrationId: made?.id ?? 0 }
  }
  const [own, foreign] = [await make(company.id), await make(other.id)]
  const [queueId, connection] = [(await makeQueue(company)).id, await makeConnectionRow(company)]
  const ticket = await makeTicket(company, { queueId, connectionId: connection.id })
  const tries = [
    (body: object) => admin.call(updateQueue, { params: { id: queueId }, body }),
    (body: object) => admin.call(updateConnection, { params: { id: connection.id }, body }),
    (body: object) => admin.call(updateTicket, { params: { id: ticket.id }, body }),
    (body: object) => admin.call(createConnection, { body: { name: 'Nova', ...body } as never })
  ]
  for (const set of tries) {
    expect(await set({ promptId: foreign.promptId })).toMatchObject({ status: 404, error: 'ERR_NO_PROMPT_FOUND' })
    const refused = { status: 404, error: 'ERR_NO_INTEGRATION_FOUND' }
    expect(await set({ integrationId: foreign.integrationId })).toMatchObject(refused)
    expect((await set(own)).body).toMatchObject(own)
  }
  await app.ctx.db.delete(prompts).where(eq(prompts.id, own.promptId))
  await app.ctx.db.delete(queueIntegrations).where(eq(queueIntegrations.id, own.integrationId))
  const nothing = { promptId: null, integrationId: null }
  expect((await admin.call(showQueue, { params: { id: queueId } })).body).toMatchObject(nothing)
  expect((await admin.call(showTicket, { params: { id: ticket.id } })).body).toMatchObject({ ...nothing, queueId })
})

test('a plan without them takes no new ones, and keeps what was chosen before', async () => {
  const company = await makeCompany(app, { plan: { useOpenAi: false, useIntegrations: false } })
  const [{ id: companyId, admin }, { id: queueId }] = [company, await makeQueue(company)]
  const connection = await makeConnectionRow(company)
  const [prompt] = await app.ctx.db.insert(prompts).values({ companyId, name: 'Vendas' }).returning()
  const row = { companyId, name: 'Menu', type: 'n8n' as const }
  const [integration] = await app.ctx.db.insert(queueIntegrations).values(row).returning()
  const own = { promptId: prompt?.id ?? 0, integrationId: integration?.id ?? 0 }
  const tries = [
    (body: object) => admin.call(updateQueue, { params: { id: queueId }, body }),
    (body: object) => admin.call(updateConnection, { params: { id: connection.id }, body }),
    (body: object) => admin.call(createConnection, { body: { name: 'Nova', ...body } as never })
  ]
  for (const set of tries) {
    for (const [field, value] of Object.entries(own)) {
      const refused = {
        status: 403,
        error: 'ERR_PLAN_FEATURE_OFF',
        refusal: { fields: { [field]: 'ERR_PLAN_FEATURE_OFF' } }
      }
      expect(await set({ [field]: value })).toMatchObject(refused)
    }
  }
  await app.ctx.db.update(queues).set(own).where(eq(queues.id, queueId))
  expect((await tries[0]?.({ name: 'Outro nome', ...own }))?.body).toMatchObject({ name: 'Outro nome', ...own })
})
