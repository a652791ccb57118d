// Integrations at work: Typebot, n8n and webhooks, and Dialogflow, each against a stand-in, and the test of a session.
import { createHmac, createVerify, generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testSession } from '@guiche/shared/features/automation/integrations.ts'
import { plans } from '#database/tables/org/companies.ts'
import { createAutoResponderFixture, type AutoResponderFixture } from '#test/fixtures/auto-responder-fixture.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { startStandIn, type StandIn } from '#test/fixtures/flow-stand-in.ts'

let app: TestApp
let outside: StandIn
let fixture: AutoResponderFixture
beforeAll(async () => {
  outside = await startStandIn()
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
})
afterAll(async () => {
  await app.close()
  await outside.close()
})
beforeEach(async () => {
  outside.reset()
  fixture = await createAutoResponderFixture(app, outside, ['Pedidos', 'Ajuda'])
})

const write = (text: string) => fixture.writes(fixture.customer, text)
const ticket = () => fixture.ticketOf(fixture.customer)
function words(...texts: string[]) {
  return texts.map((text) => ({
    type: 'text',
    content: { type: 'richText', richText: [{ type: 'p', children: [{ text }] }] }
  }))
}
const minute = 60_000

test('Typebot: a chat is started, continued, started anew after silence or by a word, led on to a queue, and ended', async () => {
  const settings = { typebotSlug: 'loja', typebotDelayMessage: 1, typebotExpires: 10, typebotKeywordFinish: 'sair' }
  const texts = {
    typebotKeywordRestart: 'menu',
    typebotRestartMessage: 'De novo!',
    typebotUnknownMessage: 'Não entendi.'
  }
  const { id: integrationId } = await fixture.integration({ type: 'typebot', ...settings, ...texts })
  await fixture.give(0, { integrationId })
  const start = '/api/v1/typebots/loja/startChat'
  const items = [{ content: 'Bolos' }, { content: 'Salgados' }]
  outside.on(start, () => ({
    body: { sessionId: `s${outside.of(start).length}`, messages: words('Olá!', 'O que deseja?'), input: { items } }
  }))
  const goOn = (session: string) => `/api/v1/sessions/${session}/continueChat`
  await write('Oi')
  const offered = ['Olá!', 'O que deseja?', '*[ 1 ]* - Bolos\n*[ 2 ]* - Salgados']
  expect(await write('1')).toEqual(offered)
  expect(outside.of(start)[0]?.json).toMatchObject({
    prefilledVariables: { name: fixture.customer.name, number: fixture.customer.number }
  })
  expect(await ticket()).toMatchObject({ useIntegration: true, integrationId, chatbot: true })

  outside.on(goOn('s1'), ({ json }) => ({
    body: { messages: json['message'] === 'Salgados' ? words('Coxinhas?') : [] }
  }))
  expect(await write('2')).toEqual(['Coxinhas?'])
  expect(await write('hein')).toEqual(['Não entendi.'])
  app.clock.advance(11 * minute)
  expect(await write('Oi?')).toEqual(offered)
  // A chat that Typebot has forgotten begins anew, too.
  expect(await write('Bolos')).toEqual(offered)
  expect(await write('MENU')).toEqual(['De novo!', ...offered])
  expect(outside.of(start)).toHaveLength(4)
  outside.on(goOn('s4'), () => ({
    body: { messages: words('Chamo alguém.', `#{"queueId": ${fixture.queues[1]?.id}}`) }
  }))
  expect(await write('Gente')).toEqual(['Chamo alguém.'])
  expect(await ticket()).toMatchObject({
    queueId: fixture.queues[1]?.id,
    chatbot: false,
    integrationId: null,
    status: 'pending'
  })
  expect(await fixture.notes()).toEqual(['Fluxo passou o atendimento à equipe.'])

  fixture = { ...fixture, customer: { ...fixture.customer, number: '5511900001111', lid: '900001111' } }
  await write('Oi')
  await write('1')
  expect(await write('sair')).toEqual([])
  expect(await ticket()).toMatchObject({ status: 'closed', chatbot: false })
})

test('webhooks: each message is posted signed under its id, again when it failed, and what is answered is said', async () => {
  const { id: integrationId } = await fixture.integration({
    type: 'webhook',
    urlN8N: `${outside.url}/gancho`,
    secret: 'segredo'
  })
  await fixture.configure({ integrationId })
  outside.on('/gancho', () =>
    outside.of('/gancho').length === 1 ? { status: 500 } : { body: { messages: ['Recebido!', 'Já vejo.'] } }
  )
  await write('Pedido 12')
  await fixture.later(minute)
  expect((await fixture.talk(fixture.customer)).slice(1)).toEqual(['> Recebido!', '> Já vejo.'])
  const [first, again] = outside.of('/gancho')
  expect(again?.headers['x-guiche-delivery']).toBe(first?.headers['x-guiche-delivery'])
  expect(again?.json).toMatchObject({
    event: 'message',
    message: { body: 'Pedido 12', mediaType: 'chat', fromMe: false },
    contact: { number: fixture.customer.number }
  })
  const { 'x-guiche-timestamp': at, 'x-guiche-signature': signature } = again?.headers ?? {}
  expect(signature).toBe(
    `v1=${createHmac('sha256', 'segredo')
      .update(`${String(at)}.${again?.body}`)
      .digest('hex')}`
  )
  outside.on('/gancho', () => ({ body: [{ reply: 'Passo à equipe.', stopBot: true }] }))
  expect(await write('Gente')).toEqual(['Passo à equipe.'])
  expect(await ticket()).toMatchObject({ chatbot: false, status: 'pending' })
})

test('n8n: an answer that is no JSON is taken as no answer; one that refuses leads to people', async () => {
  const { id: integrationId } = await fixture.integration({ type: 'n8n', urlN8N: `${outside.url}/n8n` })
  await fixture.configure({ integrationId })
  outside.on('/n8n', () => ({ body: Buffer.from('Workflow was started') }))
  expect(await write('Oi')).toEqual([])
  expect(outside.of('/n8n')[0]?.headers['x-guiche-signature']).toBeUndefined()
  expect(await ticket()).toMatchObject({ chatbot: true })
  outside.on('/n8n', () => ({ status: 403 }))
  await write('Oi?')
  expect((await fixture.notes())[0]).toMatch(/^Fluxo não respondeu \(o servidor recusou: HTTP 403\)/)
})

test('Dialogflow: asked in its language with the account’s own token; without a word for it people take over', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = {
    client_email: 'robo@loja.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${outside.url}/token`
  }
  const agent = {
    projectName: 'loja-123',
    language: 'es' as const,
    jsonContent: JSON.stringify(key),
    urlN8N: outside.url
  }
  const { id: integrationId } = await fixture.integration({ type: 'dialogflow', ...agent })
  await fixture.configure({ integrationId })
  const detect = '/v2/projects/loja-123/agent/sessions/'
  outside.on('/token', () => ({ body: { access_token: 'fresco' } }))
  outside.on(detect, ({ body }) => ({
    body: { queryResult: { fulfillmentText: body.includes('Hola') ? '¡Buenas!' : '' } }
  }))
  expect(await write('Hola')).toEqual(['¡Buenas!'])
  const asked = outside.of(detect)[0]
  expect(asked?.path).toBe(`${detect}${(await ticket()).uuid}:detectIntent`)
  expect(asked?.headers.authorization).toBe('Bearer fresco')
  expect(asked?.json).toEqual({ queryInput: { text: { text: 'Hola', languageCode: 'es' } } })
  const [head = '', claims = '', signature = ''] = (
    new URLSearchParams(outside.of('/token')[0]?.body).get('assertion') ?? ''
  ).split('.')
  expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(true)
  await write('¿Qué?')
  expect(await fixture.notes()).toEqual(['Fluxo não soube responder e passou o atendimento à equipe.'])

  // What legacy clients try: the key as it is typed, or the stored one.
  const tried = await fixture.call(testSession, {
    body: { ...agent, jsonContent: '', type: 'dialogflow', id: integrationId }
  })
  expect(tried).toMatchObject({ answer: '¡Buenas!' })
  const { admin } = fixture.company
  const refused = await admin.call(testSession, {
    body: { projectName: 'loja-123', jsonContent: '{}', language: 'pt-BR' }
  })
  expect(refused).toMatchObject({ status: 400, error: 'ERR_TEST_SESSION_FAILED' })
  expect(refused.refusal?.values).toEqual({ reason: 'setup: JSON', failure: 'setup', detail: 'JSON' })
})

test('a session of every other type is tried out, and says why it fails', async () => {
  const { admin } = fixture.company
  const attempt = (body: object) => admin.call(testSession, { body: body as never })
  outside.on('/api/v1/typebots/loja/startChat', () => ({ body: { sessionId: 's', messages: words('Olá!') } }))
  outside.on('/gancho', () => ({ body: { ok: true } }))
  const bot = { type: 'typebot', urlN8N: outside.url, typebotSlug: 'loja' }
  expect((await attempt(bot)).body).toMatchObject({ answer: 'Olá!', milliseconds: expect.any(Number) })
  expect((await attempt({ type: 'webhook', urlN8N: `${outside.url}/gancho` })).body).toMatchObject({
    answer: '{"ok":true}'
  })
  expect(outside.of('/gancho')[0]?.json).toMatchObject({ event: 'test' })
  const reasonOf = async (body: object) => (await attempt(body)).refusal?.values?.['reason']
  expect(await reasonOf({ ...bot, typebotSlug: 'outra' })).toBe('refused: HTTP 404')
  expect(await reasonOf({ type: 'n8n' })).toBe('setup: URL')
  expect(await reasonOf({ type: 'n8n', urlN8N: 'http://127.0.0.1:1' })).toMatch(/^unreachable/)
  expect(await attempt({ type: 'n8n', urlN8N: 'http://10.0.0.1' })).toMatchObject({ error: 'ERR_ADDRESS_INTERNAL' })
})

test('of a reply for whose second message the plan has no room people have the ticket, with the reason', async () => {
  const settings = { type: 'webhook', urlN8N: `${outside.url}/gancho`, secret: 'segredo' }
  const { id: integrationId } = await fixture.integration(settings)
  await fixture.configure({ integrationId })
  outside.on('/gancho', () => ({ body: { messages: ['Recebido!', 'Já vejo.'] } }))
  await app.ctx.db.update(plans).set({ messages: 1 }).where(eq(plans.id, fixture.company.plan.id))
  expect(await write('Pedido 12')).toEqual(['Recebido!'])
  expect(await ticket()).toMatchObject({ status: 'pending', chatbot: false, integrationId: null })
  expect(await fixture.notes()).toEqual([expect.stringContaining('não tem mais mensagens neste mês')])
})
