// Keeps secrets in the best place that takes them, and remembers them while the app runs, whatever the places do.
import { z } from 'zod'
import type { Keeping } from '#bridge/login-channels.ts'
import { factsOf, type Log } from '../platform/log.ts'
import { createSerialQueue } from '../platform/serial-queue.ts'
import type { SecretStorage } from './secret-storage.ts'

/** What is written: a place that could not be reached for a while may hold an older value than another. */
const entry = z.object({ value: z.string(), at: z.number() })
type Entry = z.infer<typeof entry>

export interface SecureStore {
  /** Null when no place has it or gives it out. */
  get(name: string): Promise<string | null>
  /** Answers with the place that took it; the value holds until the app ends in any case. */
  set(name: string, value: string): Promise<Keeping>
  delete(name: string): Promise<void>
  /** Moves what only the memory holds to a better place, once there is one. */
  settle(): Promise<void>
  /** True when the value is known without asking any place. */
  holds(name: string): boolean
  /** Where the last value went. */
  keeping(): Keeping
  /** Calls back when `keeping` changes. */
  onKeeping(fn: (keeping: Keeping) => void): void
}

function readEntry(text: string | null): Entry | null {
  try {
    return text === null ? null : entry.parse(JSON.parse(text))
  } catch {
    // Not written by this app.
    return null
  }
}

/** `places` are tried in order; the last one takes everything. */
export function createSecureStore(places: SecretStorage[], log: Log, now = Date.now): SecureStore {
  const held = new Map<string, Entry>()
  /** Names whose newest value no lasting place has. */
  const unsettled = new Set<string>()
  const listeners: ((keeping: Keeping) => void)[] = []
  let present: Keeping = places[0]?.kind ?? 'memory'
  const inTurn = createSerialQueue()
  const become = (kind: Keeping): Keeping => {
    if (kind !== present) {
      present = kind
      for (const fn of listeners) fn(kind)
    }
    return kind
  }
  const attempt = async <T>(place: SecretStorage, what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      log.warn(`secret not ${what}`, { place: place.kind, ...factsOf(error) })
      return undefined
    }
  }

  const read = async (name: string): Promise<string | null> => {
    const known = held.get(name)
    if (known) return known.value
    let newest: Entry | null = null
    for (const place of places) {
      const found = readEntry((await attempt(place, 'read', () => place.get(name))) ?? null)
      if (!found || (newest && newest.at >= found.at)) continue
      newest = found
      become(place.kind)
    }
    if (newest) held.set(name, newest)
    return newest?.value ?? null
  }
  const write = async (name: string, one: Entry): Promise<Keeping> => {
    held.set(name, one)
    const text = JSON.stringify(one)
    for (const place of places) {
      const isTaken = await attempt(place, 'kept', () => place.set(name, text).then(() => true))
      if (!isTaken) continue
      for (const other of places) {
        if (other !== place) await attempt(other, 'deleted', () => other.delete(name))
      }
      if (place.kind === 'memory') unsettled.add(name)
      else unsettled.delete(name)
      return become(place.kind)
    }
    unsettled.add(name)
    return become('memory')
  }
  return {
    get: (name) => inTurn(() => read(name)),
    set: (name, value) => inTurn(() => write(name, { value, at: now() })),
    delete: (name) =>
      inTurn(async () => {
        held.delete(name)
        unsettled.delete(name)
        for (const place of places) await attempt(place, 'deleted', () => place.delete(name))
      }),
    settle: () =>
      inTurn(async () => {
        for (const name of [...unsettled]) {
          const one = held.get(name)
          if (one) await write(name, one)
        }
      }),
    holds: (name) => held.has(name),
    keeping: () => present,
    onKeeping: (fn) => void listeners.push(fn)
  }
}
