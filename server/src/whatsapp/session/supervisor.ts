// Runs the sessions this node owns: takes connections that are wanted as long as its heartbeat is in time, follows every order.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { ConnectionRef, StatusReport, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import { wipePairing } from '../signal/auth-state.repo.ts'
import { retryWhileDown } from '../database-trouble.ts'
import type { OwnedRef } from '../signal/group-committer.ts'
import { createHeartbeat } from './heartbeat.ts'
import * as leases from './lease.repo.ts'
import type { ClaimedSession, OwnedSession, WantedSession } from './lease.repo.ts'
import { type Action, nextAction, type OwnedState } from './next-action.ts'
import { deleteDeadNodes } from './nodes.repo.ts'
import { isDeadNeighbour } from './node-name.ts'
import type { Session, SessionStart, StopKind } from './session-types.ts'
import { createSlots } from '#platform/work/slots.ts'
import type { Timings } from './timings.ts'
import { within } from '../within.ts'

export interface SupervisorParts {
  sql: Sql
  node: string
  events: WhatsAppEvents
  log: Logger
  timings: Timings
  /** Address of PostgreSQL itself, for the heartbeat. */
  directUrl: string
  startSession: (ref: ConnectionRef, start: SessionStart) => Promise<Session>
}

export interface Supervisor {
  start(): Promise<void>
  /** Ends all sessions and hands them over, one group after the other. */
  stop(): Promise<void>
  /** Looks at the connections at once. */
  wake(): void
  session(ref: ConnectionRef): Session | null
}

interface Managed extends Omit<OwnedState, 'hasSession'> {
  ref: OwnedRef
  /** Of this node's heartbeat when it was taken: a later one means that it was lost since. */
  term: number
  /** Somebody else's until now. */
  wasOwned: boolean
  desired: WantedSession
  session: Session | null
  /** A session has said itself that it is at an end. */
  hasReported: boolean
  running: Promise<void> | null
}

/** Sessions that open at the same time; no more connections are taken over than open, so that nodes share what is left. */
const openingAtOnce = 6
/** Sessions that are handed over at the same time. */
const closingAtOnce = 12

const plain = ({ companyId, connectionId }: ConnectionRef): ConnectionRef => ({ companyId, connectionId })
const nameOf = (ref: ConnectionRef) => `${ref.companyId}:${ref.connectionId}`

/** Makes the supervisor of this node. */
export function createSupervisor(parts: SupervisorParts): Supervisor {
  const { sql, node, events, log, timings } = parts
  const managed = new Map<string, Managed>()
  const slots = createSlots(openingAtOnce)
  const handovers = createSlots(closingAtOnce)
  let isStopped = true
  let looking: Promise<void> | null = null
  let looksAgain = false
  let timer: NodeJS.Timeout | undefined

  const forget = (one: Managed) => {
    if (managed.get(nameOf(one.ref)) === one) managed.delete(nameOf(one.ref))
  }

  const heartbeat = createHeartbeat({
    url: parts.directUrl,
    node,
    log,
    settings: timings.heartbeat,
    every: timings.heartbeatEvery,
    onFence: () => fence(),
    onNews: () => wake()
  })

  /** Others may take everything from here on: nothing of it may be left, and nothing is waited for. */
  const fence = (): void => {
    for (const one of [...managed.values()]) {
      forget(one)
      void close(one, 'fence')
    }
  }

  const isMine = (one: Managed): boolean =>
    heartbeat.mayRun() && one.term === heartbeat.term() && managed.get(nameOf(one.ref)) === one

  const open = async (one: Managed): Promise<void> => {
    const free = await slots.take()
    try {
      if (!isMine(one)) return forget(one)
      if (isStopped || one.desired.wanted !== 'running') return
      const { generation, pairingNumber } = one.desired
      one.startedWith = generation
      if (one.wasOwned) {
        const goOn = (error: unknown) => log.warn({ ...one.ref, err: error }, 'its last owner still holds the row')
        await leases.outwaitLastOwner(sql, one.ref).catch(goOn)
        one.wasOwned = false
      }
      const { companyId, connectionId, epoch } = one.ref
      const session = await parts.startSession(
        { companyId, connectionId },
        { epoch, pairingNumber, mayRun: () => isMine(one) }
      )
      if (!isMine(one)) return void session.stop('fence')
      one.session = session
      // Whoever takes the session over asks for no code by itself.
      if (pairingNumber !== null) await leases.clearPairing(sql, node, one.ref, generation)
      void session.ended.then((end) => whenEnded(one, session, end))
      await Promise.race([session.begun, sleep(timings.startSlot, undefined, { ref: false })])
    } finally {
      free()
      // What waited for a place is taken now.
      wake()
    }
  }

  const whenEnded = async (one: Managed, session: Session, end: Awaited<Session['ended']>): Promise<void> => {
    if (one.session !== session) return
    one.session = null
    one.isResting = true
    // Given back; an order that came meanwhile is followed.
    if (end === 'given-up') {
      await retryWhileDown(() => leases.releaseLease(sql, node, one.ref, { generation: one.startedWith }))
    }
    forget(one)
    wake()
  }

  const close = async (one: Managed, kind: StopKind): Promise<void> => {
    const { session } = one
    one.session = null
    await session?.stop(kind)
  }

  const next = (one: Managed): Action => nextAction({ ...one, hasSession: one.session !== null })

  const carryOut = async (one: Managed, action: Action): Promise<void> => {
    const { ref } = one
    switch (action.kind) {
      case 'none':
        return
      case 'open':
        return open(one)
      case 'close':
        one.hasReported = action.how === 'stop'
        return close(one, action.how)
      case 'command':
        one.hasReported = one.session !== null
        if (one.session) await close(one, action.command)
        else await wipePairing(sql, ref)
        await leases.clearCommand(sql, node, ref, action.generation)
        one.carriedOut = action.generation
        return
      case 'give-back': {
        const gone = action.hasForgotten ? { number: null, lid: null } : {}
        // What a node that died left behind still looks connected.
        const report: StatusReport = { status: 'DISCONNECTED', reason: 'stopped', qrcode: '', retries: 0, ...gone }
        if (!one.hasReported) await events.status(plain(ref), report)
        await leases.releaseLease(sql, node, ref)
        forget(one)
      }
    }
  }

  const follow = (one: Managed): void => {
    if (one.running || isStopped) return
    one.running = (async () => {
      for (let action = next(one); action.kind !== 'none'; action = next(one)) {
        await carryOut(one, action)
        if (managed.get(nameOf(one.ref)) !== one || isStopped) return
      }
    })()
      .catch((error: unknown) => log.error({ err: error, ...one.ref }, 'a session does not follow: next look'))
      .finally(() => {
        one.running = null
      })
  }

  const apply = (row: OwnedSession, known: Managed): void => {
    known.desired = row
    if (next(known).kind !== 'none') follow(known)
  }

  const takeOver = (row: ClaimedSession, term: number): void => {
    const { companyId, connectionId, epoch, wasOwned } = row
    const one: Managed = {
      ref: { companyId, connectionId, epoch },
      term,
      wasOwned,
      desired: row,
      session: null,
      startedWith: -1,
      carriedOut: -1,
      hasReported: false,
      running: null,
      isResting: false
    }
    managed.set(nameOf(one.ref), one)
    apply(row, one)
  }

  const look = async (): Promise<void> => {
    if (!heartbeat.mayRun()) return
    const before = [...managed.values()]
    const rows = new Map((await leases.ownedSessions(sql, node)).map((row) => [nameOf(row), row]))
    for (const one of before) {
      const name = nameOf(one.ref)
      if (managed.get(name) !== one) continue
      const row = rows.get(name)
      if (row?.epoch === one.ref.epoch) apply(row, one)
      else if (!one.running && !one.isResting) {
        log.warn(one.ref, 'this node does not own the connection any more')
        forget(one)
        void close(one, 'fence')
      }
    }
    await claim()
  }

  const claim = async (): Promise<void> => {
    const all = [...managed.values()]
    const most = openingAtOnce - all.filter(({ running }) => running !== null).length
    const term = heartbeat.term()
    if (isStopped || most <= 0 || !heartbeat.mayRun()) return
    const running = all.map(({ ref }) => ref.connectionId)
    const claimed = await leases.claimSessions(sql, { node, most, running, trustsLocks: heartbeat.trustsLocks() })
    // What was taken and lost again is taken anew.
    if (term !== heartbeat.term()) return
    for (const row of claimed) takeOver(row, term)
    await deleteDeadNodes(sql)
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

  /** The socket goes first, then the lease, and the other nodes hear of it at once. A silent database is not waited for. */
  const handOver = async (one: Managed): Promise<void> => {
    const free = await handovers.take()
    try {
      await close(one, 'release')
      // A session that was just starting is there now.
      if (one.running) await within(timings.farewell, one.running)
      await close(one, 'release')
      if (isMine(one)) await within(timings.farewell, leases.passOn(sql, node, one.ref))
    } catch (error) {
      log.warn({ ...one.ref, err: error }, 'a connection is handed over with the end of the node')
    } finally {
      forget(one)
      free()
    }
  }

  return {
    wake,
    session: (ref) => managed.get(nameOf(ref))?.session ?? null,
    start: async () => {
      isStopped = false
      // After a kill the next start takes the sessions over at once, and waits for no lease to run out.
      await leases
        .endLeasesOf(sql, isDeadNeighbour)
        .catch((error: unknown) => log.warn({ err: error }, 'leases of dead nodes run out by themselves'))
      await heartbeat.start()
      wake()
      await looking
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      const handOverAll = () => Promise.all([...managed.values()].map(handOver))
      const looked = within(timings.farewell, looking ?? Promise.resolve()).catch(() => {})
      await Promise.all([handOverAll(), looked])
      // What a look under way had taken.
      await handOverAll()
      await heartbeat.stop()
    }
  }
}
