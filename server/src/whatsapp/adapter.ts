// The whatsapp room's door: makes the port the features use and starts the sessions of this node.
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateMessageIDV2, type WASocket } from '@whiskeysockets/baileys'
import type { Logger } from 'pino'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { openDatabase, type Database } from '#database/client.ts'
import type { Config } from '#platform/config/env.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { type ConnectionRef, type WhatsAppEvents, type WhatsAppPort, WhatsAppRefusal } from '#platform/whatsapp-port.ts'
import { retryWhileDown } from './database-trouble.ts'
import { listFailures, replayFailure } from './inbound/failures.ts'
import { deletePeople } from './addresses/delete-people.repo.ts'
import type { OwnedRef } from './signal/key-write.ts'
import { channels, notifyNodes, ownsLease, parseNotice } from './nodes/lease.repo.ts'
import { groupInfo, lookUpNumbers, profileAvatar } from './addresses/look-ups.ts'
import { mediaHosts } from './media/media-conn.ts'
import { type DownloadOptions, downloadMedia, MediaGone, namesTrustedHost } from './media/download-media.ts'
import { type MediaSource, mediaSource } from './media/media-source.ts'
import { makeNodeName } from './nodes/node-name.ts'
import { carryOut, type OutboundParts } from './outbound/outbound.ts'
import { readHistory } from './inbound/read-history.ts'
import { startSession } from './session/session.ts'
import { createSignalStore } from './signal/signal-store.ts'
import { addressesOfDevice, storedAddresses } from './signal/stored-addresses.ts'
import { createSupervisor, type Supervisor } from './nodes/supervisor.ts'
import { defaultTimings, type Timings } from './timings.ts'

export type WhatsAppTimings = Partial<Timings>

export interface WhatsAppParts {
  config: Config
  /** For what is asked on any node. */
  db: Database
  /** Sessions open a small pool of their own: the features' transactions must not hold their keys up. */
  databaseUrl: string
  secrets: Secrets
  log: Logger
  now: () => Date
  timings?: WhatsAppTimings
  /** Name of this node among all that share the database; made up when absent. */
  node?: string
}

export interface WhatsAppRoom extends WhatsAppPort {
  /** Begins to own and run sessions. Without it the port answers for a node that runs none. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Connections of the sessions' pool: two statements under way, and reads beside them. */
const poolSize = 4
const reuploadPatience = 30_000

const noSession = (cause?: unknown) => new AppError('ERR_WAPP_NOT_INITIALIZED', { cause })

/** The file is gone from WhatsApp's host: the phone that sent it uploads it again. */
async function askForUpload(sock: WASocket, source: MediaSource): Promise<MediaSource> {
  await sock.refreshMediaConn(false)
  const content = { mediaKey: Buffer.from(source.mediaKey, 'base64'), directPath: source.directPath, url: source.url }
  const key = { ...source.key, participant: source.key.participant ?? undefined }
  const message = { key, message: { [`${source.type}Message`]: content } }
  const timeout = sleep(reuploadPatience, undefined, { ref: false }).then(() => {
    throw new MediaGone('the phone does not answer')
  })
  await Promise.race([sock.updateMediaMessage(message as never), timeout])
  return { ...source, directPath: content.directPath, url: content.url }
}

/** Makes the room; nothing runs before `start`. */
export function startWhatsApp(parts: WhatsAppParts, events: WhatsAppEvents): WhatsAppRoom {
  const { config, db, secrets, log, now } = parts
  const node = parts.node ?? makeNodeName()
  const timings = { ...defaultTimings, ...parts.timings }
  const failures = { sql: db.$client, secrets, events, log, now }
  let supervisor: Supervisor | null = null
  let shutDown: () => Promise<void> = async () => {}

  const outbound = (ref: ConnectionRef): OutboundParts | null => supervisor?.session(ref)?.outbound() ?? null
  /** Asks WhatsApp something on an open session. */
  const ask = async <T>(ref: ConnectionRef, question: (open: OutboundParts) => Promise<T>): Promise<T> => {
    const open = outbound(ref)
    if (!open) throw noSession()
    try {
      return await question(open)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw open.sock.ws.isOpen ? new AppError('ERR_WAPP_CHECK_CONTACT', { cause: error }) : noSession(error)
    }
  }
  /** Where a file may be fetched. */
  const placesOf = async (ref: ConnectionRef, source: MediaSource): Promise<DownloadOptions> => {
    const { whatsappUrl } = config
    const isNamed = namesTrustedHost(source, whatsappUrl)
    const hosts = isNamed ? [] : await mediaHosts(outbound(ref)?.sock, timings.answer)
    return { whatsappUrl, hosts, patience: timings.mediaSilence }
  }
  const tellOthers = (channel: string, ref: ConnectionRef) =>
    void notifyNodes(db.$client, channel, ref).catch((error: unknown) =>
      log.warn({ err: error, channel }, 'other nodes could not be woken: they look by themselves')
    )

  const start = async (): Promise<void> => {
    const pool = openDatabase({ url: parts.databaseUrl, max: poolSize, name: 'guiche-sessions' })
    const sql = pool.$client
    const signal = createSignalStore({ sql, node, secrets, log })
    const isOurs = (ref: OwnedRef) => retryWhileDown(() => ownsLease(sql, node, ref, ref.epoch))
    const session = { config, sql, signal, events, log, now, timings, isOurs }
    const made = createSupervisor({
      sql,
      node,
      events,
      log,
      timings,
      directUrl: config.databaseDirectUrl ?? parts.databaseUrl,
      wipe: (ref) => signal.wipe(ref),
      startSession: (ref, how) => startSession(session, ref, how)
    })
    supervisor = made
    const direct = config.databaseDirectUrl
    // Notices do not come through a pooler.
    const ears = direct === undefined ? sql : openDatabase({ url: direct, max: 1, name: 'guiche-sessions' }).$client
    const listening = [
      ears.listen(channels.connections, () => made.wake()),
      ears.listen(channels.outbox, (payload) => {
        const ref = parseNotice(payload)
        if (ref && outbound(ref)) events.outboxFilled(ref)
      })
    ]
    for (const one of listening)
      one.catch((error: unknown) => log.warn({ err: error }, 'no notices: looking by itself'))
    shutDown = async () => {
      await made.stop()
      signal.close()
      await Promise.all([sql.end({ timeout: 5 }), ears === sql || ears.end({ timeout: 5 })])
    }
    await made.start()
  }

  return {
    start,
    stop: () => shutDown(),
    isConnected: (ref) => outbound(ref) !== null,
    wake: (ref) => {
      supervisor?.wake()
      tellOthers(channels.connections, ref)
    },
    wakeOutbox: (ref) => {
      if (outbound(ref)) events.outboxFilled(ref)
      else tellOthers(channels.outbox, ref)
    },
    newMessageId: () => generateMessageIDV2(),
    perform: async (ref, task) => {
      const open = outbound(ref)
      if (!open) throw new WhatsAppRefusal('no-session', true)
      await carryOut(open, task)
    },
    lookUp: (ref, numbers) => ask(ref, ({ sock }) => lookUpNumbers(sock, numbers)),
    profileAvatar: (ref, address) => ask(ref, ({ sock }) => profileAvatar(sock, address, config.whatsappUrl)),
    groupInfo: (ref, address) => ask(ref, ({ sock, caches }) => groupInfo(sock, caches, address)),
    openHistory: async (ref, device, notice) =>
      readHistory(notice, {
        reader: addressesOfDevice(device, await storedAddresses(failures, ref)),
        now: now(),
        fetch: async (source) =>
          buffer(await downloadMedia(mediaSource(source), await placesOf(ref, source))).catch(rethrow)
      }),
    fetchMedia: async (ref, given) => {
      const source = mediaSource(given)
      const sock = outbound(ref)?.sock
      const options = await placesOf(ref, source)
      try {
        return await downloadMedia(source, options)
      } catch (error) {
        if (!(error instanceof MediaGone) || !sock) throw mediaError(error)
        return downloadMedia(await askForUpload(sock, source).catch(rethrow), options).catch(rethrow)
      }
    },
    sendPresence: async (ref, chat, state) => {
      // Typing is worth no error.
      await outbound(ref)
        ?.sock.sendPresenceUpdate(state, chat)
        .catch(() => {})
    },
    rejectCall: (ref, { callId, from }) => {
      // The caller hears a ring until somebody hangs up; a call that is over already needs no answer.
      outbound(ref)
        ?.sock.rejectCall(callId, from.address)
        .catch((error: unknown) => log.debug({ ...ref, err: error }, 'a call was not rejected'))
    },
    deletePeople,
    listFailures: (companyId, page) => listFailures(db.$client, companyId, page),
    replayFailure: (companyId, id) => replayFailure(failures, companyId, id)
  }
}

const mediaError = (error: unknown): unknown =>
  error instanceof AppError ? error : new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { cause: error })

function rethrow(error: unknown): never {
  throw mediaError(error)
}
