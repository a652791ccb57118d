// A plain Baileys client for the simulator's own tests: pairs, logs in, collects events and everything above "info" in its log.
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import {
  BufferJSON,
  initAuthCreds,
  makeWASocket,
  proto,
  type AuthenticationCreds,
  type ConnectionState,
  type MessageUserReceiptUpdate,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
  type WAMessageUpdate,
  type WASocket
} from '@whiskeysockets/baileys'
import type { Simulator } from '../simulator.ts'

interface LogLine {
  level: string
  text: string
}

type Store = Map<string, string>

export interface Client {
  sock: WASocket
  /** Log lines of level warn and error. */
  complaints: LogLine[]
  /** Messages of `messages.upsert`, with the type of the event. */
  inbox: { message: WAMessage; type: string }[]
  /** Every event as `[name, data]`. */
  events: [string, unknown][]
  state: Partial<ConnectionState>
  /** Status code of the last close. */
  closedWith?: number
  creds: AuthenticationCreds
  store: Store
  /** Resolves when `look` is truthy. */
  until<T>(look: () => T | Promise<T>, what?: string, timeoutMs?: number): Promise<NonNullable<T>>
  /** Messages that are for a person: no peer messages, no own ones. */
  received(): WAMessage[]
  /** Highest status seen of a message, wherever Baileys told it; 0 = error. */
  statusOf(id: string): number | undefined
  /** Users whose receipt of a message was told, in an update or inside the message itself. */
  receiptsOf(id: string): string[]
  close(): Promise<void>
}

/** Make this process trust the media host; a server process gets the same through NODE_EXTRA_CA_CERTS. */
export function trustMediaHost(simulator: Simulator): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(simulator.caFile, 'utf8')])
}

function logger(complaints: LogLine[]) {
  const keep = (level: string) => (data: unknown, text?: string) => {
    const error = (data as { err?: Error; error?: Error } | undefined)?.err ?? (data as { error?: Error })?.error
    const detail =
      typeof data === 'string'
        ? data
        : JSON.stringify(data, (_key, value: unknown) => (value instanceof Error ? value.message : value))
    complaints.push({ level, text: `${text ?? ''} ${detail ?? ''} ${error?.stack ?? ''}`.slice(0, 2000) })
  }
  const nothing = () => undefined
  const made = {
    level: 'warn',
    child: () => made,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: keep('warn'),
    error: keep('error')
  }
  return made
}

function memoryKeys(store: Store) {
  return {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const text = store.get(`${type}|${id}`)
        if (text === undefined) continue
        const value = JSON.parse(text, BufferJSON.reviver) as SignalDataTypeMap[T]
        found[id] =
          type === 'app-state-sync-key'
            ? (proto.Message.AppStateSyncKeyData.fromObject(value as object) as unknown as SignalDataTypeMap[T])
            : value
      }
      return found
    },
    set: async (data: object) => {
      for (const [type, entries] of Object.entries(data))
        for (const [id, value] of Object.entries((entries ?? {}) as Record<string, unknown>))
          if (value == null) store.delete(`${type}|${id}`)
          else store.set(`${type}|${id}`, JSON.stringify(value, BufferJSON.replacer))
    }
  }
}

/** Open a socket to the simulator; with `from` it continues that client's credentials. */
export function openClient(simulator: Simulator, from?: Client, config: Partial<UserFacingSocketConfig> = {}): Client {
  const complaints: LogLine[] = from?.complaints ?? []
  const creds = from?.creds ?? initAuthCreds()
  const store: Store = from?.store ?? new Map()
  const sock = makeWASocket({
    waWebSocketUrl: simulator.whatsappUrl,
    auth: { creds, keys: memoryKeys(store) },
    logger: logger(complaints),
    markOnlineOnConnect: false,
    syncFullHistory: false,
    browser: ['Desk', 'Chrome', '1.0'],
    ...config
  })
  const client: Client = {
    sock,
    complaints,
    inbox: from?.inbox ?? [],
    events: from?.events ?? [],
    state: {},
    creds,
    store,
    received: () =>
      client.inbox.map((item) => item.message).filter((message) => !message.key.fromMe && message.category !== 'peer'),
    // A bound for what hangs: beside a browser and other servers a busy machine takes long.
    until: (look, what = 'the client', timeoutMs = 60_000) => simulator.waitFor(look, timeoutMs, what),
    statusOf: (id) => {
      const updates = client.events.flatMap(([name, data]) =>
        name === 'messages.update' ? (data as WAMessageUpdate[]) : []
      )
      const told = [
        ...client.inbox.map((item) => ({ id: item.message.key.id, status: item.message.status })),
        ...updates.map((item) => ({ id: item.key.id, status: item.update.status }))
      ].flatMap((item) => (item.id === id && item.status != null ? [item.status] : []))
      return told.includes(0) ? 0 : told.length ? Math.max(...told) : undefined
    },
    receiptsOf: (id) => {
      const updates = client.events.flatMap(([name, data]) =>
        name === 'message-receipt.update' ? (data as MessageUserReceiptUpdate[]) : []
      )
      const folded = client.inbox.flatMap(({ message }) => (message.key.id === id ? (message.userReceipt ?? []) : []))
      const told = [...updates.filter((item) => item.key.id === id).map((item) => item.receipt), ...folded]
      return [...new Set(told.map((receipt) => receipt.userJid ?? ''))]
    },
    close: async () => {
      await sock.end(undefined)
    }
  }
  sock.ev.on('creds.update', (update) => Object.assign(creds, update))
  sock.ev.process((events) => {
    for (const [name, data] of Object.entries(events)) client.events.push([name, data])
    for (const message of events['messages.upsert']?.messages ?? [])
      client.inbox.push({ message, type: events['messages.upsert']!.type })
  })
  sock.ev.on('connection.update', (update) => {
    Object.assign(client.state, update)
    const error = update.lastDisconnect?.error as { output?: { statusCode: number } } | undefined
    if (update.connection === 'close') client.closedWith = error?.output?.statusCode ?? 0
  })
  return client
}

/** Pair a new client with a phone and log it in. */
export async function pairClient(
  simulator: Simulator,
  phone: string,
  config: Partial<UserFacingSocketConfig> = {}
): Promise<Client> {
  const first = openClient(simulator, undefined, config)
  const qr = await first.until(() => first.state.qr, 'a QR code')
  await simulator.scanQr(phone, qr)
  await first.until(() => first.closedWith === 515, 'the restart after pairing')
  // Baileys logs the stream error of the mandatory restart.
  first.complaints.length = 0
  const client = await loginClient(simulator, first, config)
  await client.until(() => client.creds.accountSyncCounter, 'the end of the first sync')
  await client.until(() => simulator.phone(phone).devices.every((device) => !device.queued), 'an empty queue')
  return client
}

/** Log in again with the credentials of an earlier client. */
export async function loginClient(
  simulator: Simulator,
  from: Client,
  config: Partial<UserFacingSocketConfig> = {}
): Promise<Client> {
  const client = openClient(simulator, from, config)
  await client.until(() => client.state.connection === 'open', 'the connection')
  await client.until(() => client.state.receivedPendingNotifications, 'the pending notifications')
  return client
}
