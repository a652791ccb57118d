// An admin of one company points what the server calls (an integration, a prompt, its voice, a webhook, a file of WhatsApp)
// at the house's own network: by every spelling of an address, by a name, by a name that moves, and by a redirection.
import { generateKeyPairSync } from 'node:crypto'
import dns, { type LookupAddress } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPrompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { createIntegration, testSession } from '@guiche/shared/features/automation/integrations.ts'
import { createWebhook, listDeliveries } from '@guiche/shared/features/automation/webhooks.ts'
import { createContact } from '@guiche/shared/features/inbox/contacts.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { createAutoResponderFixture } from '#test/fixtures/auto-responder-fixture.ts'
import { accepted, makeCompany, makeQueue, type Company } from '#test/fixtures/factories.ts'
import { downloadMedia } from '#whatsapp/media/download-media.ts'

/** What a name leads to, one answer a look; the last one stays. */
const names = new Map<string, string[]>()
let looks: string[] = []

// Put in place and taken away again: other files of tests share the modules that look names up.
const { lookup } = dns
function lookUpHere(
  host: string,
  options: object,
  answer: (error: Error | null, found: LookupAddress[]) => void
): void {
  const given = names.get(host)
  if (given === undefined) {
    lookup(host, options as { all: true }, answer)
    return
  }
  looks.push(host)
  const address = given.length > 1 ? given.shift()! : given[0]!
  answer(null, [{ address, family: address.includes(':') ? 6 : 4 }])
}
beforeAll(() => {
  Object.assign(dns, { lookup: lookUpHere })
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(dns, { lookup })
  syncBuiltinESMExports()
})

let app: TestApp
let company: Company
let other: Company
const servers: Server[] = []
/** Requests that reached what the house runs for itself. */
let arrived: string[] = []
let internal: number
/** A flow that IT has opened to `company`; it redirects to what is internal when it is told to. */
let opened: number
let isRedirecting = false

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: [] } })
  company = await makeCompany(app)
  other = await makeCompany(app)
  internal = await listen((request, answer) => {
    arrived.push(request.url ?? '')
    answer.end('{}')
  })
  opened = await listen((_request, answer) => {
    if (isRedirecting) answer.writeHead(307, { location: `http://127.0.0.1:${internal}/moved` })
    answer.end('{}')
  })
})
beforeEach(() => {
  app.ctx.config.outgoingAllow = [`${company.id}@127.0.0.1:${opened}`, `${company.id}@flow.example:${opened}`]
  names.clear()
  arrived = []
  looks = []
  isRedirecting = false
})
afterAll(async () => {
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  await app.close()
})

const flow = (urlN8N: string) => ({ name: 'Robô', type: 'webhook' as const, urlN8N })

/** Every way to hand in an address, each with what came of it. */
async function handIn({ admin }: Company, url: string) {
  const queueId = (await makeQueue({ ...company, admin })).id
  const prompt = { name: 'IA', prompt: 'Responda', queueId, apiKey: 'sk' }
  const answers = {
    integration: await admin.call(createIntegration, { body: flow(url) }),
    trial: await admin.call(testSession, { body: flow(url) }),
    prompt: await admin.call(createPrompt, { body: { ...prompt, baseUrl: `${url}/v1` } }),
    voice: await admin.call(createPrompt, {
      body: { ...prompt, name: 'Voz', voice: 'pt-BR-YaraNeural', voiceKey: 'voz', voiceRegion: url }
    }),
    webhook: await admin.call(createWebhook, { body: { url, events: ['contact.created'] } })
  }
  return Object.fromEntries(Object.entries(answers).map(([way, { status, error }]) => [way, error ?? status]))
}

const refused = (error: string) =>
  Object.fromEntries(['integration', 'trial', 'prompt', 'voice', 'webhook'].map((way) => [way, error]))

test.each([
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '169.254.169.254',
  '10.0.0.1'
])('%s is refused however it is handed in', async (host) => {
  expect(await handIn(company, `http://${host}:${internal}`)).toEqual(refused('ERR_ADDRESS_INTERNAL'))
  expect(arrived).toEqual([])
})

test('what is open to one company at one port is neither open to another company nor at another port', async () => {
  expect(await handIn(company, `http://127.0.0.1:${opened}`)).toMatchObject({ integration: 200, webhook: 200 })
  expect(await handIn(other, `http://127.0.0.1:${opened}`)).toEqual(refused('ERR_ADDRESS_INTERNAL'))
  expect(await handIn(company, `http://127.0.0.1:${internal}`)).toEqual(refused('ERR_ADDRESS_INTERNAL'))
})

/** The trial of an integration with a key file, whose address for tokens is a second one that the server calls. */
async function tryKeyFile(tokens: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' })
  const jsonContent = JSON.stringify({ client_email: 'a@b.example', private_key: key, token_uri: tokens })
  const body = { name: 'Robô', type: 'dialogflow' as const, projectName: 'loja', urlN8N: '', jsonContent }
  return company.admin.call(testSession, { body })
}

test.each(['localhost', 'intranet.example'])('the name %s leads nowhere inside', async (name) => {
  names.set('intranet.example', ['127.0.0.1'])
  const url = `http://${name}:${internal}`
  const tried = await company.admin.call(testSession, { body: flow(url) })
  expect(tried).toMatchObject({ error: 'ERR_TEST_SESSION_FAILED' })
  expect(JSON.stringify(tried.body)).toContain(`${name} is internal`)
  expect(JSON.stringify((await tryKeyFile(`${url}/token`)).body)).toContain(`${name} is internal`)
  expect(arrived).toEqual([])
})

test('a prompt whose address is a name of the house is not asked, nor is its voice', async () => {
  const url = `http://localhost:${internal}`
  const autoResponders = await createAutoResponderFixture(app, { url } as never)
  const { id } = await autoResponders.prompt({ voice: 'pt-BR-YaraNeural', voiceKey: 'voz', voiceRegion: url })
  await autoResponders.give(0, { promptId: id })
  await autoResponders.writes(autoResponders.customer, 'Oi')
  expect((await autoResponders.notes())[0]).toContain('localhost is internal')
  expect(arrived).toEqual([])
})

let contacts = 0
/** A contact is made, and what the company's new webhook at `url` was told about it comes back. */
async function tell(url: string) {
  const body = { url, events: ['contact.created'] as const }
  const { webhook } = accepted(
    app,
    await company.admin.call(createWebhook, { body: { ...body, events: [...body.events] } })
  )
  const number = `55119${String(71_230_000 + ++contacts)}`
  accepted(app, await company.admin.call(createContact, { body: { name: 'Ana', number } }))
  await app.drain()
  const query = { params: { id: webhook.id }, query: {} }
  return accepted(app, await company.admin.call(listDeliveries, query)).deliveries[0]
}

test('a name that moves is judged by the very address that is called, at every call', async () => {
  // Open as an address: the first look finds what IT opened, the second one a neighbour that it did not.
  names.set('moving.example', ['127.0.0.1', '127.0.0.2', '::ffff:127.0.0.1', '::1'])
  const url = `http://moving.example:${opened}/`
  expect(await tell(url)).toMatchObject({ state: 'delivered', lastStatus: 200 })
  expect(looks).toHaveLength(1)
  const tried = await company.admin.call(testSession, { body: flow(url) })
  expect(JSON.stringify(tried.body)).toContain('moving.example is internal')
  expect(looks).toHaveLength(2)
})

test('a redirection to what is internal is an answer and no way there', async () => {
  isRedirecting = true
  const url = `http://127.0.0.1:${opened}`
  expect(await tell(url)).toMatchObject({ state: 'waiting', lastStatus: 307 })
  expect(await company.admin.call(testSession, { body: flow(url) })).toMatchObject({ error: 'ERR_TEST_SESSION_FAILED' })
  app.ctx.config.outgoingAllow = [`127.0.0.1:${opened}`]
  const autoResponders = await createAutoResponderFixture(app, { url } as never)
  await autoResponders.give(0, { promptId: (await autoResponders.prompt()).id })
  await autoResponders.writes(autoResponders.customer, 'Oi')
  expect(arrived).toEqual([])
})

test.each([
  (port: number) => ({ url: `https://127.0.0.1:${port}/x`, directPath: null }),
  (port: number) => ({ url: `https://mmg.whatsapp.net.localhost:${port}/x`, directPath: null }),
  (port: number) => ({ url: null, directPath: `@127.0.0.1:${port}/x` }),
  (port: number) => ({ url: 'https://mmg.whatsapp.net/x', directPath: `.localhost:${port}/x` }),
  (port: number) => ({ url: `https://mmg.whatsapp.net:${port}/x`, directPath: null }),
  (port: number) => ({ url: `http://mmg.whatsapp.net:${port}/x`, directPath: null })
])('a file that its sender says to lie in the house is not fetched (%#)', async (placed) => {
  names.set('mmg.whatsapp.net', ['127.0.0.1'])
  const source = { ...placed(internal), type: 'image' as const, mediaKey: Buffer.alloc(32).toString('base64') }
  const fetched = downloadMedia({ ...source, size: 10, fileSha256: null } as never, {
    whatsappUrl: undefined,
    hosts: [],
    patience: 5_000
  })
  await expect(fetched).rejects.toMatchObject({ code: 'ERR_MEDIA_BROKEN' })
  expect(arrived).toEqual([])
})
