// AI prompts as staff keep them: what is stored of a form, who is told of it, and keys that never come back.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '@guiche/shared/features/automation/ai-prompts.ts'
import { deleteQueue } from '@guiche/shared/features/org/queues.ts'
import { prompts } from '#database/tables/automation/automation.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('a prompt needs its queue and a name, and nothing else; what is left out has its default', async () => {
  const company = await makeCompany(app)
  const { admin } = company
  for (const queueId of [undefined, null, '']) {
    const refused = await admin.call(contract.createPrompt, { body: { name: 'Oi', queueId } })
    expect(refused.refusal?.fields).toEqual({ queueId: 'Informe o setor' })
  }
  const { id: queueId } = await makeQueue(company)
  const made = accepted(
    app,
    await admin.call(contract.createPrompt, { body: { name: 'Oi', queueId: String(queueId) } })
  )
  expect(made).toMatchObject({ ...contract.promptDefaults, name: 'Oi', prompt: '', queueId, queue: { id: queueId } })
  expect(made).toMatchObject({ hasApiKey: false, hasVoiceKey: false, totalTokens: 0, cost: 0 })
  const elsewhere = await makeQueue(await makeCompany(app))
  const foreign = await admin.call(contract.createPrompt, { body: { name: 'Oi', queueId: elsewhere.id } })
  expect(foreign.error).toBe('ERR_NO_QUEUE_FOUND')
  for (const wrong of [{ temperature: 3 }, { maxTokens: 0 }, { maxMessages: 'dez' }]) {
    const refused = await admin.call(contract.createPrompt, { body: { name: 'Oi', queueId, ...wrong } })
    expect(Object.keys(refused.refusal?.fields ?? {})).toEqual(Object.keys(wrong))
  }
})

test('keys are sealed in the database, stay when a form leaves them empty, and are told to nobody', async () => {
  const company = await makeCompany(app)
  const { admin } = company
  const socket = await admin.connect()
  const { id: queueId } = await makeQueue(company)
  const texts = { name: 'Loja', queueId, prompt: 'Você atende uma loja.' }
  const keys = { apiKey: 'sk-muito-secreta', voiceKey: 'voz-muito-secreta' }
  const { id } = accepted(app, await admin.call(contract.createPrompt, { body: { ...texts, ...keys } }))
  const stored = async () => {
    const [row] = await app.ctx.db.select().from(prompts).where(eq(prompts.id, id))
    return { row: row ?? null, api: openText(app.ctx, row?.apiKey ?? null) }
  }
  const first = await stored()
  expect(first.api).toBe(keys.apiKey)
  expect(JSON.stringify(first.row)).not.toMatch(/muito-secreta/)
  const params = { id }
  const kept = accepted(app, await admin.call(contract.updatePrompt, { params, body: { ...texts, apiKey: '' } }))
  expect([kept.hasApiKey, kept.hasVoiceKey, (await stored()).api]).toEqual([true, true, keys.apiKey])
  const gone = accepted(app, await admin.call(contract.updatePrompt, { params, body: { ...texts, apiKey: null } }))
  expect([gone.hasApiKey, gone.hasVoiceKey]).toEqual([false, true])
  await socket.settle()
  const told = [kept, await admin.call(contract.listPrompts), await admin.call(contract.showPrompt, { params })]
  expect(socket.of(contract.promptEvent)).toHaveLength(3)
  expect(JSON.stringify([told, socket.of(contract.promptEvent)])).not.toMatch(/secreta|apiKey"/)
})

test('consoles follow every change, also the loss of the queue; those to whom it is granted keep prompts as admins do', async () => {
  const company = await makeCompany(app)
  const { admin } = company
  const user = await makeUser(company, { permissions: ['prompts-page:write'] })
  const list = await followList({
    socket: await user.connect(),
    event: contract.promptEvent,
    load: async () => accepted(app, await user.call(contract.listPrompts)).prompts,
    apply: (items, event) => (event.action === 'delete' ? without(items, event.promptId) : put(items, event.prompt))
  })
  const { id: queueId } = await makeQueue(company)
  const make = async (name: string) =>
    accepted(app, await admin.call(contract.createPrompt, { body: { name, queueId } }))
  const [first, second] = [await make('Vendas'), await make('Ajuda')]
  await list.expectEqualsReload()
  const renamed = { name: 'Balcão', queueId }
  accepted(app, await user.call(contract.updatePrompt, { params: { id: first.id }, body: renamed }))
  accepted(app, await user.call(contract.deletePrompt, { params: { id: second.id } }))
  accepted(app, await admin.call(deleteQueue, { params: { id: queueId } }))
  await list.expectEqualsReload()
  expect(list.items()).toMatchObject([{ name: 'Balcão', queueId: null, queue: null }])
})

test('addresses of the house and plans without AI are refused', async () => {
  const company = await makeCompany(app)
  const { id: queueId } = await makeQueue(company)
  for (const wrong of [{ baseUrl: 'http://127.0.0.1/v1' }, { voiceRegion: 'http://10.0.0.1/voz' }]) {
    const refused = await company.admin.call(contract.createPrompt, { body: { name: 'Oi', queueId, ...wrong } })
    expect(refused).toMatchObject({ status: 400, error: 'ERR_ADDRESS_INTERNAL' })
  }
  const bad = await company.admin.call(contract.createPrompt, { body: { name: 'Oi', queueId, baseUrl: 'modelo' } })
  expect(bad.refusal?.fields).toEqual({ baseUrl: 'ERR_ADDRESS_INVALID' })
  const poor = await makeCompany(app, { plan: { useOpenAi: false } })
  const body = { name: 'Oi', queueId: (await makeQueue(poor)).id }
  expect(await poor.admin.call(contract.createPrompt, { body })).toMatchObject({ error: 'ERR_PLAN_FEATURE_OFF' })
})
