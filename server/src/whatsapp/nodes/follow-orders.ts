// Carries out what is wanted of one connection: opens, ends and hands over its session. `next-action` decides.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionRef, StatusReport } from '#platform/whatsapp-port.ts'
import { retryWhileDown } from '../database-trouble.ts'
import { within } from '../within.ts'
import { clearCommand, clearPairing, outwaitLastOwner, passOn, releaseLease } from './lease.repo.ts'
import { type Action, nextAction } from './next-action.ts'
import { isOwned, type OwnedConnection, release } from './owned-connection.ts'
import type { Session, SessionEnd, StopKind } from '../session/session-types.ts'
import type { RunningNode } from './running-node.ts'

const plain = ({ companyId, connectionId }: ConnectionRef): ConnectionRef => ({ companyId, connectionId })

/** True while no other node may have taken it. */
const isMine = ({ heartbeat, owned }: RunningNode, one: OwnedConnection): boolean =>
  heartbeat.mayRun() && one.term === heartbeat.term() && isOwned(owned, one)

const next = (one: OwnedConnection): Action => nextAction({ ...one, hasSession: one.session !== null })

/** Carries out what is to be done, one action after the other, unless that is under way. */
export function followOrders(node: RunningNode, one: OwnedConnection): void {
  if (one.running || node.isStopped || next(one).kind === 'none') return
  one.running = carryOutAll(node, one)
    .catch((error: unknown) => node.log.error({ err: error, ...one.ref }, 'a session does not follow: next look'))
    .finally(() => {
      one.running = null
    })
}

async function carryOutAll(node: RunningNode, one: OwnedConnection): Promise<void> {
  for (let action = next(one); action.kind !== 'none'; action = next(one)) {
    await carryOut(node, one, action)
    if (!isOwned(node.owned, one) || node.isStopped) return
  }
}

async function carryOut(node: RunningNode, one: OwnedConnection, action: Action): Promise<void> {
  const { sql, events } = node
  const { ref } = one
  switch (action.kind) {
    case 'none':
      return
    case 'open':
      return open(node, one)
    case 'close':
      one.hasReported = action.how === 'stop'
      return close(one, action.how)
    case 'command':
      one.hasReported = one.session !== null
      if (one.session) await close(one, action.command)
      else await node.wipe(ref)
      await clearCommand(sql, node.node, ref, action.generation)
      one.carriedOut = action.generation
      return
    case 'give-back': {
      const gone = action.hasForgotten ? { number: null, lid: null } : {}
      // What a node that died left behind still looks connected.
      const report: StatusReport = { status: 'DISCONNECTED', reason: 'stopped', qrcode: '', retries: 0, ...gone }
      if (!one.hasReported) await events.status(plain(ref), report)
      await releaseLease(sql, node.node, ref)
      release(node.owned, one)
    }
  }
}

async function open(node: RunningNode, one: OwnedConnection): Promise<void> {
  const free = await node.openings.take()
  try {
    if (!isMine(node, one)) return release(node.owned, one)
    if (node.isStopped || one.desired.wanted !== 'running') return
    const session = await startOwned(node, one)
    if (session) await Promise.race([session.begun, sleep(node.timings.startSlot, undefined, { ref: false })])
  } finally {
    free()
    // What waited for a place is taken now.
    node.wake()
  }
}

async function startOwned(node: RunningNode, one: OwnedConnection): Promise<Session | null> {
  const { sql, log } = node
  const { generation, pairingNumber } = one.desired
  one.startedWith = generation
  if (one.wasOwned) {
    const goOn = (error: unknown) => log.warn({ ...one.ref, err: error }, 'its last owner still holds the row')
    await outwaitLastOwner(sql, one.ref).catch(goOn)
    one.wasOwned = false
  }
  const start = { epoch: one.ref.epoch, pairingNumber, mayRun: () => isMine(node, one) }
  const session = await node.startSession(plain(one.ref), start)
  if (!isMine(node, one)) {
    void session.stop('fence')
    return null
  }
  one.session = session
  // Whoever takes the session over asks for no code by itself.
  if (pairingNumber !== null) await clearPairing(sql, node.node, one.ref, generation)
  void session.ended.then((end) => onEnded(node, one, session, end))
  return session
}

/** A session is at an end by itself. */
async function onEnded(node: RunningNode, one: OwnedConnection, session: Session, end: SessionEnd): Promise<void> {
  if (one.session !== session) return
  one.session = null
  one.isResting = true
  // Given back; an order that came meanwhile is followed.
  if (end === 'given-up') {
    await retryWhileDown(() => releaseLease(node.sql, node.node, one.ref, { generation: one.startedWith }))
  }
  release(node.owned, one)
  node.wake()
}

async function close(one: OwnedConnection, how: StopKind): Promise<void> {
  const { session } = one
  one.session = null
  await session?.stop(how)
}

/** Others may have it from here on: nothing of it may be left, and nothing is waited for. */
export function fence(node: RunningNode, one: OwnedConnection): void {
  release(node.owned, one)
  void close(one, 'fence')
}

/** The socket goes first, then the lease, and the other nodes hear of it at once. A silent database is not waited for. */
export async function handOver(node: RunningNode, one: OwnedConnection): Promise<void> {
  const { timings } = node
  const free = await node.handovers.take()
  try {
    await close(one, 'release')
    // A session that was just starting is there now.
    if (one.running) await within(timings.drain, one.running)
    await close(one, 'release')
    if (isMine(node, one)) await within(timings.drain, passOn(node.sql, node.node, one.ref))
  } catch (error) {
    node.log.warn({ ...one.ref, err: error }, 'a connection is handed over with the end of the node')
  } finally {
    release(node.owned, one)
    free()
  }
}
