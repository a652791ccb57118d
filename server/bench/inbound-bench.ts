// How fast customers' messages come in: bare Baileys against the whole server, in one run.
import { fork } from 'node:child_process'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { prepareDesk, type Desk } from '#test/desk-process.ts'
import { eventually } from '#test/eventually.ts'
import { pairCompany, type PairedCompany } from '#test/paired-company.ts'
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { cpuOfFamily, cpuSeconds, report, residentMegabytes, summarise } from './measure.ts'

const connections = 10
const customers = 200

interface Rate {
  perSecond: number
  /** Milliseconds of processor a message. */
  cpu: number
}

interface BareAnswer {
  qr?: string
  index?: number
  open?: number
  received?: number
  lastAt?: number
}

/** Messages a second of Baileys alone, over all connections of one process. */
const measureBare = async (simulator: Simulator, messages: number): Promise<Rate> => {
  const child = fork(new URL('../simulator/testing/bare-baileys.ts', import.meta.url).pathname, [
    simulator.whatsappUrl,
    String(connections)
  ])
  const phones: string[] = []
  const open = new Set<number>()
  let [received, lastAt] = [0, 0]
  const paired = new Set<number>()
  child.on('message', (answer: BareAnswer) => {
    if (answer.qr !== undefined && answer.index !== undefined && !paired.has(answer.index)) {
      paired.add(answer.index)
      const { qr } = answer
      const number = `55117${String(20_000_000 + answer.index)}`
      phones.push(number)
      void simulator.createPhone({ number, name: number }).then(() => simulator.scanQr(number, qr))
    }
    if (answer.open !== undefined) open.add(answer.open)
    if (answer.received !== undefined) [received, lastAt] = [answer.received, answer.lastAt ?? 0]
  })
  await eventually(() => open.size === connections, 'bare sockets to open', 60_000)
  const look = (expected: number) =>
    eventually(
      () => {
        child.send('count')
        return received >= expected
      },
      'bare sockets to receive',
      300_000
    )
  // First messages start sessions; the measured ones are steady.
  await simulator.bulk({ phones, customers, messages: customers * 2, prefix: '55113', release: true })
  await look(customers * 2)
  const run = await simulator.bulk({ phones, customers, messages, prefix: '55113', release: false })
  const before = { cpu: cpuSeconds(child.pid ?? 0), at: Date.now() }
  simulator.releaseBulk(run)
  await look(customers * 2 + messages)
  const rate = {
    perSecond: (messages * 1000) / (lastAt - before.at),
    cpu: ((cpuSeconds(child.pid ?? 0) - before.cpu) * 1000) / messages
  }
  child.kill()
  return rate
}

interface Scene {
  simulator: Simulator
  database: BenchDatabase
  desk: Desk
  company: PairedCompany
}

/** Listens as an admin's console does; counts new messages and when each text arrived. */
const listenAsAdmin = async ({ company }: Scene) => {
  const socket = await company.admin.socket()
  const arrived = new Map<string, number>()
  let total = 0
  socket.on(
    messageEvent.channel(company.admin.user.companyId),
    (payload: { action: string; message: { body: string; fromMe: boolean } }) => {
      if (payload.action !== 'create' || payload.message.fromMe) return
      total++
      arrived.set(payload.message.body, performance.now())
    }
  )
  return { arrived, total: () => total, close: () => socket.close() }
}

type Listener = Awaited<ReturnType<typeof listenAsAdmin>>

const measureDesk = async (
  scene: Scene,
  listener: Listener,
  messages: number,
  label: string,
  prefix: string
): Promise<Rate> => {
  const { simulator, database, desk, company } = scene
  const run = await simulator.bulk({
    phones: company.phones,
    customers,
    messages,
    prefix,
    prefixText: `${label}-`,
    release: false
  })
  const seen = listener.total()
  await database.countStatements()
  const before = { desk: cpuOfFamily(desk.pid() ?? 0), database: cpuOfFamily(database.pid), at: performance.now() }
  simulator.releaseBulk(run)
  await eventually(() => listener.total() >= seen + messages, 'every message to reach the client', 300_000)
  const seconds = (performance.now() - before.at) / 1000
  const cpu = {
    desk: ((cpuOfFamily(desk.pid() ?? 0) - before.desk) * 1000) / messages,
    database: ((cpuOfFamily(database.pid) - before.database) * 1000) / messages
  }
  const { calls, top } = await database.countStatements()
  report(`whole server, ${label}`, {
    messages,
    'per second': Math.round(messages / seconds),
    'ms CPU/message': (cpu.desk + cpu.database).toFixed(2),
    '(server': cpu.desk.toFixed(2),
    'database)': cpu.database.toFixed(2),
    'statements/message': (calls / messages).toFixed(2),
    MB: residentMegabytes(desk.pid() ?? 0)
  })
  if (process.argv.includes('--statements'))
    for (const row of top) console.info(`   ${String(row.calls).padStart(7)}  ${row.query}`)
  return { perSecond: messages / seconds, cpu: cpu.desk + cpu.database }
}

/** Latency from the customer's tap to the attendant's screen, at a steady rate. */
const measureLatency = async (
  { simulator, company, database }: Scene,
  listener: Listener,
  perSecond: number,
  seconds: number
) => {
  const total = perSecond * seconds
  const known = simulator.customers().filter(({ number }) => number.startsWith('55114'))
  const sentAt = new Map<string, number>()
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
    void simulator.send(phone, customer.id, { type: 'text', text })
  }
  await eventually(() => [...sentAt.keys()].every((text) => listener.arrived.has(text)), 'the last message', 60_000)
  const { calls } = await database.countStatements()
  const waits = [...sentAt].map(([text, at]) => (listener.arrived.get(text) ?? Infinity) - at)
  report(`latency at ${perSecond} a second, ms`, {
    messages: total,
    ...summarise(waits),
    'statements/message': (calls / total).toFixed(2)
  })
}

/** Runs the part; `scale` 1 is the full load. */
export const benchInbound = async (scale: number): Promise<void> => {
  const messages = Math.round(10_000 * scale)
  const simulator = await startSimulator()
  const bare = await measureBare(simulator, messages)
  report(`bare Baileys, ${connections} connections, steady`, {
    messages,
    'per second': Math.round(bare.perSecond),
    'ms CPU/message': bare.cpu.toFixed(2)
  })

  const database = await startBenchDatabase()
  const desk = await prepareDesk({
    databaseUrl: database.url,
    whatsappUrl: simulator.whatsappUrl,
    caFile: simulator.caFile,
    env: { NODE_ENV: 'development', LOG_LEVEL: 'warn' }
  })
  await desk.start()
  const company = await pairCompany(desk.url, simulator, { count: connections, plan: 'Bench' })
  const scene = { simulator, database, desk, company }
  const listener = await listenAsAdmin(scene)
  await measureDesk(scene, listener, customers, 'first messages of new customers', '55114')
  await measureDesk(scene, listener, customers * 2, 'second messages', '55114')
  const whole = await measureDesk(scene, listener, messages, 'steady', '55114')
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
    'seconds until shown': ((performance.now() - at) / 1000).toFixed(2)
  })

  listener.close()
  await desk.stop()
  await simulator.stop()
  await database.stop()
}
