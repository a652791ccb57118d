// Prompts and integrations as the dialogs of connections and queues look them up: by name, of the own company alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPrompts } from '@guiche/shared/features/automation/ai-prompts.ts'
import { listIntegrations } from '@guiche/shared/features/automation/integrations.ts'
import { prompts, queueIntegrations } from '#database/tables/automation.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { accepted, makeCompany, makeUser } from '#test/factories.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await buildTestApp()
})
afterAll(() => desk.close())

test('everybody of a company finds its prompts and integrations, whatever the plan says, and nobody else does', async () => {
  const company = await makeCompany(desk, { plan: { useOpenAi: false, useIntegrations: false } })
  const [user, stranger] = [await makeUser(company), (await makeCompany(desk)).admin]
  const { id: companyId } = company
  await desk.ctx.db.insert(prompts).values(['vendas', 'Ajuda'].map((name) => ({ companyId, name })))
  const rows = ['n8n de pedidos', 'Menu'].map((name) => ({ companyId, name, type: 'n8n' }))
  await desk.ctx.db.insert(queueIntegrations).values(rows)
  const found = accepted(desk, await user.call(listPrompts)).prompts
  expect(found.map(({ name }) => name)).toEqual(['Ajuda', 'vendas'])
  const look = async (searchParam: string) =>
    accepted(desk, await user.call(listIntegrations, { query: { searchParam } }))
  expect((await look('')).queueIntegrations.map(({ name, type }) => [name, type])).toEqual([
    ['Menu', 'n8n'],
    ['n8n de pedidos', 'n8n']
  ])
  expect(await look('MEN')).toMatchObject({ count: 1, hasMore: false })
  expect(accepted(desk, await stranger.call(listPrompts)).prompts).toEqual([])
  expect(accepted(desk, await stranger.call(listIntegrations, { query: {} })).queueIntegrations).toEqual([])
})
