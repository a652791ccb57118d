// Runs the sessions this node owns: takes connections that are wanted, keeps their leases, follows every order.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { ConnectionRef, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import { wipePairing } from './auth-state.repo.ts'
import { insist } from './database-trouble.ts'
import * as leases from './lease.repo.ts'
import type { WantedSession } from './lease.repo.ts'
import { isDeadNeighbour } from './node-name.ts'
import type { Session, StopKind } from './session-types.ts'
import { createSlots } from '#platform/slots.ts'
import type { Timings } from './timings.ts'

export interface SupervisorParts {
  sql: Sql
  node: string
  events: WhatsAppEvents
  log: Logger
  timings: Timings
  startSession: (ref: ConnectionRef, pairingNumber: string | null) => Promise<Session>
}

export interface Supervisor {
  start(): Promise<void>
  /** Ends all sessions and gives their leases back. */
  stop(): Promise<void>
  /** Looks at the connections at once. */
  wake(): void
  session(ref: ConnectionRef): Session | null
}

interface Managed {
  ref: ConnectionRef
  desired: WantedSession
  session: Session | null
  /** Generation the session was started with. */
  generation: number
  /** Generation whose command was carried out: a row that was read before that was written still names it. */
  carriedOut: number
  running: Promise<void> | null
  /** It ended for good and is being given back: rows that still name it as ours were read before. */
  isResting: boolean
}

/** Sessions that open at the same time, and connections taken over with one look. */
const openingAtOnce = 6
const claimedAtOnce = 24

const nameOf = (ref: ConnectionRef) => `${ref.companyId}:${ref.connectionId}`

/** Makes the supervisor of this node. */
export const createSupervisor = (parts: SupervisorParts): Supervisor => {
  const { sql, node, events, log, timings } = parts
  const managed = new Map<string, Managed>()
  const slots = createSlots(openingAtOnce)
  let isStopped = true
  let looking: Promise<void> | null = null
  let looksAgain = false
  let timer: NodeJS.Timeout | undefined

  const forget = (one: Managed) => {
    if (managed.get(nameOf(one.ref)) === one) managed.delete(nameOf(one.ref))
  }

  const want = (one: Managed, row: WantedSession): void => {
    one.desired = row.generation === one.carriedOut ? { ...row, command: null } : row
  }

  const open = async (one: Managed): Promise<void> => {
    const free = await slots.take()
    try {
      if (isStopped || one.desired.wanted !== 'running') return
      const { generation, pairingNumber } = one.desired
      one.generation = generation
      const session = await parts.startSession(one.ref, pairingNumber)
      one.session = session
      // Whoever takes the session over asks for no code by itself.
      if (pairingNumber !== null) await leases.clearPairing(sql, node, one.ref, generation)
      void session.ended.then((end) => whenEnded(one, session, end))
      await Promise.race([session.begun, sleep(timings.startSlot, undefined, { ref: false })])
    } finally {
      free()
    }
  }

  const whenEnded = async (one: Managed, session: Session, end: Awaited<Session['ended']>): Promise<void> => {
    if (one.session !== session) return
    one.session = null
    one.isResting = true
    if (end === 'given-up') await rest(one)
    forget(one)
    wake()
  }

  /** Gives a connection back that ended for good; an order that came meanwhile is followed. */
  const rest = (one: Managed) => insist(() => leases.releaseLease(sql, node, one.ref, { generation: one.generation }))

  const close = async (one: Managed, kind: StopKind): Promise<void> => {
    const { session } = one
    one.session = null
    await session?.stop(kind)
  }

  const obey = async (one: Managed, desired: WantedSession): Promise<void> => {
    const { ref } = one
    const { command, wanted, generation } = desired
    const wasRunning = one.session !== null
    if (command) {
      if (one.session) await close(one, command)
      else await wipePairing(sql, ref)
      await leases.clearCommand(sql, node, ref, generation)
      one.carriedOut = generation
      want(one, one.desired)
    }
    if (wanted === 'running') {
      if (one.session && one.generation !== generation) await close(one, 'release')
      if (!one.session) await open(one)
      return
    }
    if (one.session) await close(one, 'stop')
    else if (!wasRunning) {
      // What a node that died left behind still looks connected.
      const gone = command ? { number: null, lid: null } : {}
      await events.status(ref, { status: 'DISCONNECTED', reason: 'stopped', qrcode: '', retries: 0, ...gone })
    }
    await leases.releaseLease(sql, node, ref)
    forget(one)
  }

  /** A connection that shall rest is settled when it is given back and forgotten. */
  const isSettled = ({ desired, session, generation, isResting }: Managed) =>
    isResting ||
    (desired.command === null && desired.wanted === 'running' && session !== null && generation === desired.generation)

  const follow = (one: Managed): void => {
    if (one.running || isStopped) return
    one.running = (async () => {
      do {
        await obey(one, one.desired)
      } while (managed.get(nameOf(one.ref)) === one && !isStopped && !isSettled(one))
    })()
      .catch((error: unknown) => log.error({ err: error, ...one.ref }, 'a session does not follow: next look'))
      .finally(() => {
        one.running = null
      })
  }

  const apply = (row: WantedSession): void => {
    const ref = { companyId: row.companyId, connectionId: row.connectionId }
    const known = managed.get(nameOf(ref))
    const one = known ?? {
      ref,
      desired: row,
      session: null,
      generation: -1,
      carriedOut: -1,
      running: null,
      isResting: false
    }
    managed.set(nameOf(ref), one)
    want(one, row)
    if (!isSettled(one)) follow(one)
  }

  /** After a kill the next start takes the sessions over at once, and waits for no lease to run out. */
  const buryNeighbours = async (): Promise<void> => {
    const dead = (await leases.leaseOwners(sql)).filter(isDeadNeighbour)
    await leases.endLeasesOf(sql, dead)
  }

  const look = async (): Promise<void> => {
    const before = [...managed.values()]
    const rows = await leases.renewLeases(sql, node, timings.leaseFor)
    const ours = new Set(rows.map(nameOf))
    for (const one of before) {
      if (ours.has(nameOf(one.ref)) || managed.get(nameOf(one.ref)) !== one || one.running || one.isResting) continue
      log.warn(one.ref, 'this node does not own the connection any more')
      forget(one)
      void close(one, 'release')
    }
    // One that was given back while its row was on its way is nobody's: if it shall run again, it is claimed below.
    const had = new Set(before.map(({ ref }) => nameOf(ref)))
    for (const row of rows) if (managed.has(nameOf(row)) || !had.has(nameOf(row))) apply(row)
    if (isStopped) return
    const claimed = await leases.claimSessions(sql, node, timings.leaseFor, claimedAtOnce)
    for (const row of claimed) apply(row)
    if (claimed.length === claimedAtOnce) looksAgain = true
  }

  const wake = (): void => {
    if (isStopped) return
    looksAgain = true
    looking ??= (async () => {
      while (looksAgain && !isStopped) {
        looksAgain = false
        clearTimeout(timer)
        await look().catch((error: unknown) => log.warn({ err: error }, 'the connections could not be looked at'))
        if (!isStopped) timer = setTimeout(wake, timings.poll)
      }
    })().finally(() => {
      looking = null
    })
  }

  return {
    wake,
    session: (ref) => managed.get(nameOf(ref))?.session ?? null,
    start: async () => {
      isStopped = false
      await buryNeighbours().catch((error: unknown) =>
        log.warn({ err: error }, 'leases of dead nodes run out by themselves')
      )
      wake()
      await looking
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await looking
      const all = [...managed.values()]
      await Promise.all(
        all.map(async (one) => {
          await close(one, 'release')
          // A session that was just starting is there now.
          await one.running
          await close(one, 'release')
          await leases.releaseLease(sql, node, one.ref).catch(() => {})
          forget(one)
        })
      )
    }
  }
}
