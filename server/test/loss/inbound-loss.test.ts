// No message of a customer is lost, doubled or out of order, whatever happens to the server, the network or the database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { proxyDatabase, type CuttableProxy } from '#test/server/cuttable-proxy.ts'
import { prepareServer, type ServerProcess } from '#test/server/server-process.ts'
import { eventually } from '#test/eventually.ts'
import { pairCompany } from '#test/fixtures/paired-company.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { inboundSize } from './run-size.ts'
import { countTexts, storedTexts } from './stored-messages.ts'

const messages = inboundSize
const customers = Math.min(100, messages)
const kills = 8
const drops = 8

let simulator: Simulator
let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: CuttableProxy
let server: ServerProcess
let phones: string[]
let batch = 0

beforeAll(async () => {
  simulator = await startSimulator()
  database = await createTestDatabase()
  const through = await proxyDatabase(database.url)
  proxy = through.proxy
  server = await prepareServer({
    databaseUrl: through.url,
    whatsappUrl: simulator.whatsappUrl,
    caFile: simulator.caFile
  })
  await server.start()
  ;({ phones } = await pairCompany(server.url, simulator))
})

afterAll(async () => {
  await server.stop()
  await simulator.stop()
  await proxy.close()
  await database.drop()
})

const phone = () => phones[0] ?? ''
const pause = (from: number, to: number) =>
  new Promise((resolve) => setTimeout(resolve, from + Math.random() * (to - from)))

/** A run of new customers, so that tests do not count each other's messages. */
function prepareRun(count = messages) {
  batch++
  return simulator.bulk({ phones: [phone()], customers, messages: count, prefix: `5511${batch}`, release: false })
}

async function countRun(run: string, expected = messages) {
  const prefix = `5511${batch}`
  const texts = (await storedTexts(database.url)).filter(({ customer }) => customer.startsWith(prefix))
  const { redelivered, nacked } = simulator.bulkStats(run)
  return { ...countTexts(texts, expected), redelivered, nacked }
}

function allStored(run: string, expected = messages) {
  return eventually(
    async () => (await countRun(run, expected)).lost === 0 && simulator.bulkStats(run).waiting === 0,
    'every message to be stored',
    90_000
  )
}

const exact = { stored: messages, lost: 0, doubled: 0, inversions: 0, nacked: 0 }

test(
  `${messages} messages of ${customers} customers survive eight kills of the server`,
  { timeout: 600_000 },
  async () => {
    const run = await prepareRun()
    simulator.releaseBulk(run, 100)
    for (let index = 0; index < kills; index++) {
      await pause(700, 2_200)
      await server.kill()
      await server.start()
    }
    await allStored(run).catch(() => undefined)
    const count = await countRun(run)
    console.info(`kill -9 x ${kills}:`, JSON.stringify(count))
    expect(count).toMatchObject(exact)
  }
)

test(
  `a backlog of ${messages} messages survives eight drops of the network while it is caught up`,
  { timeout: 600_000 },
  async () => {
    await server.kill()
    const run = await prepareRun()
    simulator.releaseBulk(run)
    await server.start()
    for (let index = 0; index < drops; index++) {
      await pause(100, 500)
      simulator.pull(phone(), 'drop')
    }
    await allStored(run).catch(() => undefined)
    const count = await countRun(run)
    console.info(`network dropped x ${drops} during catch-up:`, JSON.stringify(count))
    expect(count).toMatchObject(exact)
  }
)

test(`${messages} messages survive a database that is away for ten seconds`, { timeout: 600_000 }, async () => {
  const run = await prepareRun()
  simulator.releaseBulk(run, 100)
  await pause(3_000, 4_000)
  await proxy.cut()
  await pause(10_000, 10_000)
  await proxy.restore()
  await allStored(run).catch(() => undefined)
  const count = await countRun(run)
  console.info('database away for 10 s:', JSON.stringify(count))
  expect(count).toMatchObject(exact)
})
