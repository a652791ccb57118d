// Resident memory of the server with 1, 10 and 50 idle sessions.
import { startSimulator } from '#simulator/simulator.ts'
import { prepareServer } from '#test/server/server-process.ts'
import { pairCompany, pairConnection } from '#test/fixtures/paired-company.ts'
import { startBenchDatabase } from './bench-database.ts'
import { cpuSeconds, report, residentMegabytes } from './measure.ts'

/** Milliseconds in which garbage settles before memory is read. */
const settle = 5_000

/** Runs the part; `scale` below 1 stops at 10 sessions. */
export async function benchMemory(scale: number): Promise<void> {
  const simulator = await startSimulator()
  const database = await startBenchDatabase()
  const server = await prepareServer({
    databaseUrl: database.url,
    whatsappUrl: simulator.whatsappUrl,
    caFile: simulator.caFile
  })
  await server.start()
  const { admin } = await pairCompany(server.url, simulator, { plan: 'Bench' })
  for (const target of scale < 1 ? [1, 10] : [1, 10, 50]) {
    const { length } = await admin.call((await import('@guiche/shared/features/inbox/connections.ts')).listConnections)
    for (let index = length; index < target; index++)
      await pairConnection(admin, simulator, `Linha ${index + 1}`, `55119${String(30_000_000 + index)}`)
    const before = cpuSeconds(server.pid() ?? 0)
    await new Promise((resolve) => setTimeout(resolve, settle))
    report(`${target} sessions`, {
      MB: residentMegabytes(server.pid() ?? 0),
      'idle CPU %': (((cpuSeconds(server.pid() ?? 0) - before) * 100_000) / settle).toFixed(1)
    })
  }
  await server.stop()
  await simulator.stop()
  await database.stop()
}
