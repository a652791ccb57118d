// No earlier message is lost or doubled when the server is killed while it imports a phone's conversations.
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection, showConnection } from '@guiche/shared/features/inbox/connections.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import type { TestClient } from '#test/server/test-client.ts'
import { prepareServer, type ServerProcess } from '#test/server/server-process.ts'
import { eventually } from '#test/eventually.ts'
import { pairCompany } from '#test/fixtures/paired-company.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { countTexts, storedTexts } from './stored-messages.ts'

const customers = 60
/** More than a phone tells at first, so that a part of each conversation comes later. */
const each = 120
const messages = customers * each
/** Messages that are stored when the server is killed; 0: as soon as the phone has told something. */
const killedAt = [0, 1_000, 3_000, 5_000]

let simulator: Simulator
let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: postgres.Sql
let server: ServerProcess
let admin: TestClient

beforeAll(async () => {
  simulator = await startSimulator()
  database = await createTestDatabase()
  sql = postgres(database.url, { max: 1 })
  server = await prepareServer({
    databaseUrl: database.url,
    whatsappUrl: simulator.whatsappUrl,
    caFile: simulator.caFile
  })
  await server.start()
  ;({ admin } = await pairCompany(server.url, simulator, { count: 0 }))
})

afterAll(async () => {
  await server.stop()
  await simulator.stop()
  await sql.end()
  await database.drop()
})

async function count(): Promise<{ told: number; stored: number }> {
  const [row] = await sql<{ told: string; stored: string }[]>`
    select (select count(*) from history_parts) + (select count(*) from inbound_journal) as told,
      (select count(*) from messages where seq < 0) as stored`
  return { told: Number(row?.told), stored: Number(row?.stored) }
}

test(`${messages} earlier messages survive ${killedAt.length} kills`, { timeout: 600_000 }, async () => {
  const phone = (await simulator.createPhone({ number: '5511970001000' })).number
  const begun = Date.now() - 30 * 86_400_000
  for (let c = 0; c < customers; c++) {
    const customer = simulator.createCustomer({ number: `55219${String(70_000_000 + c)}`, name: `Cliente ${c}` }).id
    simulator.writePast(
      phone,
      Array.from({ length: each }, (_, n) => ({
        customer,
        content: { type: 'text' as const, text: `c${c}-#${n + 1}` },
        // Several of them in one second.
        at: begun + Math.floor(n / 3) * 1000
      }))
    )
  }
  const { id } = await admin.call(createConnection, { body: { name: 'Balcão', importHistory: 'all' } })
  const show = (by: TestClient) => by.call(showConnection, { params: { id }, query: {} })
  const { qrcode } = await eventually(async () => {
    const now = await show(admin)
    return now.qrcode === '' ? null : now
  }, 'a QR code')
  await simulator.scanQr(phone, qrcode)
  for (const at of killedAt) {
    await eventually(async () => {
      const { told, stored } = await count()
      return at === 0 ? told > 0 : stored >= at
    }, `${at} stored messages`)
    await server.kill()
    expect((await count()).stored).toBeLessThan(messages)
    await server.start()
  }
  const { historyImport } = await eventually(
    async () => {
      const now = await show(admin)
      return now.historyImport?.status === 'running' ? null : now
    },
    'the end of the import',
    90_000
  )
  expect(historyImport).toEqual({
    status: 'done',
    progress: 100,
    conversations: customers,
    messages,
    skipped: 0,
    failure: null
  })
  const found = countTexts(await storedTexts(database.url), messages)
  expect(found).toEqual({ stored: messages, lost: 0, doubled: 0, inversions: 0 })
  expect(await sql`select distinct status, unread_messages from tickets`).toEqual([
    { status: 'closed', unread_messages: 0 }
  ])
})
