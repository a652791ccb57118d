// Keeps the simulated WhatsApp in a file: written atomically a little after each change and at the end, read at the start.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { SessionRecord } from 'libsignal'
import { SenderKeyRecord } from '@whiskeysockets/baileys/lib/Signal/Group/index.js'
import type { Handset, SimulatorState } from './model.ts'

const VERSION = 1
const DELAY_MS = 500

const kept = ['phones', 'customers', 'lids', 'groups', 'chats', 'calls', 'files', 'blobs', 'lostBlobs'] as const

type Snapshot = { version: number } & Pick<SimulatorState, (typeof kept)[number]>

const mapValues = <V, W>(map: Map<string, V>, change: (value: V) => W): Map<string, W> =>
  new Map([...map].map(([key, value]) => [key, change(value)]))

function freeze(handset: Handset) {
  return {
    ...handset,
    sessions: mapValues(handset.sessions, (record) => record.serialize()),
    senderKeys: mapValues(handset.senderKeys, (record) => (record as SenderKeyRecord).serialize())
  }
}

function thaw(handset: ReturnType<typeof freeze>): Handset {
  return {
    ...handset,
    sessions: mapValues(handset.sessions, (record) => SessionRecord.deserialize(record)),
    senderKeys: mapValues(handset.senderKeys, (record) => new SenderKeyRecord(record))
  }
}

const withHandset = <T extends { handset: unknown }>(owner: T, handset: unknown): T => ({ ...owner, handset }) as T

function saveState(state: SimulatorState, file: string): void {
  const snapshot = {
    version: VERSION,
    ...Object.fromEntries(kept.map((name) => [name, state[name]])),
    phones: mapValues(state.phones, (phone) => withHandset(phone, freeze(phone.handset))),
    customers: mapValues(state.customers, (customer) => withHandset(customer, freeze(customer.handset)))
  }
  writeFileSync(`${file}.new`, serialize(snapshot))
  renameSync(`${file}.new`, file)
}

/** Fill an empty state from the file; a missing file means a new one. Errors: a file of another version. */
export function loadState(state: SimulatorState, file: string): void {
  if (!existsSync(file)) return
  const snapshot = deserialize(readFileSync(file)) as Snapshot
  if (snapshot.version !== VERSION) throw new Error(`${file} was written by another version of the simulator`)
  Object.assign(state, Object.fromEntries(kept.map((name) => [name, snapshot[name]])))
  for (const owner of [...state.phones.values(), ...state.customers.values()])
    owner.handset = thaw(owner.handset as unknown as ReturnType<typeof freeze>)
  for (const phone of state.phones.values()) for (const device of phone.devices.values()) device.available = false
}

/** Save whenever the state has changed; `stop` saves a last time. */
export function saveStateOnChange(state: SimulatorState, file: string): { stop(): void } {
  const timer = setInterval(() => {
    if (!state.isDirty) return
    state.isDirty = false
    saveState(state, file)
  }, DELAY_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      saveState(state, file)
    }
  }
}
