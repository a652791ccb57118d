// The lasting faults: what the server does wrong on purpose, for everybody or for one phone.
import type { Faults } from '../model.ts'
import type { FaultSettings, Refusal } from '../run-types.ts'

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
  upgradeStatus: 503,
  expireQr: false,
  linkCodeFailure: 0,
  media: 'fine',
  uploadFailure: 0
}

export function newFaults(): Faults {
  return {
    global: {},
    phones: new Map(),
    refusals: [],
    nextRefusal: 1,
    retries: new Map(),
    held: []
  }
}

/** What holds for a phone: its own settings over the global ones. */
export function faultsFor(faults: Faults, phone?: string): FaultSettings {
  return {
    ...none,
    ...faults.global,
    ...(phone ? faults.phones.get(phone) : undefined)
  }
}

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
export function refusalFor(
  faults: Faults,
  phone: string,
  recipient: string | undefined,
  what: NonNullable<Refusal['only']>
): number | undefined {
  const found = faults.refusals.find(
    (refusal) =>
      (!refusal.phone || refusal.phone === phone) &&
      (!refusal.customer || refusal.customer === recipient) &&
      (!refusal.only || refusal.only === what)
  )
  if (!found) return undefined
  if (found.times > 0 && --found.times === 0) faults.refusals.splice(faults.refusals.indexOf(found), 1)
  return found.error
}
