// Writes the keys and journal rows of all sessions together: what arrives while a statement is under way goes out
// in the next one. A caller hears back when its write is durable.
import type { Logger } from 'pino'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { retryWhileDown } from '../database-trouble.ts'
import { type Commit, type KeyWrite, type OwnedRef, SessionLost } from './key-write.ts'
import { bySession, idsOf, pickGroup, type Waiting } from './write-groups.ts'

export interface GroupCommitter {
  /** Resolves with the ids of the journal rows. Errors: SessionLost; a statement that can never succeed. */
  submit(ref: OwnedRef, write: KeyWrite): Promise<number[]>
  /** For what may be lost: goes out with the session's next write, or by itself after a moment. */
  submitLater(ref: OwnedRef, write: KeyWrite): void
  /** Resolves when nothing of the session waits or is under way. */
  settled(ref: ConnectionRef): Promise<void>
  /** Gives up what still waits for an unreachable database. */
  close(): void
}

export interface CommitterOptions {
  commit: Commit
  log: Logger
  /** Statements under way at once. */
  flights?: number
  /** Milliseconds for which a deferred write may wait. */
  patience?: number
}

const nameOf = (ref: ConnectionRef) => `${ref.companyId}:${ref.connectionId}`

interface Committing extends Required<CommitterOptions> {
  queue: Waiting[]
  /** Sessions with a statement under way, by name. */
  busy: Set<string>
  /** Who waits until nothing of a session is left. */
  onIdle: Map<string, (() => void)[]>
  /** Sessions whose patient writes go out at a moment of their own. */
  deferred: Map<string, NodeJS.Timeout>
  underWay: number
  isScheduled: boolean
  closing: AbortController
}

/** Makes the process-wide committer. */
export function createGroupCommitter(options: CommitterOptions): GroupCommitter {
  const all: Committing = {
    flights: 2,
    patience: 150,
    ...options,
    queue: [],
    busy: new Set(),
    onIdle: new Map(),
    deferred: new Map(),
    underWay: 0,
    isScheduled: false,
    closing: new AbortController()
  }
  return {
    submit: (ref, write) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      all.queue.push({ ref, name: nameOf(ref), isPatient: false, write, resolve, reject })
      schedule(all)
      return promise
    },
    submitLater: (ref, write) => {
      const name = nameOf(ref)
      const reject = (error: unknown) => all.log.debug({ err: error }, 'a deferred key was not written')
      all.queue.push({ ref, name, isPatient: true, write, resolve: () => {}, reject })
      if (!all.deferred.has(name)) all.deferred.set(name, setTimeout(hurry, all.patience, all, name))
    },
    settled: async (ref) => {
      const name = nameOf(ref)
      if (!all.busy.has(name) && !hasWaiting(all, name)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      all.onIdle.set(name, [...(all.onIdle.get(name) ?? []), resolve])
      hurry(all, name)
      await promise
    },
    close: () => {
      all.closing.abort()
      for (const name of [...all.deferred.keys()]) clearDeferred(all, name)
    }
  }
}

const hasWaiting = ({ queue }: Committing, name: string): boolean => queue.some((one) => one.name === name)

function clearDeferred({ deferred }: Committing, name: string): void {
  clearTimeout(deferred.get(name))
  deferred.delete(name)
}

/** Nothing of the session waits any longer. */
function hurry(all: Committing, name: string): void {
  clearDeferred(all, name)
  for (const one of all.queue) if (one.name === name) one.isPatient = false
  schedule(all)
}

function schedule(all: Committing): void {
  if (all.isScheduled) return
  all.isScheduled = true
  // What the other sessions do in this turn of the loop joins the same statement.
  setImmediate(pump, all)
}

function pump(all: Committing): void {
  all.isScheduled = false
  while (all.underWay < all.flights && all.queue.length > 0) {
    const { group, left } = pickGroup(all.queue, all.busy)
    if (group.length === 0) return
    all.queue = left
    for (const one of group) if (one.isPatient) clearDeferred(all, one.name)
    void writeGroup(all, group)
  }
}

async function writeGroup(all: Committing, group: Waiting[]): Promise<void> {
  const names = new Set(group.map((one) => one.name))
  all.underWay++
  for (const name of names) all.busy.add(name)
  await settle(all, group)
  all.underWay--
  for (const name of names) all.busy.delete(name)
  for (const name of names) {
    if (hasWaiting(all, name)) continue
    for (const resolve of all.onIdle.get(name) ?? []) resolve()
    all.onIdle.delete(name)
  }
  pump(all)
}

async function settle(all: Committing, group: Waiting[]): Promise<void> {
  const { commit, log, closing } = all
  const sessions = bySession(group)
  const writes = sessions.map((one) => one.write)
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'the database is away: sessions wait')
  try {
    const results = await retryWhileDown(() => commit(writes), { signal: closing.signal, onTrouble })
    for (const [index, { callers }] of sessions.entries()) {
      const result = results[index]
      if (result?.isOurs) idsOf(callers, result).forEach((ids, place) => callers[place]?.resolve(ids))
      else for (const one of callers) one.reject(new SessionLost('the session moved to another node'))
    }
  } catch (error) {
    const [only] = group
    if (only && group.length === 1) return only.reject(error)
    // One impossible write must not take the others with it.
    for (const one of group) await settle(all, [one])
  }
}
