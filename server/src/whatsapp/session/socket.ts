// Opens a Baileys socket with the options a server needs.
import { Boom } from '@hapi/boom'
import {
  makeWASocket,
  type GroupMetadata,
  type proto,
  type SocketConfig,
  type WABrowserDescription,
  type WAMessageKey
} from '@whiskeysockets/baileys'
import type { Config } from '#platform/config/env.ts'
import { isIgnored } from '../addresses/addresses.ts'
import type { AuthState } from '../signal/auth-state.ts'
import type { ILogger } from '../wire/baileys-log.ts'
import type { DurableRepository } from '../signal/durable-repository.ts'
import { fillMissingAnswers } from '../wire/missing-answers.ts'
import { readTypeOf } from '../outbound/read-marks.ts'
import { createSocketClient, type Socket } from '../wire/socket-client.ts'
import type { Timings } from '../timings.ts'
import type { SocketCaches } from '../wire/socket-caches.ts'

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

/** Opens the socket; it connects by itself and reports through its events. */
export function openSocket(parts: SocketParts): Socket {
  const { config, browser, auth, repository, caches, log, timings, getMessage } = parts
  const makeSocketClient = (url: URL, socketConfig: SocketConfig) =>
    createSocketClient(url, socketConfig, (event, error) => {
      log.warn({ err: error }, `a listener of ${event} failed`)
      // A frame that cannot be read means that the cipher is out of step.
      if (event === 'message') void sock.end(error instanceof Error ? error : undefined).catch(() => {})
    })
  const sock = makeWASocket({
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
    userDevicesCache: caches.devices,
    makeSocketClient
  }) as Socket
  // Known by the time somebody has read something, or as unknown as it will be.
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === 'open') void readTypeOf({ sock, log, timings })
  })
  repository.attach(sock.ws, fillMissingAnswers(sock, timings.lateAnswer))
  return sock
}

/**
 * Ends a socket for good without waiting for the other side, which may never answer; `atOnce` without a farewell.
 * Resolves when it is closed, as far as this side goes.
 */
export function discardSocket(sock: Socket, atOnce = false): Promise<void> {
  const { wire } = sock.ws
  const gone =
    !wire || wire.readyState === wire.CLOSED
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
