// Bytes of a Signal key as it is kept: a format number, then the cheapest encoding its kind allows.
import { deserialize, serialize } from 'node:v8'
import { BufferJSON, proto, type AuthenticationCreds } from '@whiskeysockets/baileys'

const format = { json: 1, bytes: 2, structured: 3, appStateKey: 4 } as const

/** Kinds without binary parts; Signal sessions carry theirs as base64 already. */
const plainKinds = new Set(['session', 'lid-mapping', 'device-list', 'sender-key-memory'])

/** Closed sessions a record keeps. Every one of them is written again with each message of the contact. */
const closedSessionsKept = 6

interface SessionRecord {
  _sessions: Record<string, { indexInfo: { closed: number } }>
}

const isRecord = (value: unknown): value is SessionRecord =>
  typeof value === 'object' && value !== null && typeof (value as SessionRecord)._sessions === 'object'

/** Drops the oldest closed sessions of a record. Messages on the way use the open one or one of the last few. */
export function prunedSession(value: unknown): unknown {
  if (!isRecord(value)) return value
  const closed = Object.entries(value._sessions).filter(([, session]) => session.indexInfo.closed !== -1)
  if (closed.length <= closedSessionsKept) return value
  closed.sort(([, a], [, b]) => b.indexInfo.closed - a.indexInfo.closed)
  const dropped = new Set(closed.slice(closedSessionsKept).map(([key]) => key))
  const kept = Object.entries(value._sessions).filter(([key]) => !dropped.has(key))
  return { ...value, _sessions: Object.fromEntries(kept) }
}

function tagged(tag: number, body: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(body.byteLength + 1)
  bytes[0] = tag
  bytes.set(body, 1)
  return bytes
}

function json(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text) + 1)
  bytes[0] = format.json
  bytes.write(text, 1)
  return bytes
}

/** Encodes the value of a key. */
export function encodeKey(type: string, value: unknown): Buffer {
  if (plainKinds.has(type)) return json(JSON.stringify(value))
  if (value instanceof Uint8Array) return tagged(format.bytes, value)
  if (type === 'app-state-sync-key') {
    const key = value as proto.Message.IAppStateSyncKeyData
    return tagged(format.appStateKey, proto.Message.AppStateSyncKeyData.encode(key).finish())
  }
  return tagged(format.structured, serialize(value))
}

/** Reads what `encodeKey` wrote. Errors: a format of a later version. */
export function decodeKey(bytes: Buffer): unknown {
  const body = bytes.subarray(1)
  switch (bytes[0]) {
    case format.json:
      return JSON.parse(body.toString()) as unknown
    case format.bytes:
      return Buffer.from(body)
    case format.structured:
      return deserialize(body) as unknown
    case format.appStateKey:
      return proto.Message.AppStateSyncKeyData.decode(body)
    default:
      throw new Error(`unknown key format ${bytes[0]}`)
  }
}

/** Credentials change rarely and are read by hand in emergencies: JSON. */
export const encodeCreds = (creds: AuthenticationCreds): Buffer => json(JSON.stringify(creds, BufferJSON.replacer))

export const decodeCreds = (bytes: Buffer): AuthenticationCreds =>
  JSON.parse(bytes.subarray(1).toString(), BufferJSON.reviver) as AuthenticationCreds
