// The port between the desk and WhatsApp: what features may ask of a session and what a session reports.
import type { Readable } from 'node:stream'
import type { Transaction } from '#database/client.ts'
import type {
  ConnectionPairing,
  ConnectionReason,
  ConnectionStatus
} from '@guiche/shared/features/inbox/connections.ts'
import type { FailureReason } from '@guiche/shared/features/inbox/messages.ts'
import type { FailurePage, ReplayResult } from './inbound-failures.ts'

export interface ConnectionRef {
  companyId: number
  connectionId: number
}

/** An address on WhatsApp without device: `5511…@s.whatsapp.net`, `…@lid` or `…@g.us`. */
export type Address = string

/** A person or group as a stanza names it; at least one of phone and lid is known for a person. */
export interface Party {
  /** The address the stanza used. */
  address: Address
  phone: Address | null
  lid: Address | null
  isGroup: boolean
}

export interface InboundMedia {
  kind: 'image' | 'audio' | 'video' | 'application' | 'sticker'
  mime: string
  name: string | null
  /** Bytes, as the sender claims. */
  size: number | null
  /** Seconds. */
  duration: number | null
  width: number | null
  height: number | null
  voice: boolean
  /** 64 levels, 0 to 100. */
  waveform: number[] | null
  /** Small JPEG that came inside the message. */
  thumbnail: Buffer | null
  /** What `fetchMedia` needs; JSON, opaque to features. */
  source: unknown
}

export type InboundContent =
  | { kind: 'text'; body: string }
  | { kind: 'media'; body: string; media: InboundMedia }
  | { kind: 'location'; body: string; latitude: number; longitude: number }
  | { kind: 'vcard'; body: string }
  /** A call that ended; body is `audio` or `video`. */
  | { kind: 'call'; body: string }
  /** A kind this version cannot show: `raw` is kept, `label` is the protobuf field's name. */
  | { kind: 'unknown'; label: string; raw: unknown }

interface InboundHeader {
  /** Row of the journal this came from; null when it did not come through it (calls, undecryptable stubs). */
  journalId: number | null
  waId: string
  /** Conversation: the customer, or the group. */
  chat: Party
  /** Writer inside a group; null in a conversation of two. */
  sender: Party | null
  /** What the writer calls themselves. */
  pushName: string | null
  /** Written on the account's own phone or another linked device. */
  fromMe: boolean
  /** Time of the message by WhatsApp's clock. */
  sentAt: Date
  /** Was waiting at WhatsApp while this session was away. */
  offline: boolean
}

/** What a journal row (or stub) means, after protobufs and JIDs are gone. */
export type InboundMessage = InboundHeader &
  (
    | { type: 'message'; content: InboundContent; quotedWaId: string | null; viewOnce: boolean; forwarded: boolean }
    | { type: 'edit'; targetWaId: string; body: string }
    /** `byOther`: an administrator of the group, or the own phone as one, takes away what somebody else wrote. */
    | { type: 'delete'; targetWaId: string; targetFromMe: boolean; byOther: boolean }
    /** Empty emoji: taken back. */
    | { type: 'reaction'; targetWaId: string; targetFromMe: boolean; emoji: string }
    /** Could not be decrypted yet; the readable copy comes later under the same id. */
    | { type: 'undecryptable' }
    /** The phone tells of its earlier conversations: `notice` is for `openHistory`. */
    | { type: 'history'; notice: Buffer }
    /** Nothing for people: receipts of keys, history notices, protocol chatter. The row is done. */
    | { type: 'ignored'; why: string }
  )

/** A message from before the phone was paired, with how far it had come by then. */
export interface EarlierMessage {
  message: Extract<InboundMessage, { type: 'message' }>
  /** Follows shared `ackLevels`. */
  level: number
  reactions: { emoji: string; fromMe: boolean; by: Address | null }[]
}

export interface EarlierConversation {
  chat: Party
  /** What the phone's owner calls it. */
  name: string | null
  /** Not before `since`, oldest first, some at a time; `skipped` could not be read. */
  slices(since: Date): Iterable<{ messages: EarlierMessage[]; skipped: number }>
}

/** What a phone has told of its earlier conversations at once. */
export interface EarlierPart {
  /** What people call themselves. */
  names: { party: Party; name: string }[]
  conversations: number
  /** Null: nobody's conversation of the desk. Errors: AppError ERR_MEDIA_BROKEN. */
  read(index: number): Promise<EarlierConversation | null>
  /** The phone has nothing further to tell. */
  isLast: boolean
}

/** `status` follows shared `ackLevels`; several ids of one chat in one receipt. */
export interface InboundReceipt {
  waIds: string[]
  level: number
  /** In groups: who read it. */
  participant: Address | null
  at: Date
}

export interface InboundCall {
  callId: string
  from: Party
  state: 'offered' | 'ended' | 'missed' | 'rejected'
  isVideo: boolean
  at: Date
}

/** Ids of a chat's messages to mark as read. */
export interface ReadMark {
  chat: Address
  waIds: string[]
  participant?: Address | null
}

export interface QuotedRef {
  waId: string
  fromMe: boolean
  participant: Address | null
  body: string
}

export interface OutboundFile {
  kind: 'image' | 'audio' | 'video' | 'application' | 'sticker'
  /** Opens the stored file; may be called again for a retry. */
  open: () => Promise<Readable>
  mime: string
  name: string
  size: number
  caption: string
  voice: boolean
  duration: number | null
  waveform: number[] | null
  thumbnail: Buffer | null
  width: number | null
  height: number | null
}

export type OutboundTask =
  | {
      kind: 'send'
      chat: Address
      waId: string
      body: string
      file: OutboundFile | null
      quoted: QuotedRef | null
      forwarded: boolean
    }
  | { kind: 'edit'; chat: Address; waId: string; targetWaId: string; body: string }
  | { kind: 'delete'; chat: Address; waId: string; targetWaId: string }
  | {
      kind: 'react'
      chat: Address
      waId: string
      targetWaId: string
      targetFromMe: boolean
      participant: Address | null
      emoji: string
    }
  | { kind: 'read'; marks: ReadMark[] }

/** WhatsApp (or the session) refused a task. `retry` says whether the same task may succeed later. */
export class WhatsAppRefusal extends Error {
  readonly reason: FailureReason
  readonly retry: boolean

  constructor(reason: FailureReason, retry: boolean, cause?: unknown) {
    super(`WhatsApp refused: ${reason}`, cause === undefined ? undefined : { cause })
    this.name = 'WhatsAppRefusal'
    this.reason = reason
    this.retry = retry
  }
}

export interface NumberLookup {
  /** Digits as asked. */
  asked: string
  exists: boolean
  /** Digits WhatsApp knows the number by. */
  number: string | null
  phone: Address | null
  lid: Address | null
}

export interface GroupInfo {
  address: Address
  subject: string
}

export interface WhatsAppPort {
  /** True when this node runs the session and it is connected. */
  isConnected(ref: ConnectionRef): boolean
  /** Number or true state changed in the database (wanted, generation): look at once. */
  wake(ref: ConnectionRef): void
  /** New rows in the outbox of this connection. */
  wakeOutbox(ref: ConnectionRef): void
  /** A fresh message id in WhatsApp's form, fixed before the first attempt so that retries repeat it. */
  newMessageId(): string
  /**
   * Carries out one task on a connected session; resolves when WhatsApp's server has acknowledged it.
   * Errors: WhatsAppRefusal.
   */
  perform(ref: ConnectionRef, task: OutboundTask): Promise<void>
  /**
   * Which of these numbers are on WhatsApp. Errors, here and in the next two: AppError ERR_WAPP_NOT_INITIALIZED without
   * a connected session, ERR_WAPP_CHECK_CONTACT when WhatsApp does not answer.
   */
  lookUp(ref: ConnectionRef, numbers: string[]): Promise<NumberLookup[]>
  /** Image bytes, or null when there is none to be seen. */
  profileAvatar(ref: ConnectionRef, address: Address): Promise<Buffer | null>
  groupInfo(ref: ConnectionRef, address: Address): Promise<GroupInfo>
  /** Streams a customer's file, decrypted and verified at the end. Asks for a new upload when it is gone. */
  fetchMedia(ref: ConnectionRef, source: unknown): Promise<Readable>
  /**
   * Opens what the phone of a device has told of its earlier conversations; needs no session, and no pairing any more.
   * Errors: AppError ERR_WAPP_DOWNLOAD_MEDIA, ERR_MEDIA_BROKEN.
   */
  openHistory(ref: ConnectionRef, device: string, notice: Buffer): Promise<EarlierPart>
  /** Shows the customer that somebody types or records. */
  sendPresence(ref: ConnectionRef, chat: Address, state: 'composing' | 'recording' | 'paused'): Promise<void>
  /** Hangs up a call that rings; nothing comes of it without a connected session. */
  rejectCall(ref: ConnectionRef, call: Pick<InboundCall, 'callId' | 'from'>): void
  /** Removes what sessions keep of people, in the running transaction: messages that could not be stored, keys of devices. */
  deletePeople(db: Transaction, companyId: number, addresses: Address[]): Promise<void>
  /** Received messages of a company that could not be stored, oldest first; pages of 20 from 1. */
  listFailures(companyId: number, page: number): Promise<FailurePage>
  /** Tries to store one of them again, on this node. Errors: AppError ERR_NO_INBOUND_FAILURE_FOUND. */
  replayFailure(companyId: number, id: number): Promise<ReplayResult>
}

export interface StatusReport {
  status: ConnectionStatus
  reason: ConnectionReason | null
  /** QR text while status is `qrcode`, else empty. */
  qrcode: string
  retries: number
  /** The code that is to be typed on a phone, or what became of it; absent: none was asked for. */
  pairing?: ConnectionPairing | null
  /** Own number (digits) and LID, once paired. */
  number?: string | null
  lid?: string | null
}

/** What sessions report; implemented by `app/wire-whatsapp.ts`. Every call is awaited, so it can hold a session back. */
export interface WhatsAppEvents {
  status(ref: ConnectionRef, report: StatusReport): Promise<void>
  /**
   * Messages of one connection in order. Resolves when all are stored, their journal rows gone in the same
   * transaction. A throw means that nothing was stored: the caller tries one by one.
   */
  inbound(ref: ConnectionRef, batch: InboundMessage[]): Promise<void>
  /** Whether what the phone of this device tells of its earlier conversations is wanted. */
  wantsHistory(ref: ConnectionRef, device: string): Promise<boolean>
  /** A message that could not be stored was put on the list of failures, or was taken from it. */
  failuresChanged(ref: ConnectionRef): Promise<void>
  receipts(ref: ConnectionRef, batch: InboundReceipt[]): Promise<void>
  /** WhatsApp refused a message after it was accepted for sending, or acknowledged it late. */
  sendFailed(ref: ConnectionRef, waId: string, reason: FailureReason): Promise<void>
  call(ref: ConnectionRef, call: InboundCall): Promise<void>
  presence(ref: ConnectionRef, from: Party, state: 'composing' | 'recording' | 'paused'): Promise<void>
  /** Two addresses turned out to be one person, or a name or group subject changed. */
  party(ref: ConnectionRef, party: Party, name: string | null): Promise<void>
  snapshotChanged(ref: ConnectionRef, address: Address): Promise<void>
  /** The session is open: waiting work may go out. Returns when the outbox is being drained. */
  opened(ref: ConnectionRef): Promise<void>
  /** The outbox of a session that runs here has new rows; returns at once. */
  outboxFilled(ref: ConnectionRef): void
  /** A message for Baileys to send again when a recipient asks; null when unknown. Shape: what `perform` was given. */
  sentTask(ref: ConnectionRef, waId: string): Promise<OutboundTask | null>
}
