// How long a connection is without WhatsApp when its node dies, stops, loses the database or sleeps; two real processes.
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { proxyDatabase, type CuttableProxy } from '#test/server/cuttable-proxy.ts'
import { signIn } from '#test/server/test-client.ts'
import { prepareServer, type ServerProcess } from '#test/server/server-process.ts'
import { eventually } from '#test/eventually.ts'
import { countTexts, storedTexts } from '#test/loss/stored-messages.ts'
import { pairCompany, pairConnection, type PairedCompany } from '#test/fixtures/paired-company.ts'
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts'
import { report } from './measure.ts'

interface Node {
  server: ServerProcess
  proxy: CuttableProxy
}

interface Scene {
  simulator: Simulator
  database: BenchDatabase
  nodes: Node[]
  company: PairedCompany
  phone: string
}

/** Messages of customers in every round, a second and in all; answers of an attendant meanwhile. */
const perSecond = 40
const messages = 320
const customers = 20
const answers = 15

async function ownerOf({ database, company, nodes }: Scene): Promise<Node> {
  const id = company.connections[0]?.id ?? 0
  const [row] = await database.sql<{ owner: string | null }[]>`
    select lease_owner as owner from connections where id = ${id}`
  const found = nodes.find(({ server }) => server.pid() === Number(row?.owner?.split('|')[1]))
  if (!found) throw new Error(`nobody owns the connection: ${row?.owner ?? ''}`)
  return found
}

interface Fault {
  label: string
  /** Done to the node that owns the session. */
  begin: (node: Node) => Promise<unknown>
  /** The other node has the session. */
  end: (node: Node) => Promise<unknown>
  rounds: number
}

/** Milliseconds from the fault until the other node reports the session open. */
async function untilOpen({ database, company }: Scene, other: Node, since: Date): Promise<number> {
  const id = company.connections[0]?.id ?? 0
  await eventually(
    async () => {
      const [row] = await database.sql<{ owner: string | null }[]>`
        select lease_owner as owner from connections
        where id = ${id} and status = 'CONNECTED' and status_since > ${since}`
      return Number(row?.owner?.split('|')[1]) === other.server.pid()
    },
    'the other node to be connected',
    60_000
  )
  return Date.now() - since.getTime()
}

let runs = 0

async function runRound(scene: Scene, fault: Fault) {
  const { simulator, database, nodes, phone } = scene
  const victim = await ownerOf(scene)
  const other = nodes.find((node) => node !== victim) as Node
  const prefix = `5531${++runs + 10}`
  const run = await simulator.bulk({ phones: [phone], customers, messages, prefix, perSecond, release: false })
  const admin = await signIn(other.server.url, 'padaria.aurora@example.com', 'Segredo123')
  const { tickets } = await admin.call(listTickets, { query: { showAll: 'true' } })
  const ticketId = tickets.find(({ contact }) => contact.number === '5531999990001')?.id ?? 0
  const overlaps = simulator.overlaps().length
  simulator.releaseBulk(run, perSecond)
  await sleep(1_500 + Math.random() * 500)
  const since = new Date()
  const begun = fault.begin(victim)
  const opened = untilOpen(scene, other, since)
  for (let n = 0; n < answers; n++) {
    await admin.call(sendMessage, { params: { ticketId }, body: { body: `r${runs}-#${n + 1}` } })
    await sleep(100)
  }
  const seconds = (await opened) / 1000
  await begun
  await fault.end(victim)
  const stored = async () => {
    const texts = (await storedTexts(database.url)).filter((text) => text.customer.startsWith(prefix))
    return countTexts(texts, messages)
  }
  await eventually(async () => (await stored()).lost === 0, 'every message', 60_000).catch(() => undefined)
  const answered = () =>
    Object.values(simulator.outbound(phone).customers)
      .flat()
      .filter(({ text }) => text.startsWith(`r${runs}-`))
  await eventually(() => answered().length === answers, 'every answer', 60_000).catch(() => undefined)
  const numbers = answered().map(({ text }) => Number(text.split('#')[1]))
  // What a node that comes back would still do.
  await sleep(2_000)
  const inbound = await stored()
  return {
    seconds,
    lost: inbound.lost + answers - new Set(numbers).size,
    doubled: inbound.doubled + numbers.length - new Set(numbers).size,
    unordered: inbound.inversions + numbers.filter((n, at) => at > 0 && n < (numbers[at - 1] ?? 0)).length,
    overlaps: simulator.overlaps().length - overlaps
  }
}

async function runFault(scene: Scene, fault: Fault): Promise<void> {
  const results: Awaited<ReturnType<typeof runRound>>[] = []
  for (let n = 0; n < fault.rounds; n++) results.push(await runRound(scene, fault))
  const sum = (of: (result: Awaited<ReturnType<typeof runRound>>) => number) =>
    results.reduce((all, one) => all + of(one), 0)
  report(fault.label, {
    rounds: results.length,
    seconds: results.map(({ seconds }) => seconds.toFixed(2)).join(' '),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    'out of order': sum(({ unordered }) => unordered),
    of: results.length * (messages + answers),
    'logins beside an open socket': sum(({ overlaps }) => overlaps)
  })
}

/** Many sessions of one node: how they come back on the other, and how many at once ask WhatsApp to let them in. */
async function benchHerd(scene: Scene, count: number): Promise<void> {
  const { simulator, database, nodes } = scene
  await database.sql`update plans set connections = 1000`
  const home = await ownerOf(scene)
  const other = nodes.find((node) => node !== home) as Node
  const admin = await signIn(home.server.url, 'padaria.aurora@example.com', 'Segredo123')
  // The other one takes nothing meanwhile.
  await other.server.stop()
  for (let n = 0; n < count; n++) await pairConnection(admin, simulator, `Rebanho ${n}`, `55119${20_000_000 + n}`)
  await other.server.start()
  await sleep(4_000)
  const overlaps = simulator.overlaps().length
  const logins: number[] = []
  const stop = simulator.on((event) => {
    if (event.type === 'log' && event.text.endsWith('logged in')) logins.push(event.at)
  })
  const since = Date.now()
  await home.server.kill()
  await eventually(() => logins.length > count, 'all sessions to be back', 120_000)
  stop()
  const most = Math.max(...logins.map((at) => logins.filter((later) => later >= at && later < at + 1_000).length))
  report(`${count + 1} sessions of a killed node`, {
    'first after s': ((Math.min(...logins) - since) / 1000).toFixed(2),
    'last after s': ((Math.max(...logins) - since) / 1000).toFixed(2),
    'most logins in a second': most,
    'logins beside an open socket': simulator.overlaps().length - overlaps
  })
  await home.server.start()
}

/** Runs the part; `scale` 1 is the full load. */
export async function benchFailover(scale: number): Promise<void> {
  const rounds = scale < 1 ? 1 : 4
  const simulator = await startSimulator()
  const database = await startBenchDatabase()
  const nodes: Node[] = []
  for (let n = 0; n < 2; n++) {
    const { url, proxy } = await proxyDatabase(database.url)
    const { whatsappUrl, caFile } = simulator
    const env = { NODE_ENV: 'development' }
    const server = await prepareServer({ databaseUrl: url, whatsappUrl, caFile, env })
    await server.start()
    nodes.push({ server, proxy })
  }
  const company = await pairCompany(nodes[0]?.server.url ?? '', simulator, { plan: 'Bench' })
  const [phone = ''] = company.phones
  const customer = simulator.createCustomer({ number: '5531999990001', name: 'Freguesa' })
  await simulator.send(phone, customer.id, { type: 'text', text: 'Bom dia' })
  const ticket = await eventually(async () => {
    const { tickets } = await company.admin.call(listTickets, { query: { showAll: 'true' } })
    return tickets[0]
  }, 'a ticket')
  await company.admin.call(updateTicket, { params: { id: ticket.id }, body: { status: 'open' } })
  const scene = { simulator, database, nodes, company, phone }
  const signal = (node: Node, name: NodeJS.Signals) => process.kill(node.server.pid() ?? 0, name)

  await sleep(5_000)
  await runFault(scene, {
    label: 'kill -9',
    begin: ({ server }) => server.kill(),
    end: ({ server }) => server.start(),
    rounds
  })
  await sleep(4_000)
  await runFault(scene, {
    label: 'orderly stop (SIGTERM)',
    begin: ({ server }) => server.stop(),
    end: ({ server }) => server.start(),
    rounds
  })
  const restore = async ({ proxy }: Node) => {
    await proxy.restore()
    await sleep(4_000)
  }
  await runFault(scene, {
    label: 'cut from the database, silently',
    begin: ({ proxy }) => proxy.freeze(),
    end: restore,
    rounds: Math.ceil(rounds / 2)
  })
  await runFault(scene, {
    label: 'cut from the database, refused',
    begin: ({ proxy }) => proxy.cut(),
    end: restore,
    rounds: Math.ceil(rounds / 2)
  })
  await runFault(scene, {
    label: 'paused (SIGSTOP), goes on afterwards',
    begin: async (node) => void signal(node, 'SIGSTOP'),
    end: async (node) => {
      signal(node, 'SIGCONT')
      await sleep(4_000)
    },
    rounds: Math.ceil(rounds / 2)
  })
  await benchHerd(scene, scale < 1 ? 10 : 40)
  for (const { server, proxy } of nodes) {
    await server.stop()
    await proxy.close()
  }
  await simulator.stop()
  await database.stop()
}
