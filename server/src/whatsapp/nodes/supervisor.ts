// Runs the sessions this node owns: takes connections that are wanted as long as its heartbeat is in time, follows every order.
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { createSlots } from '#platform/work/slots.ts'
import { within } from '../within.ts'
import { fence, followOrders, handOver } from './follow-orders.ts'
import { createHeartbeat } from './heartbeat.ts'
import { claimSessions, endLeasesOf, ownedSessions } from './lease.repo.ts'
import { isDeadNeighbour } from './node-name.ts'
import { deleteDeadNodes } from './nodes.repo.ts'
import { compareRows, isOwned, nameOf, takenOver } from './owned-connection.ts'
import type { RunningNode, SupervisorParts } from './running-node.ts'
import type { Session } from '../session/session-types.ts'

export interface Supervisor {
  start(): Promise<void>
  /** Ends all sessions and hands them over, one group after the other. */
  stop(): Promise<void>
  /** Looks at the connections at once. */
  wake(): void
  session(ref: ConnectionRef): Session | null
}

/** Sessions that open at the same time; no more connections are taken over than open, so that nodes share what is left. */
const openingAtOnce = 6
/** Sessions that are handed over at the same time. */
const closingAtOnce = 12

/** Makes the supervisor of this node. */
export function createSupervisor(parts: SupervisorParts): Supervisor {
  const { sql, log, timings } = parts
  const owned: RunningNode['owned'] = new Map()
  const heartbeat = createHeartbeat({
    url: parts.directUrl,
    node: parts.node,
    log,
    settings: timings.heartbeat,
    every: timings.heartbeatEvery,
    onFence: () => {
      for (const one of [...owned.values()]) fence(node, one)
    },
    onNews: () => node.wake()
  })
  const looks = createLooks(() => look(node), parts)
  const node: RunningNode = {
    ...parts,
    owned,
    heartbeat,
    openings: createSlots(openingAtOnce),
    handovers: createSlots(closingAtOnce),
    isStopped: true,
    wake: looks.wake
  }
  return {
    wake: looks.wake,
    session: (ref) => owned.get(nameOf(ref))?.session ?? null,
    start: async () => {
      node.isStopped = false
      // After a kill the next start takes the sessions over at once, and waits for no lease to run out.
      await endLeasesOf(sql, isDeadNeighbour).catch((error: unknown) =>
        log.warn({ err: error }, 'leases of dead nodes run out by themselves')
      )
      await heartbeat.start()
      await looks.start()
    },
    stop: async () => {
      node.isStopped = true
      const handOverAll = () => Promise.all([...owned.values()].map((one) => handOver(node, one)))
      const looked = within(timings.drain, looks.stop()).catch(() => {})
      await Promise.all([handOverAll(), looked])
      // What a look under way had taken.
      await handOverAll()
      await heartbeat.stop()
    }
  }
}

interface Looks {
  /** Resolves after the first look. */
  start(): Promise<void>
  /** Resolves when the look under way is over. */
  stop(): Promise<void>
  wake(): void
}

/** Looks one after the other, each time somebody wakes it and now and then by itself. */
function createLooks(work: () => Promise<void>, { log, timings }: SupervisorParts): Looks {
  let isStopped = true
  let looking: Promise<void> | null = null
  let looksAgain = false
  let timer: NodeJS.Timeout | undefined

  const lookUntilDone = async (): Promise<void> => {
    while (looksAgain && !isStopped) {
      looksAgain = false
      clearTimeout(timer)
      await work().catch((error: unknown) => log.warn({ err: error }, 'the connections could not be looked at'))
      if (!isStopped) timer = setTimeout(wake, timings.poll)
    }
  }
  const wake = (): void => {
    if (isStopped) return
    looksAgain = true
    looking ??= lookUntilDone().finally(() => {
      looking = null
    })
  }
  return {
    start: async () => {
      isStopped = false
      wake()
      await looking
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
    wake
  }
}

/** Follows the orders for what the node has, then takes what nobody runs. */
async function look(node: RunningNode): Promise<void> {
  if (!node.heartbeat.mayRun()) return
  const before = [...node.owned.values()]
  const rows = await ownedSessions(node.sql, node.node)
  const { ordered, lost } = compareRows(
    before.filter((one) => isOwned(node.owned, one)),
    rows
  )
  for (const [one, row] of ordered) {
    one.desired = row
    followOrders(node, one)
  }
  for (const one of lost) {
    node.log.warn(one.ref, 'this node does not own the connection any more')
    fence(node, one)
  }
  await claim(node)
}

async function claim(node: RunningNode): Promise<void> {
  const { sql, heartbeat, owned } = node
  const all = [...owned.values()]
  const most = openingAtOnce - all.filter(({ running }) => running !== null).length
  const term = heartbeat.term()
  if (node.isStopped || most <= 0 || !heartbeat.mayRun()) return
  const running = all.map(({ ref }) => ref.connectionId)
  const trustsLocks = heartbeat.trustsLocks()
  const claimed = await claimSessions(sql, { node: node.node, most, running, trustsLocks })
  // What was taken and lost again is taken anew.
  if (term !== heartbeat.term()) return
  for (const row of claimed) {
    const one = takenOver(row, term)
    owned.set(nameOf(one.ref), one)
    followOrders(node, one)
  }
  await deleteDeadNodes(sql)
}
