// How fast customers' messages come in: bare Baileys against the whole server, in one run.
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { prepareServer, type ServerProcess } from '#test/server/server-process.ts'
import { eventually } from '#test/eventually.ts'
import { pairCompany, type PairedCompany } from '#test/fixtures/paired-company.ts'
import { measureBare, type Rate } from './bare-bench.ts'
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { cpuOfTree, report, residentMegabytes, summarise } from './measure.ts'
import { followTimeline, type Timeline } from './timeline.ts'

const connections = 10
const customers = 200
/** Numbers of those customers begin like this. */
const numberPrefix = '55114'

interface Scene {
  simulator: Simulator
  database: BenchDatabase
  server: ServerProcess
  /** With `--timeline`. */
  timeline: Timeline | null
  company: PairedCompany
}

/** Listens as an admin's console does; counts new messages and when each text arrived. */
async function listenAsAdmin({ company }: Scene) {
  const socket = await company.admin.socket()
  const arrived = new Map<string, number>()
  let [total, lastAt] = [0, 0]
  socket.on(
    messageEvent.channel(company.admin.user.companyId),
    (payload: { action: string; message: { body: string; fromMe: boolean } }) => {
      if (payload.action !== 'create' || payload.message.fromMe) return
      total++
      lastAt = performance.now()
      arrived.set(payload.message.body, lastAt)
    }
  )
  return { arrived, total: () => total, lastAt: () => lastAt, close: () => socket.close() }
}

type Listener = Awaited<ReturnType<typeof listenAsAdmin>>

/** With `--statements`. */
function printStatements(top: { calls: number; query: string }[]): void {
  if (!process.argv.includes('--statements')) return
  for (const row of top) console.info(`   ${String(row.calls).padStart(7)}  ${row.query}`)
}

async function measureServer(scene: Scene, listener: Listener, messages: number, label: string): Promise<Rate> {
  const { simulator, database, server, company } = scene
  const run = await simulator.bulk({
    phones: company.phones,
    customers,
    messages,
    prefix: numberPrefix,
    prefixText: `${label}-`,
    release: false
  })
  const seen = listener.total()
  await database.countStatements()
  const before = { server: cpuOfTree(server.pid() ?? 0), database: cpuOfTree(database.pid), at: performance.now() }
  simulator.releaseBulk(run)
  await eventually(() => listener.total() >= seen + messages, 'every message to reach the client', 300_000)
  const seconds = (listener.lastAt() - before.at) / 1000
  const cpu = {
    server: ((cpuOfTree(server.pid() ?? 0) - before.server) * 1000) / messages,
    database: ((cpuOfTree(database.pid) - before.database) * 1000) / messages
  }
  const { calls, top } = await database.countStatements()
  report(`whole server, ${label}`, {
    messages,
    'per second': Math.round(messages / seconds),
    'ms CPU/message': (cpu.server + cpu.database).toFixed(2),
    '(server': cpu.server.toFixed(2),
    'database)': cpu.database.toFixed(2),
    'statements/message': (calls / messages).toFixed(2),
    MB: residentMegabytes(server.pid() ?? 0)
  })
  printStatements(top)
  return { perSecond: messages / seconds, cpu: cpu.server + cpu.database }
}

/** Latency from the customer's tap to the attendant's screen, at a steady rate. */
async function measureLatency(
  { simulator, company, database, timeline }: Scene,
  listener: Listener,
  perSecond: number,
  seconds: number
) {
  const total = perSecond * seconds
  const known = simulator.customers().filter(({ number }) => number.startsWith(numberPrefix))
  const sentAt = new Map<string, number>()
  const ids = new Map<string, string>()
  await database.countStatements()
  const begun = performance.now()
  for (let index = 0; index < total; index++) {
    const wait = begun + (index * 1000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const customer = known[index % known.length]
    const phone = company.phones[(index % known.length) % company.phones.length]
    if (!customer || !phone) continue
    const text = `rate-${perSecond}-${index}`
    sentAt.set(text, performance.now())
    void simulator.send(phone, customer.id, { type: 'text', text }).then(({ id }) => ids.set(text, id))
  }
  await eventually(() => [...sentAt.keys()].every((text) => listener.arrived.has(text)), 'the last message', 60_000)
  const { calls, top } = await database.countStatements()
  const waits = [...sentAt].map(([text, at]) => (listener.arrived.get(text) ?? Infinity) - at)
  report(`latency at ${perSecond} a second, ms`, {
    messages: total,
    ...summarise(waits),
    'statements/message': (calls / total).toFixed(2)
  })
  printStatements(top)
  await timeline?.print(
    [...sentAt].flatMap(([text, sent]) => {
      const [waId, shown] = [ids.get(text), listener.arrived.get(text)]
      return waId === undefined || shown === undefined ? [] : [{ waId, sent, shown }]
    })
  )
}

/** Runs the part; `scale` 1 is the full load. */
export async function benchInbound(scale: number): Promise<void> {
  const messages = Math.round(10_000 * scale)
  const simulator = await startSimulator()
  const bare = await measureBare(simulator, { connections, customers, messages })
  report(`bare Baileys, ${connections} connections, steady`, {
    messages,
    'per second': Math.round(bare.perSecond),
    'ms CPU/message': bare.cpu.toFixed(2)
  })

  const database = await startBenchDatabase()
  const timeline = process.argv.includes('--timeline') ? followTimeline() : null
  const server = await prepareServer({
    databaseUrl: database.url,
    whatsappUrl: simulator.whatsappUrl,
    caFile: simulator.caFile,
    env: { NODE_ENV: 'development', LOG_LEVEL: 'warn', ...timeline?.env }
  })
  await server.start()
  const company = await pairCompany(server.url, simulator, { count: connections, plan: 'Bench' })
  const scene = { simulator, database, server, company, timeline }
  const listener = await listenAsAdmin(scene)
  await measureServer(scene, listener, customers, 'first messages of new customers')
  await measureServer(scene, listener, customers * 2, 'second messages')
  const whole = await measureServer(scene, listener, messages, 'steady')
  report('whole server / bare Baileys', {
    'rate ratio': (whole.perSecond / bare.perSecond).toFixed(2),
    'CPU ratio': (whole.cpu / bare.cpu).toFixed(2)
  })
  await measureLatency(scene, listener, 20, Math.max(5, Math.round(20 * scale)))
  await measureLatency(scene, listener, 100, Math.max(5, Math.round(20 * scale)))

  const burst = await simulator.bulk({
    phones: company.phones.slice(0, 1),
    customers: 100,
    messages: 1000,
    prefix: '55115',
    prefixText: 'burst-',
    release: false
  })
  const seen = listener.total()
  const at = performance.now()
  simulator.releaseBulk(burst)
  await eventually(() => listener.total() >= seen + 1000, 'the burst', 120_000)
  report('1,000 messages of 100 new customers at once', {
    'seconds until shown': ((listener.lastAt() - at) / 1000).toFixed(2)
  })

  listener.close()
  await server.stop()
  await simulator.stop()
  await database.stop()
}
