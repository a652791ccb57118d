// Writes the keys and journal rows of all sessions together: what arrives while a statement is under way goes out
// in the next one. A caller hears back when its write is durable.
import type { Logger } from 'pino'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { retryWhileDown } from '../database-trouble.ts'

export interface KeyRow {
  type: string
  id: string
  /** Encrypted value; null deletes the key. */
  data: Buffer | null
}

export interface JournalDraft {
  chat: string
  attrs: Record<string, string>
  plain: Uint8Array
}

export interface KeyWrite {
  keys: KeyRow[]
  journal: JournalDraft[]
  /** Encrypted credentials. */
  creds: Buffer | null
}

/** A connection under the number of the taking by which a node owns it. */
export interface OwnedRef extends ConnectionRef {
  epoch: number
}

export interface SessionWrite extends KeyWrite {
  ref: OwnedRef
}

export interface Committed {
  /** False: another node owns the session now, and nothing of it was written. */
  isOurs: boolean
  /** Ids of the journal rows, in the order they were given. */
  journalIds: number[]
}

/** One statement for the writes of several sessions, each session once. All or nothing. */
export type Commit = (writes: SessionWrite[]) => Promise<Committed[]>

/** Another node took the session over. */
export class SessionLost extends Error {}

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

interface Waiting {
  ref: OwnedRef
  name: string
  /** Goes out when something urgent of its session does. */
  isPatient: boolean
  write: KeyWrite
  resolve: (ids: number[]) => void
  reject: (error: unknown) => void
}

const nameOf = (ref: ConnectionRef) => `${ref.companyId}:${ref.connectionId}`
const rowsPerStatement = 2000

/** Puts several writes of one session into one; the last value of a key wins. */
function merged(ref: OwnedRef, writes: KeyWrite[]): SessionWrite {
  const [only] = writes
  if (only && writes.length === 1) return { ref, ...only }
  const keys = new Map<string, KeyRow>()
  for (const write of writes) for (const row of write.keys) keys.set(`${row.type}:${row.id}`, row)
  return {
    ref,
    keys: [...keys.values()],
    journal: writes.flatMap((write) => write.journal),
    creds: writes.findLast((write) => write.creds !== null)?.creds ?? null
  }
}

/** Makes the process-wide committer. */
export function createGroupCommitter({
  commit,
  log,
  flights: maxFlights = 2,
  patience = 150
}: CommitterOptions): GroupCommitter {
  let queue: Waiting[] = []
  const busy = new Set<string>()
  const idle = new Map<string, (() => void)[]>()
  const deferred = new Map<string, NodeJS.Timeout>()
  let flights = 0
  let isScheduled = false
  const closing = new AbortController()
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'the database is away: sessions wait')

  const settle = async (group: Waiting[]): Promise<void> => {
    const bySession = [...Map.groupBy(group, (one) => one.name).values()]
    try {
      const writes = bySession.flatMap(([first, ...rest]) =>
        first
          ? [
              merged(
                first.ref,
                [first, ...rest].map((one) => one.write)
              )
            ]
          : []
      )
      const results = await retryWhileDown(() => commit(writes), { signal: closing.signal, onTrouble })
      bySession.forEach((own, index) => {
        const result = results[index]
        let next = 0
        for (const one of own) {
          const ids = result?.journalIds.slice(next, (next += one.write.journal.length)) ?? []
          if (result?.isOurs) one.resolve(ids)
          else one.reject(new SessionLost('the session moved to another node'))
        }
      })
    } catch (error) {
      const [only] = group
      if (only && group.length === 1) return only.reject(error)
      // One impossible write must not take the others with it.
      for (const one of group) await settle([one])
    }
  }

  const fly = async (group: Waiting[]): Promise<void> => {
    const names = new Set(group.map((one) => one.name))
    flights++
    for (const name of names) busy.add(name)
    await settle(group)
    flights--
    for (const name of names) busy.delete(name)
    for (const name of names) {
      if (queue.some((one) => one.name === name)) continue
      for (const wake of idle.get(name) ?? []) wake()
      idle.delete(name)
    }
    pump()
  }

  const pump = () => {
    isScheduled = false
    while (flights < maxFlights && queue.length > 0) {
      const group: Waiting[] = []
      const left: Waiting[] = []
      const urgent = new Set(queue.filter((one) => !one.isPatient).map((one) => one.name))
      const epochs = new Map<string, number>()
      let rows = 0
      for (const one of queue) {
        // One session is never in two statements at once: its writes keep their order.
        // Nor are writes of two takings: those of the first are refused on their own.
        const isSameTaking = (epochs.get(one.name) ?? one.ref.epoch) === one.ref.epoch
        const fits = rows < rowsPerStatement && urgent.has(one.name) && !busy.has(one.name) && isSameTaking
        if (fits) epochs.set(one.name, one.ref.epoch)
        if (fits) rows += one.write.keys.length + one.write.journal.length
        ;(fits ? group : left).push(one)
      }
      if (group.length === 0) return
      queue = left
      for (const one of group) if (one.isPatient) clearDeferred(one.name)
      void fly(group)
    }
  }

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    // What the other sessions do in this turn of the loop joins the same statement.
    setImmediate(pump)
  }

  const clearDeferred = (name: string) => {
    clearTimeout(deferred.get(name))
    deferred.delete(name)
  }

  const hurry = (name: string) => {
    clearDeferred(name)
    for (const one of queue) if (one.name === name) one.isPatient = false
    schedule()
  }

  return {
    submit: (ref, write) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      queue.push({ ref, name: nameOf(ref), isPatient: false, write, resolve, reject })
      schedule()
      return promise
    },
    submitLater: (ref, write) => {
      const name = nameOf(ref)
      const reject = (error: unknown) => log.debug({ err: error }, 'a deferred key was not written')
      queue.push({ ref, name, isPatient: true, write, resolve: () => {}, reject })
      if (!deferred.has(name)) deferred.set(name, setTimeout(hurry, patience, name))
    },
    settled: async (ref) => {
      const name = nameOf(ref)
      if (!busy.has(name) && !queue.some((one) => one.name === name)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      idle.set(name, [...(idle.get(name) ?? []), resolve])
      hurry(name)
      await promise
    },
    close: () => {
      closing.abort()
      for (const name of [...deferred.keys()]) clearDeferred(name)
    }
  }
}
