// Public shapes of the runs and faults of the simulator: levers, refusals, bulk runs, counts, events.
import type { Addressing, ChatMessage } from './types.ts'

export interface FaultSettings {
  /** Delay of everything the server sends, ms. */
  latencyMs: number
  /** The socket stays open and the server neither listens nor speaks. */
  deaf: boolean
  /** Every inbound message stanza is sent twice (each encrypted anew, same id). */
  duplicateInbound: boolean
  /** Delay of the server's acknowledgement of what the desk sends, ms. */
  ackDelayMs: number
  /** The server never acknowledges what the desk sends. */
  dropAcks: boolean
  /** Delivery and read receipts of customers are held back until this is taken away. */
  holdReceipts: boolean
  /** Refusal at login: 401, 403, 503 ...; 0 = none. */
  loginFailure: number
  /** Drop the connection after this many further inbound messages; 0 = never. */
  dropAfterMessages: number
  /** The websocket upgrade is answered with `upgradeStatus`, never, by hanging up, or with what is no HTTP (global only). */
  upgrade: 'accept' | 'refuse' | 'silent' | 'hang-up' | 'garbage'
  /** HTTP status of a refused upgrade (global only). */
  upgradeStatus: number
  /** QR references and codes are treated as expired (global only). */
  expireQr: boolean
  /** Refusal of whoever asks for a code to link by: 400, 429 ...; 0 = none. */
  linkCodeFailure: number
  /** Media downloads and uploads. */
  media: 'fine' | 'slow' | 'endless' | 'broken' | 'gone' | 'wrong-hash'
  /** Media uploads are refused with this status; 0 = accepted. */
  uploadFailure: number
}

/** Ways of speaking that the protocol allows and another server may have. */
export interface Dialect {
  /** What look-ups tell of LIDs: the LID, nothing, or an error for the whole question. */
  lids: 'told' | 'untold' | 'refused'
  /** `success` names the LID of the device. */
  namesOwnLid: boolean
  /** Questions for media hosts that are still to be refused. */
  mediaRefusals: number
  /** From the scan of a code to the restart, ms. */
  restartDelayMs: number
  /** Leaves the web address out of files. */
  omitsUrls: boolean
  /** The history lies on the media host, and its notice tells the way. */
  hostsHistory: boolean
  /**
   * Questions that are left open, refused, or answered with nothing: by their namespace, and by what is asked behind a
   * blank where only that is meant (`privacy`, `encrypt count`).
   */
  answers: Record<string, 'never' | 'refused' | 'nothing'>
}

export interface Refusal {
  id: number
  /** Phone whose sends are refused; absent: all. */
  phone?: string
  /** Customer (or group id) to whom; absent: all. */
  customer?: string | undefined
  /** Error code of the ack: 463, 479, 500 ... */
  error: number
  /** How often still; -1 = always. */
  times: number
  /** Refuses these alone; absent: whatever goes out. */
  only?: 'message' | 'edit' | 'delete'
}

export interface BulkDraft {
  /** Numbers of the phones written to. */
  phones: string[]
  /** Ids, or how many customers to make (numbers `prefix` + counter, reused when they exist). */
  customers: number | string[]
  /** Messages in all, taken in turn by the customers: `c<customer>-#<count>`. */
  messages: number
  /** Messages a second; absent: all at once. */
  perSecond?: number
  prefix?: string
  prefixText?: string
  addressing?: Addressing
}

export interface BulkStats {
  id: string
  total: number
  released: number
  /** Acknowledged by a linked device. */
  acked: number
  nacked: number
  /** Sent more often than there are linked devices. */
  redelivered: number
  retried: number
  waiting: number
  startedAt?: number | undefined
  finishedAt?: number | undefined
  lastAckAt?: number | undefined
}

/** Messages of a bulk run per customer, in order of sending. */
export type BulkOrder = Record<string, { id: string; text: string; ackedAt?: number | undefined }[]>

/** What customers got from the desk, counted. */
export interface OutboundStats {
  messages: number
  /** Raw copies, repeated ids included. */
  deliveries: number
  duplicates: number
  decryptErrors: number
  refused: number
  customers: Record<string, { id: string; text: string; deliveries: number }[]>
}

export type SimulatorEvent =
  | { type: 'phone' | 'device'; phone: string }
  | { type: 'customer'; customer: string }
  | { type: 'group'; group: string }
  | { type: 'registration' }
  | { type: 'message'; chat: string; phone: string; message: ChatMessage }
  | { type: 'presence'; chat: string; phone: string; state: string }
  | { type: 'fault' }
  | { type: 'call'; phone: string; customer: string; callId: string; state: string }
  | { type: 'log'; at: number; phone?: string | undefined; text: string }
  | { type: 'bulk'; run: string }
