// One connection's session: one socket after the other until somebody stops it. `session-machine` decides what is next;
// here it is carried out.
import { setTimeout as sleep } from 'node:timers/promises'
import type { proto, WABrowserDescription, WAMessageKey } from '@whiskeysockets/baileys'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { userOf } from '../addresses/addresses.ts'
import { retryWhileDown } from '../database-trouble.ts'
import { buildContent, type OutboundParts } from '../outbound/outbound.ts'
import type { OwnedRef } from '../signal/key-write.ts'
import type { Socket } from '../wire/socket-client.ts'
import { type Attempt, followAttempt } from './attempt.ts'
import { type CodePairing, createCodePairing } from './code-pairing.ts'
import { closeCode, type Ending } from './connection-state.ts'
import {
  type EndPlan,
  initialSession,
  type SessionEffect,
  type SessionEvent,
  type SessionReport,
  type SessionState,
  stepSession
} from './session-machine.ts'
import { openSessionResources, type SessionResources } from './session-resources.ts'
import type { Session, SessionEnd, SessionParts, SessionStart } from './session-types.ts'
import { openSocket } from './socket.ts'
import { followSocket } from './socket-events.ts'

/** Milliseconds the phone gets to forget a device that is logged out. */
const logoutPatience = 3000

/** The newest socket; it stays here when it has ended, until the next one is opened. */
interface CurrentSocket {
  sock: Socket
  /** As the phone lists this device; pairing by code changes it before the device is registered. */
  browser: WABrowserDescription
  attempt: Attempt
}

interface LiveSession extends SessionResources {
  parts: SessionParts
  ref: ConnectionRef
  owned: OwnedRef
  mayRun: () => boolean
  pairing: CodePairing
  state: SessionState
  current: CurrentSocket | null
  /** The current socket, while WhatsApp is connected. */
  openSock: Socket | null
  retryTimer: NodeJS.Timeout | undefined
  stableTimer: NodeJS.Timeout | undefined
  begun: PromiseWithResolvers<void>
  ended: PromiseWithResolvers<SessionEnd>
  /** Its end under way; resolves when nothing of the session is left. */
  ending: Promise<void> | null
}

/** Starts the session of a connection this node owns. */
export async function startSession(parts: SessionParts, ref: ConnectionRef, start: SessionStart): Promise<Session> {
  const { epoch, mayRun, pairingNumber } = start
  const owned = { ...ref, epoch }
  const send = (event: SessionEvent) => dispatch(session, event)
  const resources = await openSessionResources(parts, owned, () => send({ kind: 'lost' }))
  const pairing = createCodePairing({
    number: isPaired(resources) ? null : pairingNumber,
    timings: parts.timings,
    now: parts.now,
    onCode: () => send({ kind: 'code-given' }),
    onProblem: () => send({ kind: 'code-failed' })
  })
  const session: LiveSession = {
    ...resources,
    parts,
    ref,
    owned,
    mayRun,
    pairing,
    state: initialSession,
    current: null,
    openSock: null,
    retryTimer: undefined,
    stableTimer: undefined,
    begun: Promise.withResolvers<void>(),
    ended: Promise.withResolvers<SessionEnd>(),
    ending: null
  }
  send({ kind: 'started', wantsCode: pairing.isWanted() })
  return {
    ref,
    ended: session.ended.promise,
    begun: session.begun.promise,
    outbound: () => outboundParts(session),
    stop: async (how) => {
      // Also one that is on its way out: whoever takes over must not meet its socket.
      if (how === 'fence') void dropSocket(session, true)
      // Whoever ends it first decides how; the others wait until it is over.
      send({ kind: 'stop', how })
      await session.ending
    }
  }
}

const isPaired = ({ auth }: Pick<SessionResources, 'auth'>): boolean =>
  auth.creds.me !== undefined && auth.creds.account !== undefined

function outboundParts({ openSock, acks, auth, caches, socketLog, parts }: LiveSession): OutboundParts | null {
  return openSock && { sock: openSock, acks, own: () => auth.own(), caches, log: socketLog, timings: parts.timings }
}

function dispatch(session: LiveSession, event: SessionEvent): void {
  const settings = { qrLimit: session.parts.config.whatsappQrAttempts, random: Math.random }
  const { state, effects } = stepSession(session.state, event, settings)
  session.state = state
  for (const effect of effects) carryOut(session, effect)
}

function carryOut(session: LiveSession, effect: SessionEffect): void {
  const { parts, ref, log, current, pairing } = session
  const { timings } = parts
  switch (effect.kind) {
    case 'report':
      return void report(session, effect.report)
    case 'announce-open':
      return void report(session, effect.report)
        .then(() => parts.events.opened(ref))
        .catch((error: unknown) => log.error({ err: error }, 'the open session could not be announced'))
    case 'connect':
      return connect(session)
    case 'drop-socket':
      return void dropSocket(session)
    case 'ask-for-code':
      return current ? pairing.ask(current.sock, current.browser) : undefined
    case 'code-done':
      return pairing.done()
    case 'has-begun':
      return session.begun.resolve()
    case 'await-stability':
      session.stableTimer = setTimeout(dispatch, timings.stable, session, { kind: 'stable' })
      return
    case 'retry':
      session.retryTimer = setTimeout(dispatch, effect.delay * timings.backOff, session, { kind: 'retry-due' })
      return
    case 'sweep-journal':
      return session.inbound.sweep()
    case 'log-ending':
      return log.info({ ...effect.ending, ...effect.verdict }, 'the socket ended')
    case 'end':
      session.ending = end(session, effect.plan)
  }
}

function report({ reporter, auth, pairing }: LiveSession, { number, ...said }: SessionReport): Promise<void> {
  const isDecided = said.status === 'PAIRING' || said.status === 'CONNECTED' || said.status === 'DISCONNECTED'
  const own = auth.own()
  const numbers = {
    own: { number: own.phone && userOf(own.phone), lid: own.lid && userOf(own.lid) },
    none: { number: null, lid: null }
  }
  return reporter.report({
    qrcode: '',
    pairing: isDecided ? null : pairing.shown(),
    ...said,
    ...(number && numbers[number])
  })
}

function connect(session: LiveSession): void {
  const { parts, auth, pairing, mayRun } = session
  const { config, timings } = parts
  const send = (event: SessionEvent) => dispatch(session, event)
  const onLost = () => send({ kind: 'lost' })
  if (!mayRun()) return onLost()
  auth.forgetCode()
  const browser: WABrowserDescription = [config.whatsappDeviceName, 'Chrome', '1.0']
  const sock: Socket = openSocket({
    config,
    browser,
    auth,
    repository: session.repository,
    caches: session.caches,
    log: session.socketLog,
    // The socket outlives the code, with time for a phone to finish.
    timings: pairing.isWanted() ? { ...timings, qr: timings.pairingCode + 3 * timings.pairingGrace } : timings,
    getMessage: (key) => sentMessage(session, sock, key)
  })
  const attempt = followAttempt({
    sock,
    timings,
    onQr: (text) => send({ kind: 'qr', text, wantsCode: pairing.isWanted() }),
    onPairing: () => send({ kind: 'scanned' }),
    onOpen: () => {
      session.openSock = sock
      send({ kind: 'opened' })
    },
    onCreds: () => void auth.saveCreds().catch(() => session.log.error('credentials were not written')),
    onEnding: (ending) => {
      leaveSocket(session)
      void judge(session, ending)
    }
  })
  session.current = { sock, browser, attempt }
  sock.ws.sendOnlyWhile(mayRun, onLost)
  followSocket({ ...session, sock, events: parts.events, now: parts.now, onUnreadable: session.inbound.onUnreadable })
}

/** A message that goes out again, also before the session counts as open: what was asked for meanwhile comes first. */
async function sentMessage(
  { parts, ref, auth, socketLog }: LiveSession,
  sock: Socket,
  { id }: WAMessageKey
): Promise<proto.IMessage | undefined> {
  const task = id ? await retryWhileDown(() => parts.events.sentTask(ref, id)) : null
  if (!task || task.kind === 'read') return undefined
  return buildContent({ sock, own: () => auth.own(), log: socketLog }, task)
}

/** The socket is of no use any more, and what waited for it is told. */
function leaveSocket(session: LiveSession): void {
  session.openSock = null
  session.pairing.socketGone()
  clearTimeout(session.stableTimer)
  session.acks.failAll()
  session.begun.resolve()
}

/** Ends the current socket; resolves when it is closed. */
function dropSocket(session: LiveSession, atOnce = false): Promise<void> {
  if (!session.current) return Promise.resolve()
  const closed = session.current.attempt.drop(atOnce)
  leaveSocket(session)
  return closed
}

async function judge(session: LiveSession, ending: Ending): Promise<void> {
  const isReplaced = ending.kind === 'code' && ending.code === closeCode.replaced
  try {
    const isOurs = !isReplaced || (await session.parts.isOurs(session.owned))
    dispatch(session, { kind: 'socket-ended', ending, isPaired: isPaired(session), isOurs })
  } catch (error) {
    session.log.error({ err: error }, 'the end of a socket went wrong: trying again')
    dispatch(session, { kind: 'judging-failed' })
  }
}

async function end(session: LiveSession, plan: EndPlan): Promise<void> {
  const { log, reporter, begun, ended, openSock } = session
  if (plan.mutes) reporter.mute()
  if (plan.outcome === 'lost') log.warn('the session moved to another node')
  begun.resolve()
  // The phone must not keep a device that nobody can be any more.
  const loggedOut = plan.logsOut && openSock?.logout().catch(() => {})
  if (loggedOut) await Promise.race([loggedOut, sleep(logoutPatience)])
  await drain(session, plan.drains)
  if (plan.wipes) {
    await wipe(session).catch((error: unknown) => {
      // Whoever ordered it tries again; a pairing that WhatsApp has ended is worth nothing where it stays.
      if (plan.outcome === null) throw error
      log.error({ err: error }, 'a pairing that has ended could not be forgotten')
    })
  }
  if (plan.report) await report(session, plan.report)
  reporter.mute()
  if (plan.outcome === null) return
  if (plan.report) log.info({ reason: plan.report.reason }, 'the session ended')
  ended.resolve(plan.outcome)
}

/** Ends what is open and lets what was taken become durable, as far as the database answers in time. */
async function drain(session: LiveSession, storesFirst: boolean): Promise<void> {
  const { parts, ref, auth, inbound, receipts } = session
  const { signal, timings } = parts
  clearTimeout(session.retryTimer)
  clearTimeout(session.stableTimer)
  const closed = dropSocket(session)
  const inTime = (work: Promise<unknown>) => Promise.race([work, sleep(timings.drain, undefined, { ref: false })])
  if (storesFirst) {
    await inTime(signal.settled(ref))
    await inTime(Promise.all([inbound.idle(), receipts.idle()]))
  }
  // What is not stored by then is in the journal, for whoever is next.
  await inTime(Promise.all([closed, signal.settled(ref), inbound.stop()]))
  auth.close()
  await inTime(signal.settled(ref))
}

async function wipe({ parts, ref, owned }: LiveSession): Promise<void> {
  // What is still being written would be there again after the wiping.
  await parts.signal.settled(ref)
  await retryWhileDown(() => parts.signal.wipe(owned))
}
