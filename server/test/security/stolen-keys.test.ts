// Whoever may write prompts and integrations wants the keys that others have stored: they change the address and have the
// server send the key to a host of their own.
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPrompt, updatePrompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { createIntegration, testSession, updateIntegration } from '@guiche/shared/features/automation/integrations.ts'
import { prompts, queueIntegrations } from '#database/tables/automation/automation.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, type Person } from '#test/fixtures/factories.ts'

const apiKey = 'sk-the-company-pays-for-it'
const token = 'ya29.token-of-google'

interface Seen {
  host: string
  authorization: string | undefined
}

let app: TestApp
const servers: Server[] = []
let seen: Seen[] = []
let admin: Person
let queueId: number
/** Where the company's keys belong, and the attacker's host. */
let own: string
let foreign: string

async function listen(name: string): Promise<string> {
  const server = createServer((request, answer) => {
    const { authorization }: IncomingHttpHeaders = request.headers
    seen.push({ host: name, authorization })
    const body = request.url?.startsWith('/token')
      ? { access_token: token }
      : { queryResult: { fulfillmentText: 'Oi' } }
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.1:*'] } })
  ;[own, foreign] = [await listen('own'), await listen('foreign')]
  const company = await makeCompany(app)
  admin = company.admin
  queueId = (await makeQueue(company)).id
})
beforeEach(() => {
  seen = []
})
afterAll(async () => {
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  await app.close()
})

function keyFile(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' })
  return JSON.stringify({ client_email: 'a@b.example', private_key: key, token_uri: `${own}/token` })
}

const dialogflow = (urlN8N: string) => ({ name: 'Robô', type: 'dialogflow' as const, projectName: 'loja', urlN8N })

async function storedFlow() {
  const body = { ...dialogflow(own), jsonContent: keyFile(), secret: 'segredo' }
  return accepted(app, await admin.call(createIntegration, { body }))
}

test('a trial with a stored key and an address of ones own sends nothing there', async () => {
  const { id } = await storedFlow()
  const refused = await admin.call(testSession, { body: { ...dialogflow(foreign), id } })
  expect(refused.error).toBe('ERR_KEY_OF_OTHER_HOST')
  expect(seen).toEqual([])
  // The honest trial goes on as before.
  accepted(app, await admin.call(testSession, { body: { ...dialogflow(own), id } }))
  expect(seen.at(-1)).toEqual({ host: 'own', authorization: `Bearer ${token}` })
})

test('saving another host forgets the key file and the secret, the same host keeps them', async () => {
  const { id } = await storedFlow()
  const params = { id }
  const same = accepted(app, await admin.call(updateIntegration, { params, body: dialogflow(`${own}/v3`) }))
  expect([same.hasJsonContent, same.hasSecret]).toEqual([true, true])
  const moved = accepted(app, await admin.call(updateIntegration, { params, body: dialogflow(foreign) }))
  expect([moved.hasJsonContent, moved.hasSecret]).toEqual([false, false])
  // Back again brings nothing back.
  const back = accepted(app, await admin.call(updateIntegration, { params, body: dialogflow(own) }))
  expect(back.hasJsonContent).toBe(false)
  const rows = await app.ctx.db.select().from(queueIntegrations)
  expect(rows.find((row) => row.id === id)?.jsonContent).toBeNull()
  const again = { ...dialogflow(foreign), jsonContent: keyFile() }
  expect(accepted(app, await admin.call(updateIntegration, { params, body: again })).hasJsonContent).toBe(true)
})

test('another model address forgets the key of the model, another voice address that of the voice', async () => {
  const draft = { name: 'IA', prompt: 'Responda', queueId, baseUrl: own, voiceRegion: 'brazilsouth' }
  const made = accepted(app, await admin.call(createPrompt, { body: { ...draft, apiKey, voiceKey: 'voz' } }))
  const params = { id: made.id }
  const region = { ...draft, voiceRegion: 'eastus' }
  const same = accepted(app, await admin.call(updatePrompt, { params, body: region }))
  expect([same.hasApiKey, same.hasVoiceKey]).toEqual([true, true])
  const voice = accepted(app, await admin.call(updatePrompt, { params, body: { ...draft, voiceRegion: foreign } }))
  expect([voice.hasApiKey, voice.hasVoiceKey]).toEqual([true, false])
  const moved = accepted(app, await admin.call(updatePrompt, { params, body: { ...draft, baseUrl: foreign } }))
  expect(moved.hasApiKey).toBe(false)
  const rows = await app.ctx.db.select().from(prompts)
  expect(openText(app.ctx, rows.find((row) => row.id === made.id)?.apiKey ?? null)).toBe('')
  // OpenAI's own address is a host like any other.
  const empty = { ...draft, baseUrl: '', apiKey }
  accepted(app, await admin.call(updatePrompt, { params, body: empty }))
  expect(accepted(app, await admin.call(updatePrompt, { params, body: draft })).hasApiKey).toBe(false)
})
