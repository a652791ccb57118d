// WhatsApp does not let the connection in: it says so, keeps trying without a person's help, and loses nothing meanwhile.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FaultSettings } from '#simulator/run-types.ts'
import { eventually } from '#test/eventually.ts'
import { historyOf, openChat, reaches, startPairedApp, type PairedApp } from './paired-app.ts'

let app: PairedApp
let chat: Awaited<ReturnType<typeof openChat>>

beforeAll(async () => {
  app = await startPairedApp({}, { opening: 2_000, stable: 50, backOff: 0.1 })
  chat = await openChat(app)
})
afterAll(() => app.stop())
afterEach(() => app.simulator.clearFaults())

const refusals = [400, 401, 403, 404, 429, 500, 503, 301].map(
  (upgradeStatus) =>
    [`answers the upgrade with ${upgradeStatus}`, { upgrade: 'refuse', upgradeStatus }, 'refused'] as const
)
const silences = [
  ['takes the line and says nothing', { upgrade: 'silent' }, 'no-answer'],
  ['hangs up', { upgrade: 'hang-up' }, 'network'],
  ['answers with what is no HTTP', { upgrade: 'garbage' }, 'network']
] as const

test.for<readonly [string, Partial<FaultSettings>, 'refused' | 'no-answer' | 'network']>([...refusals, ...silences])(
  'WhatsApp that %s is reported, and the connection comes back by itself',
  async ([what, faults, reason]) => {
    app.simulator.setFaults(faults)
    app.simulator.pull(app.phone, 'drop')
    const away = await reaches(app, 'TIMEOUT', reason)
    expect(away).toMatchObject({ qrcode: '', number: app.phone })
    expect(away.retries).toBeGreaterThan(0)
    await chat.write(`cliente: ${what}`)
    const { id } = await chat.say(`resposta: ${what}`)
    app.simulator.clearFaults()
    await reaches(app, 'CONNECTED')
    await eventually(async () => {
      const history = await historyOf(app, chat.ticketId)
      const isSent = history.find((message) => message.id === id)?.delivery === 'sent'
      return isSent && history.some(({ body }) => body === `cliente: ${what}`)
    }, 'both messages to pass')
    const texts = app.simulator.sentTo(app.phone, chat.customer.id).map(({ text }) => text)
    expect(texts.filter((text) => text === `resposta: ${what}`)).toHaveLength(1)
  }
)
