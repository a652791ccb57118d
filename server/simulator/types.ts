// Public shapes of the simulator: what a test, the HTTP API and the page put in and get out.

export interface SimulatorOptions {
  /** Folder of the certificate, kept over restarts. Default: a temporary one that goes at stop. */
  dataDir?: string
  /** Ports on 127.0.0.1; 0 = random (default). */
  port?: number
  apiPort?: number
  mediaPort?: number
  /** Serve the HTTP API and the page (default true). */
  api?: boolean
  /** File that keeps phones, devices, sessions, queues and chats across restarts (default: memory only). */
  stateFile?: string | undefined
  /** Desks whose QR codes "pair what waits" may look up. */
  desks?: ServerLogin[]
  /** Life of one QR reference before it is refused, ms (default 60000 for the first, +20000 for each next one). */
  qrLifetimeMs?: number
}

export interface PhoneDraft {
  /** Digits with country code, e.g. `5511999990001`. */
  number: string
  name?: string
  /** Digits of the LID; made up when absent. */
  lid?: string
  /** WhatsApp Business account: the companion learns its name while pairing (default true). */
  business?: boolean
}

export interface LinkedDevice {
  id: number
  jid: string
  lid: string
  label: string
  pairedAt: number
  online: boolean
  /** The companion has sent presence "available". */
  available: boolean
  /** Stanzas waiting for its acknowledgement. */
  queued: number
  preKeys: number
}

export interface PhoneView {
  number: string
  name: string
  lid: string
  jid: string
  business: boolean
  devices: LinkedDevice[]
}

export interface WaitingRegistration {
  /** Number of the socket, newest is highest. */
  id: number
  since: number
  label: string
  /** Number of the phone that a code was asked for instead. */
  codeFor?: string | undefined
  /** The QR string, if the desk has told it: the secret in it never travels over the socket. */
  qr?: string | undefined
}

export type Addressing = 'lid' | 'pn'
export type ReceiptMode = 'never' | 'delivered' | 'read'

export interface CustomerDraft {
  number: string
  name?: string
  lid?: string
  /** Address the customer's stanzas carry (default `lid`, as WhatsApp mostly does today). */
  addressing?: Addressing
  /** Leave the other address out of the stanzas: the desk learns only one of them (default false). */
  hidesOtherAddress?: boolean
  /** False: the number is not on WhatsApp (default true). */
  onWhatsApp?: boolean
  about?: string
  /** Added to the clock of the customer's handset, ms (default 0). */
  clockOffsetMs?: number
  receipts?: ReceiptMode
  /** Delay of the `read` receipt, ms (default 0). */
  readAfterMs?: number
  /** Address the receipts come from (default: the one the message was sent to). */
  receiptsFrom?: 'same' | Addressing
  /** JPEG or PNG bytes of the profile picture. */
  picture?: Uint8Array
}

export interface CustomerView {
  /** Handle in every call: the number. */
  id: string
  number: string
  name: string
  lid: string
  jid: string
  lidJid: string
  addressing: Addressing
  hidesOtherAddress: boolean
  onWhatsApp: boolean
  about: string
  clockOffsetMs: number
  receipts: ReceiptMode
  readAfterMs: number
  receiptsFrom: 'same' | Addressing
  hasPicture: boolean
}

export interface GroupView {
  id: string
  subject: string
  phone: string
  customers: string[]
  createdAt: number
}

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

export interface MediaView {
  /** Id on the simulator: `/api/media/<id>` gives the decrypted bytes. */
  id: string
  kind: MediaKind
  mime: string
  bytes: number
  fileName?: string | undefined
  seconds?: number | undefined
  ptt?: boolean | undefined
  waveform?: number[] | undefined
  width?: number | undefined
  height?: number | undefined
  sha256: string
  error?: string
}

export type MessageKind =
  'text' | MediaKind | 'location' | 'contacts' | 'poll' | 'template' | 'unknown' | 'undecryptable'

export interface ChatMessage {
  id: string
  chat: string
  phone: string
  /** Customer who wrote it or for whom it is; in groups the writer (absent for what the desk wrote). */
  customer?: string | undefined
  /** `customer` = inbound to the desk, `desk` = sent by a linked device, `handset` = the owner wrote on the phone. */
  from: 'customer' | 'desk' | 'handset'
  /** Linked device that sent it. */
  device?: number
  kind: MessageKind
  text?: string
  caption?: string | undefined
  media?: MediaView
  location?: { latitude: number; longitude: number; name?: string | undefined; address?: string | undefined }
  contacts?: { name: string; vcard: string }[]
  quotedId?: string | undefined
  mentions?: string[] | undefined
  forwarded?: boolean | undefined
  viewOnce?: boolean | undefined
  /** Unix ms. */
  at: number
  edits: { text: string; at: number }[]
  revokedAt?: number
  /** Reactor ("desk", "handset" or a customer) to emoji. */
  reactions: Record<string, string>
  /** Inbound: when the first linked device acknowledged it, and when the desk marked it read. */
  ackedAt?: number
  nackedWith?: string
  readByDeskAt?: number
  playedByDeskAt?: number
  /** Inbound: how many times the stanza left for a linked device. */
  sends: number
  /** Inbound: retry receipts the desk asked. */
  retries: number
  /** Outbound: raw copies that reached each customer (a second copy of an id is not shown twice). */
  deliveries: Record<string, number>
  decryptErrors: number
  /** Outbound: error of the refusal, if the send was refused. */
  refusedWith?: string
  deliveredAt?: number
  readAt?: number
  playedAt?: number
  /** Name of the protobuf field of the content. */
  field: string
  /** The address the stanza used (`to` or `from`). */
  address: string
}

export interface ChatView {
  id: string
  phone: string
  customer?: string | undefined
  group?: string | undefined
  title: string
  last?: ChatMessage | undefined
  unread: number
  /** Typing state the desk shows in this chat. */
  deskPresence: 'composing' | 'recording' | 'paused'
}

export interface SendOptions {
  /** Message id (default: made up). */
  id?: string
  /** Force the address form of this stanza. */
  address?: Addressing
  /** Send in this group instead of the private chat. */
  group?: string
  /** Time of the stanza, unix ms. */
  at?: number
  /** Send the stanza this many times with the same id, each encrypted anew (default 1). */
  copies?: number
  /** Spoil the ciphertext: readable on the first retry (`once`), or never (`always`). */
  broken?: 'once' | 'always'
}

/** A message from before the desk was linked. */
export interface PastMessage {
  customer: string
  group?: string
  /** Default: the customer. */
  from?: 'customer' | 'handset'
  content: Content
  /** Unix ms. */
  at: number
  id?: string
  /** The customer has read what the owner wrote. */
  read?: boolean
  /** The phone could not read it. */
  unreadable?: boolean
}

export interface MediaSource {
  /** Bytes of the file, or the name of a built-in sample (`picture`, `voice`, `song`, `video`, `document`, `sticker`). */
  data?: Uint8Array
  base64?: string
  sample?: string
  mime?: string
  fileName?: string
  caption?: string
  seconds?: number
  ptt?: boolean
  waveform?: number[]
  width?: number
  height?: number
  viewOnce?: boolean
  animated?: boolean
}

interface Quotable {
  /** Id of the message replied to, of either side. */
  quotedId?: string
  forwarded?: boolean
}

export type Content =
  | (Quotable & { type: 'text'; text: string; mentions?: string[] })
  | (Quotable & MediaSource & { type: MediaKind })
  | (Quotable & {
      type: 'location'
      latitude: number
      longitude: number
      name?: string
      address?: string
      live?: boolean
    })
  | (Quotable & { type: 'contacts'; contacts: { name: string; number?: string; vcard?: string }[] })
  | { type: 'reaction'; targetId: string; emoji: string }
  | { type: 'edit'; targetId: string; text: string }
  | { type: 'delete'; targetId: string }
  | { type: 'poll'; name: string; options: string[] }
  | { type: 'template'; text: string }
  | { type: 'unknown' }
  | { type: 'raw'; message: object }

/** Where the simulator may ask for the QR codes on the desk's screen. */
export interface ServerLogin {
  url: string
  email: string
  password: string
}
