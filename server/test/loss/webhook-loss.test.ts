// Webhooks tell of every message at least once, each time under one id, however often the server is killed meanwhile.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import postgres from 'postgres'
import { createWebhook, listDeliveries } from '@guiche/shared/features/automation/webhooks.ts'
import { eventually } from '#test/eventually.ts'
import { startPairedServer, type PairedServer } from '#test/fixtures/paired-server.ts'
import { webhookSize } from './run-size.ts'

const customers = Math.min(12, webhookSize)
/** The same number of each customer. */
const messages = Math.ceil(webhookSize / customers) * customers
const kills = 4
/** Milliseconds: what the receiver takes to answer, so that a kill always finds deliveries under way. */
const slowness = 150

interface Told {
  delivery: string
  seq: number
  message: string
}

let scene: PairedServer
let receiver: Server
let address: string
const told: Told[] = []
/** Deliveries that have come in and are not answered yet. */
let open = 0

beforeAll(async () => {
  receiver = createServer((request, answer) => {
    open++
    answer.once('close', () => open--)
    request.toArray().then(
      (chunks) => {
        const body = JSON.parse(Buffer.concat(chunks as Buffer[]).toString())
        told.push({ delivery: body.id, seq: body.seq, message: body.data.message.id })
        setTimeout(() => answer.end(), slowness)
      },
      // The server was killed while it wrote.
      () => answer.destroy()
    )
  })
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/gancho`
  scene = await startPairedServer({ OUTGOING_ALLOW: '127.0.0.0/8:*' })
}, 300_000)
afterAll(async () => {
  await scene.stop()
  receiver.closeAllConnections()
  receiver.close()
})

async function query<T>(ask: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(scene.databaseUrl, { max: 1 })
  try {
    return await ask(sql)
  } finally {
    await sql.end()
  }
}

/** Customers write one message after the other while the server comes and goes. */
async function writeAll(): Promise<void> {
  const { simulator, phone } = scene
  const people = Array.from({ length: customers }, (_, n) =>
    simulator.createCustomer({ number: `55319${String(70_000_000 + n)}`, name: `Freguês ${n}` })
  )
  const write = async (id: string) => {
    for (let n = 1; n <= messages / customers; n++) {
      await simulator.send(phone, id, { type: 'text', text: `Pedido #${n}` })
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500))
    }
  }
  await Promise.all(people.map(({ id }) => write(id)))
}

const distinct = (values: (string | number)[]): number => new Set(values).size

test(
  `${messages} messages reach a webhook though the server is killed four times while it delivers`,
  { timeout: 600_000 },
  async () => {
    const { admin, server } = scene
    const { webhook } = await admin.call(createWebhook, { body: { url: address, events: ['message.created'] } })
    const writing = writeAll()
    let cut = 0
    for (let index = 0; index < kills; index++) {
      const before = told.length
      await eventually(() => told.length > before && open > 0, 'deliveries under way', 120_000)
      cut += open
      await server.kill()
      await server.start()
    }
    await writing
    const stored = () =>
      query((sql) => sql<{ id: string }[]>`select id from messages where company_id = ${admin.user.companyId}`)
    await eventually(async () => (await stored()).length >= messages, 'every message in the desk', 120_000)
    const isTold = () => distinct(told.map(({ message }) => message)) >= messages
    await eventually(isTold, 'every message told', 180_000).catch(() => undefined)
    const rows = await stored()
    const figures = {
      stored: rows.length,
      told: distinct(told.map(({ message }) => message)),
      ids: distinct(told.map(({ delivery }) => delivery)),
      numbers: distinct(told.map(({ seq }) => seq)),
      pairs: distinct(told.map(({ delivery, seq, message }) => `${delivery} ${seq} ${message}`))
    }
    console.info(
      `kill -9 x ${kills} while ${messages} events go out (${cut} cut):`,
      JSON.stringify(figures),
      told.length
    )
    expect(figures).toEqual({ stored: messages, told: messages, ids: messages, numbers: messages, pairs: messages })
    expect(new Set(told.map(({ message }) => message))).toEqual(new Set(rows.map(({ id }) => id)))
    expect(cut).toBeGreaterThanOrEqual(kills)

    const left = async (state: 'waiting' | 'failed') =>
      (await admin.call(listDeliveries, { params: { id: webhook.id }, query: { state } })).deliveries.length
    await eventually(async () => (await left('waiting')) === 0, 'nothing left to deliver', 180_000)
    expect(await left('failed')).toBe(0)
  }
)
