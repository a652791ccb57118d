// Ticket list, ticket search and message page with a short and with a long history.
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { startSimulator } from '#simulator/simulator.ts'
import { prepareDesk } from '#test/desk-process.ts'
import { pairCompany } from '#test/paired-company.ts'
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { fillCompany } from './fill-company.ts'
import { report, summarise } from './measure.ts'

/** Calls of each kind. */
const rounds = 200

const measure = async (label: string, work: (index: number) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < 20; index++) await work(index)
  const samples: number[] = []
  for (let index = 0; index < rounds; index++) {
    const at = performance.now()
    await work(index)
    samples.push(performance.now() - at)
  }
  report(label, { ...summarise(samples), unit: 'ms over HTTP' })
}

const oneSize = async (database: BenchDatabase, tickets: number, messages: number): Promise<void> => {
  const simulator = await startSimulator()
  const desk = await prepareDesk({
    databaseUrl: database.url,
    whatsappUrl: simulator.whatsappUrl,
    caFile: simulator.caFile
  })
  await desk.start()
  const { admin, connections } = await pairCompany(desk.url, simulator, { name: `Empresa ${tickets}` })
  const ids = await fillCompany(database.sql, {
    companyId: admin.user.companyId,
    connectionId: connections[0]?.id ?? 0,
    tickets,
    messages
  })
  const size = `${tickets.toLocaleString('en')} tickets`
  const list = (query: Record<string, unknown>) => admin.call(listTickets, { query })
  await measure(`${size}: open list`, () => list({ status: 'open', showAll: 'true' }))
  await measure(`${size}: closed list`, () => list({ status: 'closed', showAll: 'true' }))
  await measure(`${size}: page 20 of the closed list`, () =>
    list({ status: 'closed', showAll: 'true', pageNumber: 20 })
  )
  await measure(`${size}: search for a name`, (index) =>
    list({ searchParam: `cliente ${1000 + index}`, showAll: 'true' })
  )
  await measure(`${size}: search for a rare word`, (index) =>
    list({ searchParam: `pedido-${1000 + index * 7}`, showAll: 'true' })
  )
  await measure(`${size}: search for a common word`, () => list({ searchParam: 'bom dia', showAll: 'true' }))
  await measure(`${size}: search without a hit`, (index) => list({ searchParam: `xyzzy${index}`, showAll: 'true' }))
  await measure(`${size}: newest messages`, (index) =>
    admin.call(listMessages, { params: { ticketId: ids[index % ids.length] ?? 0 }, query: {} })
  )
  await desk.stop()
  await simulator.stop()
}

/** Runs the part; `scale` below 1 leaves the long history out. */
export const benchLists = async (scale: number): Promise<void> => {
  const database = await startBenchDatabase()
  await oneSize(database, 10_000, 100_000)
  if (scale >= 1) await oneSize(database, 200_000, 2_000_000)
  await database.stop()
}
