// Integrations as staff keep them: validation to the letter, secrets that never come back, and what others see.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '@guiche/shared/features/automation/integrations.ts'
import { queueIntegrations } from '#database/tables/automation/automation.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeUser } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('a name has 2 to 50 characters; typebot is what is meant without a type; the project has the name of the rest', async () => {
  const { admin } = await makeCompany(app)
  const create = (body: object) => admin.call(contract.createIntegration, { body: body as never })
  const refusals = await Promise.all([{}, { name: 'a' }, { name: 'a'.repeat(51) }].map(create))
  expect(refusals.map(({ refusal }) => refusal?.fields?.['name'])).toEqual(['Required', 'Too Short!', 'Too Long!'])
  const bot = accepted(app, await create({ name: 'Menu', projectName: 'outro' }))
  expect(bot).toMatchObject({ type: 'typebot', projectName: 'Menu', typebotDelayMessage: 1000, typebotExpires: 1 })
  const flow = accepted(
    app,
    await create({ name: 'Robô', type: 'dialogflow', projectName: 'loja-123', language: 'es' })
  )
  expect(flow).toMatchObject({ projectName: 'loja-123', language: 'es' })
  expect((await create({ name: 'Robô', type: 'zapier' })).status).toBe(400)
  expect(await create({ name: 'Robô', urlN8N: 'http://192.168.0.9' })).toMatchObject({ error: 'ERR_ADDRESS_INTERNAL' })
})

test('key files and secrets are sealed, stay when a form leaves them empty, and are told to nobody', async () => {
  const company = await makeCompany(app)
  const [{ admin }, user] = [company, await makeUser(company, { permissions: ['queue-integration-page:write'] })]
  const list = await followList({
    socket: await user.connect(),
    event: contract.integrationEvent,
    load: async () => accepted(app, await user.call(contract.listIntegrations, { query: {} })).queueIntegrations,
    apply: (items, event) =>
      event.action === 'delete' ? without(items, event.integrationId) : put(items, event.queueIntegration)
  })
  const body = {
    name: 'Robô',
    type: 'dialogflow' as const,
    jsonContent: '{"private_key":"segredo"}',
    secret: 'segredo'
  }
  const made = accepted(app, await admin.call(contract.createIntegration, { body }))
  const other = accepted(app, await admin.call(contract.createIntegration, { body: { name: 'Outro' } }))
  const params = { id: made.id }
  const empty = { name: 'Robô', type: 'dialogflow' as const, jsonContent: '', secret: null }
  const kept = accepted(app, await admin.call(contract.updateIntegration, { params, body: empty }))
  expect([made.hasSecret, kept.hasJsonContent, kept.hasSecret]).toEqual([true, true, false])
  const [row] = await app.ctx.db.select().from(queueIntegrations).where(eq(queueIntegrations.id, made.id))
  expect(openText(app.ctx, row?.jsonContent ?? null)).toBe(body.jsonContent)
  // Whoever is granted it keeps integrations as admins do.
  accepted(app, await user.call(contract.deleteIntegration, { params: { id: other.id } }))
  await list.expectEqualsReload()
  expect(list.items()).toHaveLength(1)
  const shown = await user.call(contract.showIntegration, { params })
  expect(JSON.stringify([row, made, kept, list.items(), shown])).not.toMatch(/segredo/)
  const poor = await makeCompany(app, { plan: { useIntegrations: false } })
  const refused = await poor.admin.call(contract.createIntegration, { body: { name: 'Menu' } })
  expect(refused.error).toBe('ERR_PLAN_FEATURE_OFF')
})
