// One connection's session: its keys, its journal queue and one socket after the other until somebody stops it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { WASocket } from '@whiskeysockets/baileys'
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { Config } from '#platform/config/env.ts'
import { markStep } from '#platform/message-steps.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { ConnectionRef, StatusReport, WhatsAppEvents } from '#platform/whatsapp-port.ts'
import { createAckBook } from './acks.ts'
import { followAttempt } from './attempt.ts'
import { openAuthState } from './auth-state.ts'
import { wipePairing } from './auth-state.repo.ts'
import { isOwn, userOf } from './addresses.ts'
import { baileysLog } from './baileys-log.ts'
import { backOff, closeCode, type Ending, judgeEnding, type Verdict } from './connection-state.ts'
import { insist } from './database-trouble.ts'
import { createDuties } from './duties.ts'
import { createDurableRepository } from './durable-repository.ts'
import type { GroupCommitter } from './group-committer.ts'
import { startInbound } from './inbound.ts'
import type { KeyCache } from './key-cache.ts'
import { buildContent, type OutboundParts } from './outbound.ts'
import { createReceiptBatcher } from './receipts.ts'
import { readRow } from './read-row.ts'
import { createSocketCaches, openSocket } from './socket.ts'
import { followSocket } from './socket-events.ts'
import { createStatusReporter } from './status-reporter.ts'
import { createStubs } from './stubs.ts'
import type { Timings } from './timings.ts'

export interface SessionParts {
  config: Pick<Config, 'whatsappUrl' | 'whatsappDeviceName' | 'whatsappQrAttempts'>
  sql: Sql
  secrets: Secrets
  committer: GroupCommitter
  cache: KeyCache
  events: WhatsAppEvents
  log: Logger
  now: () => Date
  timings: Timings
  /** Asks the database whether this node still owns the session. */
  isOurs: (ref: ConnectionRef) => Promise<boolean>
}

/** `lost`: another node has it. `given-up`: WhatsApp or the clock ended it for good; the status is reported. */
export type SessionEnd = 'lost' | 'given-up'

/** `release` says nothing, so that another node may go on; `stop` reports it; the others also forget the pairing. */
export type StopKind = 'release' | 'stop' | 'renew' | 'logout'

export interface Session {
  ref: ConnectionRef
  /** What sends and asks need, or null while WhatsApp is not connected. */
  outbound(): OutboundParts | null
  /** Resolves when the session ended by itself; never after `stop`. */
  ended: Promise<SessionEnd>
  /** Resolves when WhatsApp has answered in some way: a QR code, an open socket, an end. */
  begun: Promise<void>
  stop(kind: StopKind): Promise<void>
}

/** Starts the session of a connection this node owns. */
export const startSession = async (parts: SessionParts, ref: ConnectionRef): Promise<Session> => {
  const { config, sql, committer, events, timings, now } = parts
  const log = parts.log.child({ ...ref })
  const socketLog = baileysLog(log)
  const reporter = createStatusReporter((report) => events.status(ref, report), log)
  const acks = createAckBook()
  const caches = createSocketCaches()
  const duty = createDuties(log)
  const receipts = createReceiptBatcher((batch) => events.receipts(ref, batch), log)
  const ended = Promise.withResolvers<SessionEnd>()
  const begun = Promise.withResolvers<void>()

  let openSock: WASocket | null = null
  let dropSocket: () => void = () => {}
  let isStopped = false
  let isPairing = false
  let qrShown = 0
  let failures = 0
  let stopping: Promise<void> | null = null
  let retryTimer: NodeJS.Timeout | undefined
  let stableTimer: NodeJS.Timeout | undefined

  const report = (status: StatusReport['status'], reason: StatusReport['reason'], more: Partial<StatusReport> = {}) => {
    const retries = status === 'qrcode' ? qrShown : failures
    return reporter.report({ status, reason, qrcode: '', retries, ...more })
  }

  const lose = () => {
    if (isStopped) return
    isStopped = true
    reporter.mute()
    log.warn('the session moved to another node')
    void farewell().then(() => ended.resolve('lost'))
  }

  const auth = await openAuthState(
    {
      ...parts,
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
  void report('OPENING', 'starting', own())
  const onStub = createStubs({ own: () => auth.own(), now, push: (stub) => inbound.pushStub(stub) })
  const repository = createDurableRepository(auth.keys, socketLog, onStub, timings.answer)

  /** Also before the session counts as open: what was asked for meanwhile comes first. */
  const getMessage = async (sock: WASocket, key: { id?: string | null }) => {
    const { id } = key
    const task = id ? await insist(() => events.sentTask(ref, id)) : null
    if (!task || task.kind === 'read') return undefined
    return buildContent({ sock, own: () => auth.own(), log: socketLog }, task)
  }

  /** Ends what is open and lets what was taken become durable, as far as the database answers in time. */
  const farewell = async (drains = false): Promise<void> => {
    clearTimeout(retryTimer)
    clearTimeout(stableTimer)
    dropSocket()
    const patience = () => sleep(timings.farewell, undefined, { ref: false })
    await Promise.race([committer.settled(ref), patience()])
    if (drains) await Promise.race([Promise.all([inbound.idle(), receipts.idle()]), patience()])
    await Promise.race([inbound.stop(), patience()])
    auth.close()
    await Promise.race([committer.settled(ref), patience()])
  }

  const forget = async () => {
    // What is still being written would be there again after the wiping.
    await committer.settled(ref)
    await insist(() => wipePairing(sql, ref))
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
    if (isReplaced && !(await parts.isOurs(ref))) return lose()
    const verdict = judgeEnding({
      ending,
      isPaired: auth.creds.me !== undefined && auth.creds.account !== undefined,
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
    const sock: WASocket = openSocket({
      config,
      auth,
      repository,
      caches,
      log: socketLog,
      timings,
      getMessage: (key) => getMessage(sock, key)
    })
    const close = () => {
      openSock = null
      clearTimeout(stableTimer)
      acks.failAll()
      begun.resolve()
    }
    const attempt = followAttempt({
      sock,
      timings,
      onQr: (qrcode) => {
        if (++qrShown > config.whatsappQrAttempts) {
          dropSocket()
          return void afterEnding({ kind: 'code', code: closeCode.lost })
        }
        begun.resolve()
        void report('qrcode', null, { qrcode })
      },
      onPairing: () => {
        isPairing = true
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
    dropSocket = () => {
      attempt.drop()
      close()
    }
    followSocket({
      ref,
      sock,
      auth,
      acks,
      receipts,
      caches,
      events,
      duty,
      now,
      onStub
    })
  }

  const stop = async (kind: StopKind): Promise<void> => {
    isStopped = true
    const forgets = kind === 'renew' || kind === 'logout'
    // The phone must not keep a device that nobody can be any more.
    if (forgets && openSock) await Promise.race([openSock.logout().catch(() => {}), sleep(3000)])
    await farewell(kind !== 'release')
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
      // Whoever ends it first decides how; the others wait until it is over.
      stopping ??= isStopped ? ended.promise.then(() => {}) : stop(kind)
      return stopping
    }
  }
}
