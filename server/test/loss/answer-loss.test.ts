// A model's answer reaches the customer once and soon, though the server is killed while the model thinks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPrompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { updateConnection } from '@guiche/shared/features/inbox/connections.ts'
import { createQueue } from '@guiche/shared/features/org/queues.ts'
import { completion } from '#test/fixtures/auto-responder-fixture.ts'
import { eventually } from '#test/eventually.ts'
import { startStandIn, type StandIn } from '#test/fixtures/flow-stand-in.ts'
import { startPairedServer, type PairedServer } from '#test/fixtures/paired-server.ts'

/** Seconds in which the customer hears from a server that was killed and started again, on a slow machine. */
const patience = 75

const chat = '/v1/chat/completions'
let scene: PairedServer
let outside: StandIn
beforeAll(async () => {
  outside = await startStandIn()
  scene = await startPairedServer({ OUTGOING_ALLOW: '127.0.0.1:*' })
}, 300_000)
afterAll(async () => {
  await scene.stop()
  await outside.close()
})

test('killed while the model thinks it answers after its start, once', { timeout: 600_000 }, async () => {
  const { admin, connection, server, phone, simulator } = scene
  const queue = await admin.call(createQueue, {
    body: { name: 'Balcão', color: '#336699', orderQueue: 1, integrationId: null, promptId: null }
  })
  const texts = { name: 'Assistente', prompt: 'Você atende uma padaria.', apiKey: 'sk-teste' }
  const { id: promptId } = await admin.call(createPrompt, {
    body: { ...texts, queueId: queue.id, baseUrl: `${outside.url}/v1` }
  })
  const params = { id: connection.id }
  await admin.call(updateConnection, { params, body: { name: connection.name, promptId, queueIds: [] } })
  const thinking = Promise.withResolvers<undefined>()
  outside.on(chat, () => {
    const nth = outside.of(chat).length
    return { ...completion(`Resposta ${nth}`), ...(nth === 1 && { after: thinking.promise }) }
  })
  const customer = simulator.createCustomer({ number: '5521980004444', name: 'Freguês' })
  await simulator.send(phone, customer.id, { type: 'text', text: 'Tem bolo de fubá?' })
  await eventually(() => outside.of(chat).length === 1, 'the question', 60_000)
  const killed = Date.now()
  await server.kill()
  thinking.resolve(undefined)
  await server.start()
  const heard = () => (simulator.outbound(phone).customers[customer.id] ?? []).map(({ text }) => text)
  await eventually(() => heard().includes('Resposta 2'), 'the answer', patience * 1_000)
  console.info(`answered ${Math.round((Date.now() - killed) / 1000)} s after the kill`)
  // Another message is answered at once, and nothing was said twice.
  await simulator.send(phone, customer.id, { type: 'text', text: 'E de cenoura?' })
  await eventually(() => heard().includes('Resposta 3'), 'the next answer', 30_000)
  expect(heard()).toEqual(['Resposta 2', 'Resposta 3'])
})
