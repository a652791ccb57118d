// No message is lost: killed nodes, dropped networks, a database that is away, traffic both ways.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutboundTask } from '#platform/whatsapp-port.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { openRoomDatabase, type RoomDatabase } from './testing/database.ts'
import { type TestNode, newCustomer, pairedLine, startTestNode } from './testing/test-node.ts'

let database: RoomDatabase
let simulator: Simulator

beforeAll(async () => {
  database = await openRoomDatabase()
  simulator = await startSimulator()
  await database.sql`create table stored (n serial, wa_id text primary key, chat text, body text)`
})
afterAll(async () => {
  await simulator.stop()
  await database.drop()
})

const until = <T>(look: () => T | Promise<T>, what: string, patience = 50_000) =>
  simulator.waitFor(look, patience, what)
const numbered = (count: number) => Array.from({ length: count }, (_, n) => String(n))

describe('a node in this process', () => {
  let testNode: TestNode
  beforeAll(async () => {
    testNode = await startTestNode({ database, simulator })
  })
  afterAll(() => testNode.stop())

  it(
    'takes everything that waited, in order, although the network breaks again and again',
    { timeout: 120_000 },
    async () => {
      const line = await pairedLine(database, testNode, simulator)
      const customers = [newCustomer(simulator), newCustomer(simulator), newCustomer(simulator)]
      simulator.setFaults({ upgrade: 'refuse' })
      simulator.pull(line.phone, 'drop')
      await until(() => !testNode.room.isConnected(line.ref), 'the break')
      for (const body of numbered(40)) {
        for (const one of customers) await simulator.send(line.phone, one.id, { type: 'text', text: body })
      }
      for (let drops = 0; drops < 5; drops++) {
        simulator.setFaults({ dropAfterMessages: 9 + drops * 7 }, line.phone)
        simulator.setFaults({ upgrade: 'accept' })
        await until(() => simulator.faults(line.phone).dropAfterMessages === 0, 'the next break')
      }
      const textsOf = (jid: string) => [
        ...new Map(
          testNode.messages.flatMap((one) =>
            one.chat.phone === jid && one.type === 'message' && one.content.kind === 'text'
              ? [[one.waId, one.content.body] as const]
              : []
          )
        ).values()
      ]
      await until(() => customers.every((one) => textsOf(one.jid).length === 40), 'all messages')
      for (const one of customers) expect(textsOf(one.jid)).toEqual(numbered(40))
      expect(testNode.messages.some((one) => one.ref.connectionId === line.ref.connectionId && one.offline)).toBe(true)
      expect(await database.sql`select 1 from inbound_journal where connection_id = ${line.ref.connectionId}`).toEqual(
        []
      )
    }
  )

  it('keeps its Signal sessions whole when both sides write at once', async () => {
    const line = await pairedLine(database, testNode, simulator)
    const customer = newCustomer(simulator, { addressing: 'lid' })
    const tasks = numbered(60).map((body, n): OutboundTask & { waId: string } => ({
      kind: 'send',
      // Both addresses lead to one Signal session.
      chat: n % 2 ? customer.jid : customer.lidJid,
      waId: testNode.room.newMessageId(),
      body,
      file: null,
      quoted: null,
      forwarded: false
    }))
    await Promise.all([
      ...tasks.map((task) => testNode.room.perform(line.ref, task)),
      (async () => {
        for (const body of numbered(60)) await simulator.send(line.phone, customer.id, { type: 'text', text: body })
      })()
    ])
    await until(() => testNode.textsOf(line.ref).length >= 60, 'all inbound messages')
    const outgoing = () => tasks.map((task) => simulator.message(line.phone, customer.id, task.waId))
    await until(() => outgoing().every((one) => one?.deliveredAt), 'all outbound messages')
    expect(outgoing().map((one) => one?.decryptErrors)).toEqual(tasks.map(() => 0))
    expect(new Set(testNode.textsOf(line.ref)).size).toBe(60)
    expect(testNode.messages.filter((one) => one.type === 'undecryptable')).toEqual([])
  })

  it('keeps two numbers apart that one customer writes to at once', async () => {
    const lines = [await pairedLine(database, testNode, simulator), await pairedLine(database, testNode, simulator)]
    const customer = newCustomer(simulator)
    for (const body of numbered(60)) {
      await Promise.all(lines.map((line) => simulator.send(line.phone, customer.id, { type: 'text', text: body })))
    }
    for (const line of lines) {
      await until(() => testNode.textsOf(line.ref).length >= 60, 'all messages')
      expect(testNode.textsOf(line.ref)).toEqual(numbered(60))
    }
    expect(testNode.messages.filter((one) => one.type === 'undecryptable')).toEqual([])
  })

  it('waits for a database that is away, and WhatsApp never hears of it', async () => {
    const line = await pairedLine(database, testNode, simulator)
    const customer = newCustomer(simulator)
    await simulator.send(line.phone, customer.id, { type: 'text', text: 'antes' })
    await until(() => testNode.textsOf(line.ref).includes('antes'), 'the first message')
    const url = new URL(database.url)
    const name = url.pathname.slice(1)
    url.pathname = '/guiche'
    const manager = postgres(url.href, { max: 1, onnotice: () => {} })
    try {
      await manager.unsafe(`alter database ${name} allow_connections false`)
      await manager`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
      const ids: string[] = []
      for (const body of numbered(20)) {
        ids.push((await simulator.send(line.phone, customer.id, { type: 'text', text: body })).id)
      }
      await until(() => simulator.message(line.phone, customer.id, ids[0] ?? '')?.sends, 'the first delivery')
      expect(ids.map((id) => simulator.message(line.phone, customer.id, id)?.ackedAt)).toEqual(ids.map(() => undefined))
      await manager.unsafe(`alter database ${name} allow_connections true`)
      await until(() => testNode.textsOf(line.ref).length >= 21, 'all messages')
      const all = ids.map((id) => simulator.message(line.phone, customer.id, id))
      await until(() => all.every((one) => one), 'the messages')
      expect(testNode.textsOf(line.ref)).toEqual(['antes', ...numbered(20)])
      expect(all.map((one) => [one?.nackedWith, one?.retries])).toEqual(ids.map(() => [undefined, 0]))
    } finally {
      await manager.unsafe(`alter database ${name} allow_connections true`)
      await manager.end()
    }
  })
})

describe('a node that is killed', () => {
  const script = path.join(import.meta.dirname, 'testing/worker.ts')
  let child: ChildProcess | null = null
  const seen: { status: string; qrcode: string }[] = []
  const startNode = () => {
    child = fork(script, [database.url, simulator.whatsappUrl], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (message) => void seen.push(message as { status: string; qrcode: string }))
  }
  const killNode = async () => {
    const gone = child && once(child, 'exit')
    child?.kill('SIGKILL')
    await gone
  }
  afterAll(killNode)

  it('at any moment loses nothing and turns nothing round', { timeout: 240_000 }, async () => {
    const phone = '5511977776666'
    await simulator.createPhone({ number: phone })
    await database.addConnection({ wanted: 'running' })
    startNode()
    const qr = await until(() => seen.find((one) => one.qrcode)?.qrcode, 'a code')
    await simulator.scanQr(phone, qr)
    await until(() => seen.at(-1)?.status === 'CONNECTED', 'the session')

    const customers = [newCustomer(simulator), newCustomer(simulator), newCustomer(simulator), newCustomer(simulator)]
    const count = async () => (await database.sql<{ n: number }[]>`select count(*) as n from stored`)[0]?.n ?? 0
    let isWriting = true
    const writing = (async () => {
      for (const body of numbered(50)) {
        for (const one of customers) await simulator.send(phone, one.id, { type: 'text', text: body })
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      isWriting = false
    })()
    for (let kills = 1; kills <= 4; kills++) {
      await until(async () => (await count()) >= kills * 25, `message ${kills * 25}`)
      await killNode()
      startNode()
    }
    await writing
    expect(isWriting).toBe(false)
    await until(async () => (await count()) >= 200, 'all messages')
    for (const { jid } of customers) {
      const rows = await database.sql<{ body: string }[]>`select body from stored where chat = ${jid} order by n`
      expect(rows.map((row) => row.body)).toEqual(numbered(50))
    }
  })
})
