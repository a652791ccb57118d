// Resident memory of the server over a great many messages.
import { startSimulator } from '#simulator/simulator.ts'
import { prepareServer } from '#test/server/server-process.ts'
import { eventually } from '#test/eventually.ts'
import { pairCompany } from '#test/fixtures/paired-company.ts'
import { startBenchDatabase } from './bench-database.ts'
import { report, residentMegabytes } from './measure.ts'

const connections = 10
const customers = 500
const steps = 20

/** Runs the part: a million messages at full scale, memory read twenty times. */
export async function benchSoak(scale: number): Promise<void> {
  const messages = Math.round((1_000_000 * scale) / steps)
  const simulator = await startSimulator()
  const database = await startBenchDatabase()
  const server = await prepareServer({
    databaseUrl: database.url,
    whatsappUrl: simulator.whatsappUrl,
    caFile: simulator.caFile,
    env: { NODE_ENV: 'development', LOG_LEVEL: 'warn' }
  })
  await server.start()
  const { phones } = await pairCompany(server.url, simulator, { count: connections, plan: 'Bench' })
  for (let step = 1; step <= steps; step++) {
    const begun = performance.now()
    const run = await simulator.bulk({ phones, customers, messages, prefix: '55115' })
    await eventually(() => simulator.bulkStats(run).waiting === 0, 'every message to be taken', 1_800_000)
    report(`after ${(step * messages).toLocaleString('en')} messages`, {
      MB: residentMegabytes(server.pid() ?? 0),
      'per second': Math.round((messages * 1000) / (performance.now() - begun))
    })
  }
  await server.stop()
  await simulator.stop()
  await database.stop()
}
