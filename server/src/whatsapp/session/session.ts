// One connection's session: its keys, its journal queue and one socket after the other until somebody stops it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { WABrowserDescription, WASocket } from '@whiskeysockets/baileys'
import { markStep } from '#platform/events/message-steps.ts'
import type { ConnectionRef, StatusReport } from '#platform/whatsapp-port.ts'
import { createAckBook } from '../outbound/acks.ts'
import { followAttempt } from './attempt.ts'
import { openAuthState } from '../signal/auth-state.ts'
import { wipePairing } from '../signal/auth-state.repo.ts'
import { isOwn, userOf } from '../addresses/addresses.ts'
import { baileysLog } from './baileys-log.ts'
import { createCodePairing } from './code-pairing.ts'
import { backOff, closeCode, type Ending, judgeEnding, type Verdict } from './connection-state.ts'
import { retryWhileDown } from '../database-trouble.ts'
import { createBackgroundTasks } from './background-tasks.ts'
import { createDurableRepository } from '../signal/durable-repository.ts'
import { startInbound } from '../inbound/inbound.ts'
import { buildContent } from '../outbound/outbound.ts'
import { createReceiptBatcher } from '../inbound/receipts.ts'
import { readRow } from '../inbound/read-row.ts'
import type { Session, SessionEnd, SessionParts, SessionStart, StopKind } from './session-types.ts'
import { createSocketCaches, openSocket } from './socket.ts'
import type { Socket } from '../socket-client.ts'
import { followSocket } from './socket-events.ts'
import { createStatusReporter } from './status-reporter.ts'
import { createStubs } from '../inbound/stubs.ts'

/** Starts the session of a connection this node owns. */
export async function startSession(
  parts: SessionParts,
  ref: ConnectionRef,
  { epoch, mayRun, pairingNumber }: SessionStart
): Promise<Session> {
  const { config, sql, committer, events, timings, now } = parts
  const log = parts.log.child({ ...ref })
  const socketLog = baileysLog(log)
  const reporter = createStatusReporter((report) => events.status(ref, report), log)
  const acks = createAckBook()
  const caches = createSocketCaches()
  const duty = createBackgroundTasks(log)
  const receipts = createReceiptBatcher((batch) => events.receipts(ref, batch), log)
  const ended = Promise.withResolvers<SessionEnd>()
  const begun = Promise.withResolvers<void>()

  let openSock: WASocket | null = null
  let dropSocket: (atOnce?: boolean) => Promise<void> = async () => {}
  let isStopped = false
  let isPairing = false
  let qrShown = 0
  let failures = 0
  let stopping: Promise<void> | null = null
  let retryTimer: NodeJS.Timeout | undefined
  let stableTimer: NodeJS.Timeout | undefined

  const report = (status: StatusReport['status'], reason: StatusReport['reason'], more: Partial<StatusReport> = {}) => {
    const retries = status === 'qrcode' ? qrShown : failures
    const isDecided = status === 'PAIRING' || status === 'CONNECTED' || status === 'DISCONNECTED'
    const shown = isDecided ? null : pairing.shown()
    return reporter.report({ status, reason, qrcode: '', pairing: shown, retries, ...more })
  }

  const lose = () => {
    if (isStopped) return
    isStopped = true
    reporter.mute()
    log.warn('the session moved to another node')
    begun.resolve()
    void farewell().then(() => ended.resolve('lost'))
  }

  const auth = await openAuthState(
    {
      ...parts,
      epoch,
      onJournaled: (rows) => {
        markStep('durable', () => rows.map(({ attrs }) => attrs.id ?? ''))
        inbound.push(rows)
      },
      onPair: ({ phone, lid }) => {
        if (caches.heardPairs.get(lid) || isOwn(lid, auth.own())) return
        duty('a pair of addresses', () => events.party(ref, { address: lid, phone, lid, isGroup: false }, null))
      },
      onLost: lose
    },
    ref
  )
  const inbound = startInbound({
    ref,
    sql,
    log,
    read: (row) => readRow(row, auth, now()),
    store: (batch) => events.inbound(ref, batch),
    failed: () => events.failuresChanged(ref)
  })

  const own = () => {
    const { phone, lid } = auth.own()
    return { number: phone && userOf(phone), lid: lid && userOf(lid) }
  }
  const isPaired = () => auth.creds.me !== undefined && auth.creds.account !== undefined
  const pairing = createCodePairing({
    number: isPaired() ? null : pairingNumber,
    timings,
    now,
    onCode: () => void report('qrcode', null),
    onProblem: () => {
      void report('qrcode', null)
      void dropSocket()
      connect()
    }
  })
  // Who asked for a code sees the QR code go, and nothing start anew.
  if (pairing.isWanted()) void report('qrcode', null)
  else void report('OPENING', 'starting', own())
  const onStub = createStubs({ own: () => auth.own(), now, push: (stub) => inbound.pushStub(stub) })
  const repository = createDurableRepository(auth.keys, socketLog, onStub, timings.answer, async (from) => {
    const { me } = auth.creds
    return me !== undefined && isOwn(from, auth.own()) && retryWhileDown(() => events.wantsHistory(ref, me.id))
  })

  /** Also before the session counts as open: what was asked for meanwhile comes first. */
  const getMessage = async (sock: WASocket, key: { id?: string | null }) => {
    const { id } = key
    const task = id ? await retryWhileDown(() => events.sentTask(ref, id)) : null
    if (!task || task.kind === 'read') return undefined
    return buildContent({ sock, own: () => auth.own(), log: socketLog }, task)
  }

  /** Ends what is open and lets what was taken become durable, as far as the database answers in time. */
  const farewell = async (drains = false): Promise<void> => {
    clearTimeout(retryTimer)
    clearTimeout(stableTimer)
    const closed = dropSocket()
    const inTime = (work: Promise<unknown>) => Promise.race([work, sleep(timings.farewell, undefined, { ref: false })])
    if (drains) {
      await inTime(committer.settled(ref))
      await inTime(Promise.all([inbound.idle(), receipts.idle()]))
    }
    // What is not stored by then is in the journal, for whoever is next.
    await inTime(Promise.all([closed, committer.settled(ref), inbound.stop()]))
    auth.close()
    await inTime(committer.settled(ref))
  }

  const forget = async () => {
    // What is still being written would be there again after the wiping.
    await committer.settled(ref)
    await retryWhileDown(() => wipePairing(sql, { ...ref, epoch }))
  }

  const giveUp = async (verdict: Extract<Verdict, { action: 'stop' }>): Promise<void> => {
    isStopped = true
    await farewell(true)
    if (verdict.wipe) await forget()
    await report(verdict.status, verdict.reason, verdict.wipe ? { number: null, lid: null } : {})
    log.info({ reason: verdict.reason }, 'the session ended')
    ended.resolve('given-up')
  }

  const afterEnding = (ending: Ending): Promise<void> =>
    judge(ending).catch((error: unknown) => {
      log.error({ err: error }, 'the end of a socket went wrong: trying again')
      if (!isStopped) retryTimer = setTimeout(connect, backOff(failures++) * timings.backOff)
    })

  const judge = async (ending: Ending): Promise<void> => {
    inbound.sweep()
    const isReplaced = ending.kind === 'code' && ending.code === closeCode.replaced
    // Another node that took over looks to us like somebody else who logged in.
    if (isReplaced && !(await parts.isOurs({ ...ref, epoch }))) return lose()
    const verdict = judgeEnding({
      ending,
      isPaired: isPaired(),
      isPairing,
      qrShown,
      qrLimit: config.whatsappQrAttempts,
      failures
    })
    log.info({ ...ending, ...verdict }, 'the socket ended')
    if (isStopped) return
    if (verdict.action === 'stop') return giveUp(verdict)
    // The restart after a scan is no failure.
    if (!isPairing || verdict.reason !== 'restarting') failures++
    void report(verdict.status, verdict.reason)
    retryTimer = setTimeout(connect, verdict.delay * timings.backOff)
  }

  const opened = () => {
    isPairing = false
    qrShown = 0
    stableTimer = setTimeout(() => {
      failures = 0
    }, timings.stable)
    void report('CONNECTED', null, own())
      .then(() => events.opened(ref))
      .catch((error: unknown) => log.error({ err: error }, 'the open session could not be announced'))
  }

  const connect = () => {
    if (isStopped) return
    if (!mayRun()) return lose()
    auth.forgetCode()
    const browser: WABrowserDescription = [config.whatsappDeviceName, 'Chrome', '1.0']
    const sock: Socket = openSocket({
      config,
      browser,
      auth,
      repository,
      caches,
      log: socketLog,
      // The socket outlives the code, with time for a phone to finish.
      timings: pairing.isWanted() ? { ...timings, qr: timings.pairingCode + 3 * timings.pairingGrace } : timings,
      getMessage: (key) => getMessage(sock, key)
    })
    const close = () => {
      openSock = null
      pairing.socketGone()
      clearTimeout(stableTimer)
      acks.failAll()
      begun.resolve()
    }
    const attempt = followAttempt({
      sock,
      timings,
      onQr: (qrcode) => {
        if (pairing.isWanted()) {
          begun.resolve()
          return pairing.ask(sock, browser)
        }
        if (++qrShown > config.whatsappQrAttempts) {
          void dropSocket()
          return void afterEnding({ kind: 'code', code: closeCode.lost })
        }
        begun.resolve()
        void report('qrcode', null, { qrcode })
      },
      onPairing: () => {
        isPairing = true
        pairing.done()
        void report('PAIRING', null)
      },
      onOpen: () => {
        openSock = sock
        begun.resolve()
        opened()
      },
      onCreds: () => void auth.saveCreds().catch(() => log.error('credentials were not written')),
      onEnding: (ending) => {
        close()
        void afterEnding(ending)
      }
    })
    dropSocket = (atOnce) => {
      const closed = attempt.drop(atOnce)
      close()
      return closed
    }
    sock.ws.sendOnlyWhile(mayRun, lose)
    followSocket({ ref, sock, auth, acks, receipts, caches, events, duty, now, onStub })
  }

  const stop = async (kind: StopKind): Promise<void> => {
    isStopped = true
    if (kind === 'fence') reporter.mute()
    const forgets = kind === 'renew' || kind === 'logout'
    // The phone must not keep a device that nobody can be any more.
    if (forgets && openSock) await Promise.race([openSock.logout().catch(() => {}), sleep(3000)])
    await farewell(kind !== 'release' && kind !== 'fence')
    if (forgets) await forget()
    const gone = kind === 'logout' ? { number: null, lid: null } : {}
    // After a renewal the next session speaks for itself.
    if (kind === 'stop' || kind === 'logout') await report('DISCONNECTED', 'stopped', gone)
    reporter.mute()
  }

  connect()
  return {
    ref,
    ended: ended.promise,
    begun: begun.promise,
    outbound: () =>
      openSock && {
        sock: openSock,
        acks,
        own: () => auth.own(),
        caches,
        log: socketLog,
        timings
      },
    stop: (kind) => {
      // Also one that is on its way out: whoever takes over must not meet its socket.
      if (kind === 'fence') void dropSocket(true)
      // Whoever ends it first decides how; the others wait until it is over.
      stopping ??= isStopped ? ended.promise.then(() => {}) : stop(kind)
      return stopping
    }
  }
}
