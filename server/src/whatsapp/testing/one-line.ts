// One paired line to a simulated WhatsApp for a whole test file, and the short words its tests are written in.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { InboundMessage, OutboundFile, OutboundTask } from '#platform/whatsapp-port.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { trustMediaHost } from '#simulator/testing/baileys-client.ts'
import { openRoomDatabase, type RoomDatabase } from './database.ts'
import { type TestNode, type Line, newCustomer, pairedLine, startTestNode } from './test-node.ts'

export type Customer = ReturnType<typeof newCustomer>
type SendTask = Extract<OutboundTask, { kind: 'send' }>

/** What `oneLine` gives; filled before the first test. */
export interface OneLine {
  database: RoomDatabase
  simulator: Simulator
  testNode: TestNode
  line: Line
}

/** Call it once at the top of a test file. */
export function oneLine() {
  const all = {} as OneLine
  beforeAll(async () => {
    all.database = await openRoomDatabase()
    all.simulator = await startSimulator()
    trustMediaHost(all.simulator)
    all.testNode = await startTestNode(all)
    all.line = await pairedLine(all.database, all.testNode, all.simulator)
  })
  afterAll(async () => {
    await all.testNode.stop()
    await all.simulator.stop()
    await all.database.drop()
  })
  beforeEach(() => all.simulator.clearFaults())

  const until = <T>(look: () => T | Promise<T>, what: string) => all.simulator.waitFor(look, 60_000, what)
  return {
    all,
    until,
    customer: (draft: Parameters<typeof newCustomer>[1] = {}) => newCustomer(all.simulator, draft),
    /** A customer writes. */
    send: (customer: Customer, content: Parameters<Simulator['send']>[2], more?: Parameters<Simulator['send']>[3]) =>
      all.simulator.send(all.line.phone, customer.id, content, more),
    received: (waId: string, type = 'message') =>
      until(() => all.testNode.messages.find((one) => one.waId === waId && one.type === type), `message ${waId}`),
    perform: (task: OutboundTask) => all.testNode.room.perform(all.line.ref, task),
    /** The message as WhatsApp has it. */
    sent: (customer: Customer, waId: string) => all.simulator.message(all.line.phone, customer.id, waId),
    text: (chat: string, body: string, more: Partial<SendTask> = {}): SendTask => ({
      kind: 'send',
      chat,
      waId: all.testNode.room.newMessageId(),
      body,
      file: null,
      quoted: null,
      forwarded: false,
      ...more
    })
  }
}

export function contentOf(message: InboundMessage) {
  if (message.type !== 'message') throw new Error(`it became ${message.type}`)
  return message.content
}

/** A file to send. */
export function fileOf(bytes: Buffer, more: Partial<OutboundFile> = {}): OutboundFile {
  return {
    kind: 'application',
    open: async () => Readable.from([bytes]),
    mime: 'application/pdf',
    name: 'nota.pdf',
    size: bytes.length,
    caption: '',
    voice: false,
    duration: null,
    waveform: null,
    thumbnail: null,
    width: null,
    height: null,
    ...more
  }
}
