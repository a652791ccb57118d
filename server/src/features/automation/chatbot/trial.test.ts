// The trial says what the real machine says: the same words, typed there and written by a customer, get the same replies.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryChatbot, type BotState } from '@guiche/shared/features/automation/chatbot.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { createBotFixture, type BotFixture } from '#test/fixtures/bot-fixture.ts'
import { newCustomer } from '#test/fixtures/inbound.ts'

let app: TestApp
let fixture: BotFixture
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  fixture = await createBotFixture(app)
  const [, support] = fixture.queues
  const delivery = await fixture.option(support, 'Entrega', { message: 'Sobre a entrega:' })
  await fixture.option(support, 'Pessoa')
  await fixture.option(support, 'Atrasada', { message: 'Vamos verificar.', parentId: delivery.id })
  await fixture.option(support, 'Não chegou', { parentId: delivery.id })
})
afterAll(() => app.close())

test.each([
  [['Oi', '2', '1', '1', '0', '#', '2', '2', 'Alguém?']],
  [['Oi', '1', 'Quero um bolo', '#']],
  [['Oi', 'suporte', 'entrega', '9', '0', '0', '1']],
  [['Oi', 'bolo', 'pão', 'café', '1']]
])('a customer who writes %j hears what the trial says', async (words) => {
  const ana = newCustomer()
  let state: BotState | null = null
  const [real, tried]: [string[], string[]] = [[], []]
  for (const text of words) {
    real.push((await fixture.writes(ana, text)).join(' | '))
    const at = app.clock.now().toISOString()
    const answer: { state: BotState; reply: string | null } = await fixture.call(tryChatbot, {
      body: { whatsappId: fixture.ref.connectionId, event: { type: 'text', text }, state, at }
    })
    tried.push(answer.reply ?? '')
    ;({ state } = answer)
  }
  expect(tried).toEqual(real)
  expect(real[0]).toContain('Vendas')
  const { chatbot, queueId, queueOptionId } = await fixture.ticketOf(ana)
  expect(state?.queueId).toBe(queueId)
  if (chatbot) expect(state?.optionId).toBe(queueOptionId)
})
