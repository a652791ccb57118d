// Keeps the simulated world in a file: written atomically a little after each change and at the end, read at the start.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { SessionRecord } from 'libsignal'
import { SenderKeyRecord } from '@whiskeysockets/baileys/lib/Signal/Group/index.js'
import type { Handset, World } from './model.ts'

const VERSION = 1
const DELAY_MS = 500

const kept = ['phones', 'customers', 'lids', 'groups', 'chats', 'calls', 'files', 'blobs', 'lostBlobs'] as const

type Snapshot = { version: number } & Pick<World, (typeof kept)[number]>

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

function saveState(world: World, file: string): void {
  const snapshot = {
    version: VERSION,
    ...Object.fromEntries(kept.map((name) => [name, world[name]])),
    phones: mapValues(world.phones, (phone) => withHandset(phone, freeze(phone.handset))),
    customers: mapValues(world.customers, (customer) => withHandset(customer, freeze(customer.handset)))
  }
  writeFileSync(`${file}.new`, serialize(snapshot))
  renameSync(`${file}.new`, file)
}

/** Fill an empty world from the file; a missing file means a new world. Errors: a file of another version. */
export function loadState(world: World, file: string): void {
  if (!existsSync(file)) return
  const snapshot = deserialize(readFileSync(file)) as Snapshot
  if (snapshot.version !== VERSION) throw new Error(`${file} was written by another version of the simulator`)
  Object.assign(world, Object.fromEntries(kept.map((name) => [name, snapshot[name]])))
  for (const owner of [...world.phones.values(), ...world.customers.values()])
    owner.handset = thaw(owner.handset as unknown as ReturnType<typeof freeze>)
  for (const phone of world.phones.values()) for (const device of phone.devices.values()) device.available = false
}

/** Save whenever the world has changed; `stop` saves a last time. */
export function saveStateOnChange(world: World, file: string): { stop(): void } {
  const timer = setInterval(() => {
    if (!world.isDirty) return
    world.isDirty = false
    saveState(world, file)
  }, DELAY_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      saveState(world, file)
    }
  }
}
