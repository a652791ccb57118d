// The shapes of the simulated WhatsApp, known to every room of the simulator.
import type { EventEmitter } from 'node:events'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { SessionRecord } from 'libsignal'
import type { IdentityKeyPair, KeyPair } from './wire/keys.ts'
import type { Dialect, FaultSettings, Refusal, SimulatorEvent } from './run-types.ts'
import type { ChatMessage, ChatView, CustomerDraft, SimulatorOptions, ServerLogin } from './types.ts'

export interface SignedPreKey {
  id: number
  value: Buffer
  signature: Buffer
}

/** A Signal party of the simulator: a customer's handset, or the phone itself. */
export interface Handset {
  /** Unique over the simulator; part of the session names only. */
  name: string
  identity: IdentityKeyPair
  registrationId: number
  signedPreKey?: SignedPreKey & { keyPair: KeyPair }
  preKeys: Map<number, KeyPair>
  nextPreKeyId: number
  sessions: Map<string, SessionRecord>
  senderKeys: Map<string, unknown>
}

/** Public keys of one device, as the server hands them out. */
export interface Bundle {
  registrationId: number
  identity: Buffer
  signedPreKey: SignedPreKey
  preKey?: { id: number; value: Buffer } | undefined
}

export interface QueuedStanza {
  node: BinaryNode
  /** Encoded form without the offline mark, made ahead of time by bulk runs. */
  encoded?: Uint8Array
  /** Chat and message this stanza carries, to note its acknowledgement. */
  chat?: string
  message?: string
  sends: number
  order: number
}

/** Waiting stanzas by `tag id`, in order of arrival; the same id may wait more than once. */
export type DeviceQueue = Map<string, QueuedStanza[]>

/** App state of an account: the synced collections, kept as encrypted patches. */
export interface AppState {
  keyId: Buffer
  keyData: Buffer
  collections: Map<string, { version: number; patches: Buffer[] }>
}

export interface Device {
  id: number
  keyIndex: number
  noiseKey: Buffer
  identity: Buffer
  registrationId: number
  signedPreKey: SignedPreKey
  preKeys: Map<number, Buffer>
  /** Complete ADVSignedDeviceIdentity, given out with the bundle. */
  account: Buffer
  label: string
  pairedAt: number
  available: boolean
  historySent: boolean
  queue: DeviceQueue
}

export interface Phone {
  number: string
  name: string
  lid: string
  business: boolean
  handset: Handset
  devices: Map<number, Device>
  nextDevice: number
  appState: AppState
}

export interface Customer extends Required<Omit<CustomerDraft, 'picture'>> {
  picture?: { id: string; data: Buffer; mime: string } | undefined
  handset: Handset
}

export interface Group {
  id: string
  subject: string
  phone: string
  customers: string[]
  createdAt: number
  /** Member handset name to the device names that hold its sender key. */
  keyHolders: Map<string, Set<string>>
}

export interface SentContent {
  /** Encoded protobuf message. */
  plain: Buffer
  /** What really travelled, when it was wrapped for the own devices. */
  wire?: Buffer
  attrs: Record<string, string | undefined>
  type: string
  mediatype?: string | undefined
  /** Every copy is spoiled, also those of a retry. */
  broken?: boolean | undefined
}

export interface Chat {
  id: string
  phone: string
  customer?: string | undefined
  group?: string | undefined
  messages: Map<string, ChatMessage>
  /** Edits, deletions and reactions: stanzas of their own that are not shown. */
  changes: Map<string, ChatMessage>
  /** Encoded content of the messages the desk may ask again or find in its history. */
  contents: Map<string, SentContent>
  deskPresence: ChatView['deskPresence']
}

/** A decrypted file, for the page. */
export interface StoredFile {
  id: string
  data: Buffer
  mime: string
  fileName?: string | undefined
}

/** A code that was asked for instead of the QR code. */
export interface LinkCode {
  /** The only phone it can be typed on. */
  number: string
  ref: Buffer
  /** The companion's one-time key, readable with the code alone. */
  wrapped: Buffer
  /** Takes the companion's answer to what was typed. */
  onFinish?: (answer: BinaryNode) => void
}

/** A companion that shows a QR code. */
export interface Registration {
  refs: string[]
  since: number
  noiseKey: Buffer
  registrationId: number
  identity: Buffer
  signedPreKey: SignedPreKey
  label: string
  scanned: boolean
  linkCode?: LinkCode
}

/** One websocket of a client. */
export interface Connection {
  id: number
  since: number
  /** `offline`: logged in, the stored stanzas have not been sent yet. */
  stage: 'handshake' | 'registering' | 'paired' | 'offline' | 'online' | 'closed'
  phone?: Phone | undefined
  device?: Device
  registration?: Registration
  /** Work on the client's messages, one after the other. */
  work: Promise<void>
  /** Inbound messages sent on this socket. */
  messagesSent: number
  send(node: BinaryNode): void
  sendEncoded(encoded: Uint8Array): void
  /** Send an iq and wait for its answer. */
  ask(node: BinaryNode): Promise<BinaryNode>
  /** Close after what was sent has left. */
  close(): void
  /** Cut the TCP connection without a word. */
  drop(): void
}

/** The socket of a linked device that has logged in. */
export type DeviceConnection = Connection & { phone: Phone; device: Device }

/** A socket that shows a QR code. */
export type CompanionConnection = Connection & { registration: Registration }

/** A message on its way to the linked devices. */
/** A customer, and the phone they write with. */
export interface Parties {
  phone: Phone
  customer: Customer
}

/** What one of its messages is about; in a group one customer of many. */
export interface Conversation extends Parties {
  chat: Chat
}

export interface Outgoing {
  phone: Phone
  chat: Chat
  id: string
  at: number
  /** Everything of the stanza's attributes but id, t and type. */
  attrs: Record<string, string | undefined>
  handset: Handset
  group?: Group | undefined
  /** The group ciphertext is one for all devices. */
  groupCiphertext?: Buffer
  /** Spoil the ciphertext. */
  broken?: boolean | undefined
}

export interface Call {
  id: string
  phone: string
  customer: string
  video: boolean
  state: 'ringing' | 'rejected' | 'timeout' | 'ended'
}

export interface Faults {
  global: Partial<FaultSettings>
  phones: Map<string, Partial<FaultSettings>>
  refusals: Refusal[]
  nextRefusal: number
  /** Retry receipts still to be sent on purpose, by customer. */
  retries: Map<string, number>
  /** Receipts held back. */
  held: (() => void)[]
}

/** One message of a bulk run, encrypted for every linked device. */
export interface PreparedMessage {
  phone: Phone
  customer: Customer
  chat: Chat
  message: ChatMessage
  stanzas: { device: Device; stanza: Pick<QueuedStanza, 'node' | 'encoded'> }[]
}

export interface BulkTotals {
  acked: number
  nacked: number
  redelivered: number
  retried: number
  lastAckAt: number
}

export interface BulkRun {
  id: string
  prepared: PreparedMessage[]
  released: number
  /** Length of the acknowledged beginning, and its counts. */
  settled: number
  totals: BulkTotals
  startedAt?: number
  finishedAt?: number
  timer?: NodeJS.Timeout
}

export interface SimulatorState {
  options: SimulatorOptions
  phones: Map<string, Phone>
  customers: Map<string, Customer>
  /** LID digits to customer number. */
  lids: Map<string, string>
  groups: Map<string, Group>
  chats: Map<string, Chat>
  calls: Map<string, Call>
  /** Decrypted files by id, for the page. */
  files: Map<string, StoredFile>
  /** Encrypted blobs of the media host by direct path. */
  blobs: Map<string, Buffer>
  /** Blobs taken off the media host, kept by the handset that sent them. */
  lostBlobs: Map<string, Buffer>
  bulkRuns: Map<string, BulkRun>
  desks: ServerLogin[]
  connections: Set<Connection>
  /** The socket of each linked device that is logged in now. */
  online: Map<Device, DeviceConnection>
  /** Logins of devices that were still logged in by another socket. */
  overlaps: { phone: string; at: number }[]
  /** QR strings the desk has told, by reference. */
  knownQrs: Map<string, string>
  faults: Faults
  dialect: Dialect
  events: EventEmitter
  mediaHost: string
  /** Something changed since the state file was written. */
  isDirty: boolean
  emit(event: SimulatorEvent): void
  log(text: string, phone?: string): void
}
