// AI prompts at work: what the model is told, what the customer reads, and every way to people.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { showPrompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { plans } from '#database/tables/org/companies.ts'
import {
  completion,
  createAutoResponderFixture,
  promptsOf,
  type AutoResponderFixture
} from '#test/fixtures/auto-responder-fixture.ts'
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
  fixture = await createAutoResponderFixture(app, outside)
})

const chat = '/v1/chat/completions'
const write = (text: string) => fixture.writes(fixture.customer, text)
const ticket = () => fixture.ticketOf(fixture.customer)

test('a prompt of the connection answers with the history it may see, and counts what it used', async () => {
  const limits = { maxMessages: 3, maxTokens: 60, temperature: 0.5, inputPrice: 2, outputPrice: 10, model: 'local-1' }
  const { id: promptId } = await fixture.prompt(limits)
  await fixture.configure({ promptId })
  const answers = ['Bom dia! Como posso ajudar?', 'Abrimos às 7h.', 'Até logo!']
  outside.on(chat, () => completion(answers[outside.of(chat).length - 1] ?? null))
  expect(await write('Oi')).toEqual(['Bom dia! Como posso ajudar?'])
  expect(await ticket()).toMatchObject({
    status: 'pending',
    chatbot: true,
    promptId,
    useIntegration: false
  })
  expect(await write('Que horas abrem?')).toEqual(['Abrimos às 7h.'])
  const [first, second] = outside.of(chat)
  expect(first?.headers.authorization).toBe('Bearer sk-teste')
  expect(first?.json).toMatchObject({ model: 'local-1', max_tokens: 60, temperature: 0.5 })
  expect(second && promptsOf(second)).toEqual([
    expect.stringMatching(new RegExp(`^system: [^]*nome ${fixture.customer.name} para[^]*Você atende uma padaria\\.$`)),
    'user: Oi',
    'assistant: Bom dia! Como posso ajudar?',
    'user: Que horas abrem?'
  ])
  await write('Obrigado')
  const third = outside.of(chat).at(-1)
  expect(third && promptsOf(third).slice(1)).toEqual([
    'user: Que horas abrem?',
    'assistant: Abrimos às 7h.',
    'user: Obrigado'
  ])
  const used = await fixture.call(showPrompt, { params: { id: promptId } })
  expect(used).toMatchObject({
    answers: 3,
    handOvers: 0,
    promptTokens: 3_000,
    completionTokens: 300,
    totalTokens: 3_300
  })
  expect(used.cost).toBeCloseTo(3 * 0.003)
})

test('a model that does not know hands over to its queue, with its words, a note, and silence from then on', async () => {
  const { id: promptId } = await fixture.prompt()
  await fixture.configure({ promptId })
  outside.on(chat, () => completion('Ação: Transferir para o setor de atendimento\nJá chamo alguém, Ana.'))
  expect(await write('Quero falar com uma pessoa')).toEqual(['Já chamo alguém, Ana.'])
  const given = { status: 'pending', chatbot: false, promptId: null, queueId: fixture.queues[0]?.id }
  expect(await ticket()).toMatchObject(given)
  expect(await fixture.notes()).toEqual(['Assistente não soube responder e passou o atendimento à equipe.'])
  expect(await write('Estão aí?')).toEqual([])
  expect(outside.of(chat)).toHaveLength(1)
  expect(await fixture.call(showPrompt, { params: { id: promptId } })).toMatchObject({ answers: 0, handOvers: 1 })
})

test('a wrong key leads to people at once; a server in trouble is asked again first', async () => {
  const { id: promptId } = await fixture.prompt()
  await fixture.give(0, { promptId })
  outside.on(chat, () => ({ status: 401, body: { error: { message: 'no', code: 'invalid_api_key' } } }))
  expect(await write('Oi')).toEqual([expect.stringMatching(/^Vou chamar alguém da nossa equipe/)])
  expect(outside.of(chat)).toHaveLength(1)
  const [note] = await fixture.notes()
  expect(note).toBe(
    'Assistente não respondeu (o servidor recusou: HTTP 401 invalid_api_key) e o atendimento foi passado à equipe.'
  )

  fixture = await createAutoResponderFixture(app, outside)
  await fixture.give(0, { promptId: (await fixture.prompt()).id })
  outside.on(chat, () => (outside.of(chat).length < 4 ? { status: 503 } : completion('Desculpe a demora!')))
  await write('Oi')
  await fixture.later(20_000)
  await fixture.later(60_000)
  expect((await fixture.talk(fixture.customer)).at(-1)).toBe('> Desculpe a demora!')

  fixture = await createAutoResponderFixture(app, outside)
  await fixture.give(0, { promptId: (await fixture.prompt()).id })
  outside.reset()
  outside.on(chat, () => ({ status: 503 }))
  await write('Oi')
  for (let n = 0; n < 3; n++) await fixture.later(60_000)
  expect(outside.of(chat)).toHaveLength(3)
  expect(await ticket()).toMatchObject({ status: 'pending', chatbot: false })
  expect((await fixture.notes())[0]).toMatch(/o servidor recusou: HTTP 503/)
})

test('an answer is said as far as WhatsApp takes it, whatever characters it has', async () => {
  await fixture.configure({ promptId: (await fixture.prompt()).id })
  outside.on(chat, () => completion(`Pão\u0000 \ud83d${'!'.repeat(70_000)}`))
  expect(await write('Oi')).toEqual([`Pão \ufffd${'!'.repeat(65_531)}`])
})

test('what the house itself runs is never reached, and says so', async () => {
  const { id } = await fixture.prompt({ baseUrl: 'http://localhost:9/v1' })
  app.app.ctx.config.outgoingAllow = []
  await fixture.give(0, { promptId: id })
  await write('Oi').finally(() => (app.app.ctx.config.outgoingAllow = ['127.0.0.0/8:*']))
  expect((await fixture.notes())[0]).toMatch(/a configuração precisa de atenção: localhost is internal/)
})

test('recordings are written down where the server can, and answers are spoken where a voice is set up', async () => {
  const sound = await readFile(new URL('../../../../test/recordings/chromium-mono.webm', import.meta.url))
  const voice = { voice: 'pt-BR-YaraNeural', voiceKey: 'voz-secreta', voiceRegion: `${outside.url}/voz` }
  await fixture.give(0, { promptId: (await fixture.prompt(voice)).id })
  outside.on(chat, () => completion('Temos, sim!'))
  outside.on('/v1/audio/transcriptions', () => ({ body: { text: 'Tem pão de queijo?' } }))
  outside.on('/voz', () => ({ body: sound }))
  await write('Oi')
  // A recording as it stands once it has been fetched.
  const key = `c${fixture.company.id}/2026-11/pergunta.ogg`
  await app.ctx.storage.save(key, Readable.from([sound]))
  await fixture.arrives(fixture.customer, 'Gravação')
  const media = { key, mime: 'audio/ogg', size: sound.length, voice: true }
  await app.ctx.db
    .update(messages)
    .set({ mediaType: 'audio', mediaState: 'ready', media, body: '' })
    .where(eq(messages.body, 'Gravação'))
  await app.drain()
  const asked = outside.of(chat).at(-1)
  expect(asked && promptsOf(asked).at(-1)).toBe('user: Tem pão de queijo?')
  expect(outside.of('/v1/audio/transcriptions')[0]?.body).toContain('whisper-1')
  const { headers, body } = outside.of('/voz').at(-1) ?? { headers: {}, body: '' }
  expect(headers).toMatchObject({ 'ocp-apim-subscription-key': 'voz-secreta' })
  expect(body).toContain('<voice name="pt-BR-YaraNeural">Temos, sim!</voice>')
  const { id: ticketId } = await ticket()
  const { messages: said } = await fixture.call(listMessages, { params: { ticketId }, query: {} })
  expect(said.at(-1)).toMatchObject({ fromMe: true, mediaType: 'audio', mediaState: 'ready', body: '' })

  // Neither is a reason to stay silent.
  outside.on('/v1/audio/transcriptions', () => ({ status: 404 }))
  outside.on('/voz', () => ({ status: 401 }))
  expect(await write('E café?')).toEqual(['Temos, sim!'])
})

test('a plan without messages asks no model, and who writes waits for people with the reason', async () => {
  const { id: promptId } = await fixture.prompt()
  await fixture.configure({ promptId })
  outside.on(chat, () => completion('Bom dia!'))
  await app.ctx.db.update(plans).set({ messages: 1 }).where(eq(plans.id, fixture.company.plan.id))
  expect(await write('Oi')).toEqual(['Bom dia!'])
  expect(await write('Que horas abrem?')).toEqual([])
  expect(outside.of(chat)).toHaveLength(1)
  expect(await ticket()).toMatchObject({ status: 'pending', chatbot: false, promptId: null, unreadMessages: 2 })
  expect(await fixture.notes()).toEqual([expect.stringContaining('não tem mais mensagens neste mês')])
})
