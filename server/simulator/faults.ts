// The lasting faults: what the server does wrong on purpose, for everybody or for one phone.

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
  /** The websocket upgrade is answered with 503, or never (global only). */
  upgrade: 'accept' | 'refuse' | 'silent'
  /** QR references are treated as expired (global only). */
  expireQr: boolean
  /** Media downloads and uploads. */
  media: 'fine' | 'slow' | 'endless' | 'broken' | 'gone' | 'wrong-hash'
  /** Media uploads are refused with this status; 0 = accepted. */
  uploadFailure: number
}

export interface Refusal {
  id: number
  /** Phone whose sends are refused; absent: all. */
  phone?: string
  /** Customer (or group id) to whom; absent: all. */
  customer?: string
  /** Error code of the ack: 463, 479, 500 ... */
  error: number
  /** How often still; -1 = always. */
  times: number
}

export interface Faults {
  global: Partial<FaultSettings>
  phones: Map<string, Partial<FaultSettings>>
  refusals: Refusal[]
  nextRefusal: number
}

const none: FaultSettings = {
  latencyMs: 0,
  deaf: false,
  duplicateInbound: false,
  ackDelayMs: 0,
  dropAcks: false,
  holdReceipts: false,
  loginFailure: 0,
  dropAfterMessages: 0,
  upgrade: 'accept',
  expireQr: false,
  media: 'fine',
  uploadFailure: 0
}

export const newFaults = (): Faults => ({ global: {}, phones: new Map(), refusals: [], nextRefusal: 1 })

/** What holds for a phone: its own settings over the global ones. */
export const faultsFor = (faults: Faults, phone?: string): FaultSettings => ({
  ...none,
  ...faults.global,
  ...(phone ? faults.phones.get(phone) : undefined)
})

export function setFaults(faults: Faults, settings: Partial<FaultSettings>, phone?: string): FaultSettings {
  if (!phone) faults.global = { ...faults.global, ...settings }
  else faults.phones.set(phone, { ...faults.phones.get(phone), ...settings })
  return faultsFor(faults, phone)
}

export function clearFaults(faults: Faults, phone?: string): void {
  if (phone) {
    faults.phones.delete(phone)
    faults.refusals = faults.refusals.filter((refusal) => refusal.phone !== phone)
    return
  }
  faults.global = {}
  faults.phones.clear()
  faults.refusals = []
}

export function addRefusal(faults: Faults, refusal: Omit<Refusal, 'id'>): Refusal {
  const added = { ...refusal, id: faults.nextRefusal++ }
  faults.refusals.push(added)
  return added
}

/** The error a send has to be refused with, if any; counts it. */
export function refusalFor(faults: Faults, phone: string, recipient: string | undefined): number | undefined {
  const found = faults.refusals.find(
    (refusal) => (!refusal.phone || refusal.phone === phone) && (!refusal.customer || refusal.customer === recipient)
  )
  if (!found) return undefined
  if (found.times > 0 && --found.times === 0) faults.refusals.splice(faults.refusals.indexOf(found), 1)
  return found.error
}
