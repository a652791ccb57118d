// Opens a Baileys socket with the options a server needs.
import { Boom } from '@hapi/boom'
import {
  makeWASocket,
  type GroupMetadata,
  type proto,
  type WABrowserDescription,
  type WAMessageKey,
  type WASocket
} from '@whiskeysockets/baileys'
import type { Config } from '#platform/config/env.ts'
import { isIgnored } from './addresses.ts'
import type { AuthState } from './auth-state.ts'
import type { ILogger } from './baileys-log.ts'
import type { DurableRepository } from './durable-repository.ts'
import { fillMissingAnswers } from './missing-answers.ts'
import { readTypeOf } from './read-marks.ts'
import type { Timings } from './timings.ts'
import { createTtlCache } from './ttl-cache.ts'

const minutes = 60_000

/** What one session keeps from socket to socket. */
export function createSocketCaches() {
  // WhatsApp tells every change of a device list, so a list is good for long; asking again renews Signal sessions.
  const told = createTtlCache(20_000, 12 * 60 * minutes)
  const guessed = createTtlCache(2000, minutes)
  return {
    retries: createTtlCache(10_000, 60 * minutes),
    calls: createTtlCache(500, 5 * minutes),
    placeholders: createTtlCache(1000, 60 * minutes),
    devices: { ...told, get: <T>(user: string) => told.get<T>(user) ?? guessed.get<T>(user) },
    /** Stand in for lists that WhatsApp does not tell. */
    guessedDevices: guessed,
    groups: createTtlCache(500, 10 * minutes),
    /** LIDs whose messages have just told their number themselves. */
    heardPairs: createTtlCache(2000, minutes)
  }
}
export type SocketCaches = ReturnType<typeof createSocketCaches>

export interface SocketParts {
  config: Pick<Config, 'whatsappUrl'>
  /** Device, browser and its version, as the phone lists them. */
  browser: WABrowserDescription
  auth: AuthState
  repository: DurableRepository
  caches: SocketCaches
  log: ILogger
  timings: Pick<Timings, 'keepAlive' | 'qr' | 'answer' | 'lateAnswer'>
  getMessage: (key: WAMessageKey) => Promise<proto.IMessage | undefined>
}

type Emitter = Pick<NodeJS.EventEmitter, 'eventNames' | 'rawListeners' | 'removeAllListeners' | 'on'>
type Listener = (...args: unknown[]) => unknown

/** Baileys listens with asynchronous functions: what they throw would end the whole process. */
export function guardListeners(emitter: Emitter, onError: (event: string, error: unknown) => void): void {
  for (const event of emitter.eventNames()) {
    const listeners = emitter.rawListeners(event) as Listener[]
    if (!listeners.some((one) => one.constructor.name === 'AsyncFunction')) continue
    emitter.removeAllListeners(event)
    for (const one of listeners) {
      // Whoever calls it may wait for its end.
      const guarded: Listener = async (...args) => {
        try {
          await one(...args)
        } catch (error) {
          onError(String(event), error)
        }
      }
      emitter.on(event, guarded)
    }
  }
}

/** Opens the socket; it connects by itself and reports through its events. */
export function openSocket(parts: SocketParts): WASocket {
  const { config, browser, auth, repository, caches, log, timings, getMessage } = parts
  const sock: WASocket = makeWASocket({
    ...(config.whatsappUrl ? { waWebSocketUrl: config.whatsappUrl } : {}),
    auth: { creds: auth.creds, keys: auth.keys },
    makeSignalRepository: repository.makeSignalRepository,
    logger: log,
    browser,
    countryCode: 'BR',
    // The phone keeps its notifications.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    // Own messages are in our tables before they are sent.
    emitOwnEvents: false,
    generateHighQualityLinkPreview: false,
    // It would time every frame that is sent, at the cost of an error made ready; the watchdog ends what does not open.
    connectTimeoutMs: 0,
    defaultQueryTimeoutMs: 60_000,
    keepAliveIntervalMs: timings.keepAlive,
    ...(timings.qr === undefined ? {} : { qrTimeout: timings.qr }),
    // The store waits for the database by itself.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    shouldIgnoreJid: (jid) => isIgnored(jid),
    getMessage,
    cachedGroupMetadata: async (jid) => {
      const group = caches.groups.get<GroupMetadata>(jid) ?? (await sock.groupMetadata(jid))
      caches.groups.set(jid, group)
      return group
    },
    // A message that cannot be read holds the others up for this long while it is asked for again.
    retryRequestDelayMs: 100,
    msgRetryCounterCache: caches.retries,
    callOfferCache: caches.calls,
    placeholderResendCache: caches.placeholders,
    userDevicesCache: caches.devices
  })
  guardListeners(sock.ws, (event, error) => {
    log.warn({ err: error }, `a listener of ${event} failed`)
    // A frame that cannot be read means that the cipher is out of step.
    if (event === 'message') void sock.end(error instanceof Error ? error : undefined).catch(() => {})
  })
  // Known by the time somebody has read something, or as unknown as it will be.
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === 'open') void readTypeOf({ sock, log, timings })
  })
  repository.attach(sock, fillMissingAnswers(sock, timings.lateAnswer))
  return sock
}

/** The web socket under Baileys' own. */
export const wireOf = (sock: WASocket): Wire | null => (sock.ws as unknown as { socket: Wire | null }).socket

type Wire = NodeJS.EventEmitter & { readyState: number; terminate(): void; send(...args: unknown[]): void }

/** Of `ws`. */
const closed = 3

/** Sends nothing any more once `mayRun` says no: what wakes up too late must not speak beside its successor. */
export function guardWire(sock: WASocket, mayRun: () => boolean, onLapse: () => void): void {
  const wire = wireOf(sock)
  if (!wire) return
  const send = wire.send.bind(wire)
  wire.send = (...args) => {
    if (mayRun()) return send(...args)
    wire.terminate()
    onLapse()
    const done = args.at(-1)
    if (typeof done === 'function') (done as (error: Error) => void)(new Error('the session may run no more'))
  }
}

/**
 * Ends a socket for good without waiting for the other side, which may never answer; `atOnce` without a farewell.
 * Resolves when it is closed, as far as this side goes.
 */
export function discardSocket(sock: WASocket, atOnce = false): Promise<void> {
  const wire = wireOf(sock)
  const gone =
    !wire || wire.readyState === closed
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          wire.once('close', () => resolve())
        })
  if (atOnce) wire?.terminate()
  void sock.end(undefined).catch(() => {})
  // Baileys forgets its open questions to WhatsApp: whoever asked would wait a minute for an answer.
  sock.ws.emit('error', new Boom('Connection Closed', { statusCode: 428 }))
  // A close frame goes out first; a dead link would hold the socket for half a minute otherwise.
  setTimeout(() => wire?.terminate(), 500).unref()
  return gone
}
