// Nodes in processes of their own, each with a wire to the database that can be cut, and one paired phone between them.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { newCustomer } from '#whatsapp/testing/test-node.ts'
import { openRoomDatabase, type RoomDatabase } from '#whatsapp/testing/database.ts'
import { proxyDatabase, type CuttableProxy } from '#test/server/cuttable-proxy.ts'

const worker = path.join(import.meta.dirname, '../../src/whatsapp/testing/worker.ts')
const phone = '5511970000001'

export interface Node {
  child: ChildProcess
  proxy: CuttableProxy
  /** The last status its session reported, or the QR code it shows. */
  status: string
}

export interface NodeProcesses {
  database: RoomDatabase
  simulator: Simulator
  ref: ConnectionRef
  /** Runs the session at the beginning. */
  first: Node
  /** Starts another node. */
  begin(): Promise<Node>
  /** kill -9, whatever state it is in. */
  end(node: Node): Promise<void>
  /** Resolves when so many nodes are alive. */
  alive(count: number): Promise<void>
  /** A customer writes so many messages: 0, 1, 2 … over all calls. */
  write(count: number): Promise<void>
  /** What was stored, in its order. */
  stored(): Promise<string[]>
  /** Resolves when everything written is stored. Errors: in another order, or twice. */
  whole(): Promise<void>
  owner(): Promise<{ pid: number; epoch: number }>
  until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>>
  stop(): Promise<void>
}

/** Starts nodes, each loaded before it is wanted. */
function makeStarter(databaseUrl: string, whatsappUrl: string) {
  /** Loaded, and not begun yet. */
  const spares: Promise<Node>[] = []
  const everybody: Node[] = []
  async function prepare(): Promise<Node> {
    const { url, proxy } = await proxyDatabase(databaseUrl)
    // Every statement is sent with its text each time, which traps look for.
    const child = fork(worker, [`${url}?prepare=false`, whatsappUrl, '--wait'], { stdio: 'inherit' })
    const node: Node = { child, proxy, status: '' }
    child.on('message', (message: { status: string; qrcode: string }) => {
      node.status = message.qrcode === '' ? message.status : message.qrcode
    })
    everybody.push(node)
    return node
  }
  async function begin(): Promise<Node> {
    const node = await (spares.shift() ?? prepare())
    spares.push(prepare())
    node.child.send('start')
    return node
  }
  async function endAll(): Promise<void> {
    await Promise.all(spares)
    await Promise.all(everybody.map(end))
  }
  return { begin, endAll }
}

async function end({ child, proxy }: Node): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  await proxy.close()
}

/** One node with a paired phone; `begin` adds others. */
export async function startNodeProcesses(): Promise<NodeProcesses> {
  const database = await openRoomDatabase()
  const simulator = await startSimulator({ api: false })
  await database.sql`create table stored (n serial, wa_id text primary key, chat text, body text)`
  await simulator.createPhone({ number: phone })
  const customer = newCustomer(simulator)
  const ref = await database.addConnection({ wanted: 'running' })
  const { begin, endAll } = makeStarter(database.url, simulator.whatsappUrl)
  let sent = 0
  const until = <T>(look: () => T | Promise<T>, what: string) => simulator.waitFor(look, 60_000, what)
  const stored = async () => {
    const rows = await database.sql<{ body: string }[]>`select body from stored order by n`
    return rows.map(({ body }) => body)
  }

  const first = await begin()
  const qr = await until(() => (first.status.length > 40 ? first.status : null), 'a QR code')
  await simulator.scanQr(phone, qr)
  await until(() => first.status === 'CONNECTED', 'the pairing')
  return {
    database,
    simulator,
    ref,
    first,
    begin,
    end,
    stored,
    until,
    alive: async (count) => {
      await until(async () => {
        const [row] = await database.sql<{ count: number }[]>`
          select count(*)::int as count from whatsapp_nodes where lease_until > now()`
        return row?.count === count
      }, `${count} nodes`)
    },
    write: async (count) => {
      for (let n = 0; n < count; n++) {
        await simulator.send(phone, customer.id, { type: 'text', text: String(sent++) })
      }
    },
    whole: async () => {
      await until(async () => (await stored()).length >= sent, 'every message')
      const expected = Array.from({ length: sent }, (_, n) => String(n))
      const found = await stored()
      if (found.join() !== expected.join()) throw new Error(`stored ${found.join()} of ${sent}`)
    },
    owner: async () => {
      const [row] = await database.sql<{ owner: string | null; epoch: number }[]>`
        select lease_owner as owner, lease_epoch as epoch from connections where id = ${ref.connectionId}`
      return { pid: Number(row?.owner?.split('|')[1]), epoch: row?.epoch ?? 0 }
    },
    stop: async () => {
      await endAll()
      await simulator.stop()
      await database.drop()
    }
  }
}
