// The whatsapp room's door: makes the port the features use and starts the sessions of this node.
import { generateMessageIDV2 } from '@whiskeysockets/baileys'
import type { Logger } from 'pino'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Database } from '#database/client.ts'
import type { Config } from '#platform/config/env.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { type ConnectionRef, type WhatsAppEvents, type WhatsAppPort, WhatsAppRefusal } from '#platform/whatsapp-port.ts'
import { listFailures, replayFailure } from './inbound/failures.ts'
import { deletePeople } from './addresses/delete-people.repo.ts'
import { channels, notifyNodes } from './nodes/lease.repo.ts'
import { groupInfo, lookUpNumbers, profileAvatar } from './addresses/look-ups.ts'
import { fetchFile, fetchHistory } from './media/fetch-file.ts'
import { type NodeSessions, openNodeSessions } from './node-sessions.ts'
import { makeNodeName } from './nodes/node-name.ts'
import { carryOut, type OutboundParts } from './outbound/outbound.ts'
import { readHistory } from './inbound/read-history.ts'
import { addressesOfDevice, storedAddresses } from './signal/stored-addresses.ts'
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

const noSession = (cause?: unknown) => new AppError('ERR_WAPP_NOT_INITIALIZED', { cause })

/** Makes the room; nothing runs before `start`. */
export function startWhatsApp(parts: WhatsAppParts, events: WhatsAppEvents): WhatsAppRoom {
  const { config, db, secrets, log, now } = parts
  const node = parts.node ?? makeNodeName()
  const timings = { ...defaultTimings, ...parts.timings }
  const failures = { sql: db.$client, secrets, events, log, now }
  let sessions: NodeSessions | null = null

  const outbound = (ref: ConnectionRef): OutboundParts | null => sessions?.session(ref)?.outbound() ?? null
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
  const fetching = (ref: ConnectionRef) => ({
    whatsappUrl: config.whatsappUrl,
    timings,
    sock: outbound(ref)?.sock
  })
  const notifyOthers = (channel: string, ref: ConnectionRef) =>
    void notifyNodes(db.$client, channel, ref).catch((error: unknown) =>
      log.warn({ err: error, channel }, 'other nodes could not be woken: they look by themselves')
    )

  return {
    start: async () => {
      sessions = openNodeSessions({ ...parts, node, events, timings })
      await sessions.start()
    },
    stop: async () => sessions?.stop(),
    isConnected: (ref) => outbound(ref) !== null,
    wake: (ref) => {
      sessions?.wake()
      notifyOthers(channels.connections, ref)
    },
    wakeOutbox: (ref) => {
      if (outbound(ref)) events.outboxFilled(ref)
      else notifyOthers(channels.outbox, ref)
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
        fetch: (source) => fetchHistory(fetching(ref), source)
      }),
    fetchMedia: (ref, source) => fetchFile(fetching(ref), source),
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
