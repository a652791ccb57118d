// A stand-in for the features: real sessions on a real database against the simulator, with everything written down.
import { pino } from 'pino'
import { openDatabase, type Database } from '#database/client.ts'
import { readConfig } from '#platform/config/env.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import type {
  ConnectionRef,
  InboundCall,
  InboundMessage,
  InboundReceipt,
  OutboundTask,
  Party,
  StatusReport,
  WhatsAppEvents
} from '#platform/whatsapp-port.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { startWhatsApp, type WhatsAppRoom } from '../adapter.ts'
import type { Timings } from '../timings.ts'
import type { RoomDatabase } from './database.ts'
import { quickTimings } from './timings.ts'

type Stored = InboundMessage & { ref: ConnectionRef }

export interface TestNode {
  room: WhatsAppRoom
  statuses: (StatusReport & { ref: ConnectionRef })[]
  messages: Stored[]
  /** Sizes of the batches that were stored. */
  batches: number[]
  receipts: InboundReceipt[]
  /** Receipts are stored when this has resolved. */
  gate: { receipts: Promise<void> }
  calls: InboundCall[]
  typing: { from: Party; state: string }[]
  parties: { party: Party; name: string | null }[]
  pictures: string[]
  refused: { waId: string; reason: string }[]
  opened: ConnectionRef[]
  outbox: ConnectionRef[]
  tasks: Map<string, OutboundTask>
  /** Messages the store refuses, by their id: as often as the number says. */
  poison: Map<string, number>
  /** Times the list of failures was said to have changed. */
  failureNews: ConnectionRef[]
  last(ref: ConnectionRef): StatusReport | undefined
  textsOf(ref: ConnectionRef): string[]
  stop(): Promise<void>
}

export interface TestNodeOptions {
  database: RoomDatabase
  simulator: Simulator
  node?: string
  timings?: Partial<Timings>
  environment?: Record<string, string>
  /** Messages that went out before. */
  tasks?: Map<string, OutboundTask>
  /** Runs no sessions. */
  isApiOnly?: boolean
}

type Notes = Omit<TestNode, 'room' | 'stop'>

function emptyNotes(tasks: Map<string, OutboundTask>): Notes {
  const notes: Notes = {
    statuses: [],
    messages: [],
    batches: [],
    receipts: [],
    gate: { receipts: Promise.resolve() },
    calls: [],
    typing: [],
    parties: [],
    pictures: [],
    refused: [],
    opened: [],
    outbox: [],
    tasks,
    poison: new Map(),
    failureNews: [],
    last: (ref) => notes.statuses.findLast((one) => one.ref.connectionId === ref.connectionId),
    textsOf: (ref) =>
      notes.messages.flatMap((one) =>
        one.ref.connectionId === ref.connectionId && one.type === 'message' && one.content.kind === 'text'
          ? [one.content.body]
          : []
      )
  }
  return notes
}

/** Events that are only written down. */
function writeDown(notes: Notes, db: Database): WhatsAppEvents {
  const note =
    <T>(list: T[]) =>
    async (_ref: ConnectionRef, one: T) =>
      void list.push(one)
  return {
    status: async (ref, report) => void notes.statuses.push({ ...report, ref }),
    wantsHistory: async () => false,
    failuresChanged: async (ref) => void notes.failureNews.push(ref),
    inbound: async (ref, batch) => {
      for (const { waId } of batch) {
        const times = notes.poison.get(waId) ?? 0
        if (times <= 0) continue
        notes.poison.set(waId, times - 1)
        throw new Error(`cannot store ${waId}`)
      }
      const ids = batch.flatMap((one) => one.journalId ?? [])
      await db.$client`delete from inbound_journal where company_id = ${ref.companyId} and id = any(${ids})`
      notes.messages.push(...batch.map((one) => ({ ...one, ref })))
      notes.batches.push(batch.length)
    },
    receipts: async (_ref, batch) => {
      await notes.gate.receipts
      notes.receipts.push(...batch)
    },
    sendFailed: async (_ref, waId, reason) => void notes.refused.push({ waId, reason }),
    call: note(notes.calls),
    presence: async (_ref, from, state) => void notes.typing.push({ from, state }),
    party: async (_ref, party, name) => void notes.parties.push({ party, name }),
    snapshotChanged: note(notes.pictures),
    opened: async (ref) => void notes.opened.push(ref),
    outboxFilled: (ref) => void notes.outbox.push(ref),
    sentTask: async (_ref, waId) => notes.tasks.get(waId) ?? null
  }
}

/** Starts a node whose sessions work for a desk that only writes down. */
export async function startTestNode({
  database,
  simulator,
  node,
  timings,
  environment,
  tasks = new Map(),
  isApiOnly
}: TestNodeOptions): Promise<TestNode> {
  const db: Database = openDatabase({ url: database.url, max: 4 })
  const notes = emptyNotes(tasks)
  const room = startWhatsApp(
    {
      config: readConfig({ NODE_ENV: 'test', WHATSAPP_URL: simulator.whatsappUrl, ...environment }),
      db,
      databaseUrl: database.url,
      secrets: createSecrets('a secret of at least thirty-two characters'),
      log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
      now: () => new Date(),
      timings: { ...quickTimings, ...timings },
      ...(node === undefined ? {} : { node })
    },
    writeDown(notes, db)
  )
  if (!isApiOnly) await room.start()
  let isStopped = false
  return {
    ...notes,
    room,
    stop: async () => {
      if (isStopped) return
      isStopped = true
      await room.stop()
      await db.$client.end({ timeout: 1 })
    }
  }
}

/** Orders a session as the connections feature does. */
export async function order(
  database: RoomDatabase,
  testNode: TestNode,
  ref: ConnectionRef,
  wanted: 'running' | 'stopped' | 'renewed' | 'logged-out'
): Promise<void> {
  const state = wanted === 'running' || wanted === 'renewed' ? 'running' : 'stopped'
  const command = wanted === 'renewed' ? 'renew' : wanted === 'logged-out' ? 'logout' : null
  await database.sql`
    update connections set wanted = ${state}, command = ${command}, generation = generation + 1
    where company_id = ${ref.companyId} and id = ${ref.connectionId}`
  testNode.room.wake(ref)
}

let numbers = 5511900000000

export interface Line {
  ref: ConnectionRef
  phone: string
}

/** A connection with a phone of its own, paired and connected. */
export async function pairedLine(database: RoomDatabase, testNode: TestNode, simulator: Simulator): Promise<Line> {
  const phone = String(++numbers)
  await simulator.createPhone({ number: phone })
  const ref = await database.addConnection({ wanted: 'running' })
  testNode.room.wake(ref)
  const qr = await simulator.waitFor(() => testNode.last(ref)?.qrcode, 60_000, 'a QR code')
  await simulator.scanQr(phone, qr)
  await simulator.waitFor(() => testNode.room.isConnected(ref), 60_000, 'the paired session')
  return { ref, phone }
}

let customers = 5511800000000

/** A customer nobody else writes as. */
export const newCustomer = (simulator: Simulator, draft: Partial<Parameters<Simulator['createCustomer']>[0]> = {}) =>
  simulator.createCustomer({ number: String(++customers), ...draft })
