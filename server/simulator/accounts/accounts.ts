// The people of the simulated WhatsApp: phones, customers, groups; made, changed, shown.
import { createHash, randomInt } from 'node:crypto'
import { newAppState } from './app-state.ts'
import { queueLength } from '../delivery/delivery.ts'
import { newHandset } from '../signal/handset.ts'
import type { Customer, Group, Phone, SimulatorState } from '../model.ts'
import type { CustomerDraft, CustomerView, GroupView, PhoneDraft, PhoneView } from '../types.ts'
import { jidPair, lidJid, pnJid } from '../wire/wire.ts'
import { customerOf, phoneOf, SimulatorError } from '../simulator-state.ts'

const DIGITS = /^\d{6,15}$/

function freshLid(state: SimulatorState, lid: string | undefined): string {
  if (lid !== undefined && !DIGITS.test(lid)) throw new SimulatorError('a LID has 6 to 15 digits')
  const taken = (candidate: string) =>
    state.lids.has(candidate) || [...state.phones.values()].some((phone) => phone.lid === candidate)
  if (lid && taken(lid)) throw new SimulatorError(`the LID ${lid} is taken`, 409)
  let made = lid
  while (!made || (!lid && taken(made))) made = String(randomInt(1e14, 2.8e14))
  return made
}

function freshNumber(state: SimulatorState, number: string): string {
  const digits = number.replace(/\D/g, '')
  if (!DIGITS.test(digits)) throw new SimulatorError('a number has 6 to 15 digits, country code first')
  if (state.phones.has(digits) || state.customers.has(digits)) throw new SimulatorError(`${digits} exists already`, 409)
  return digits
}

export async function createPhone(state: SimulatorState, draft: PhoneDraft): Promise<Phone> {
  const number = freshNumber(state, draft.number)
  const name = draft.name?.trim() || `Loja ${number.slice(-4)}`
  const phone: Phone = {
    number,
    name,
    lid: freshLid(state, draft.lid),
    business: draft.business ?? true,
    handset: newHandset(number),
    devices: new Map(),
    nextDevice: 1,
    appState: await newAppState(name)
  }
  if (state.phones.has(number)) throw new SimulatorError(`${number} exists already`, 409)
  state.phones.set(number, phone)
  state.emit({ type: 'phone', phone: number })
  return phone
}

function pictureOf(data: Uint8Array) {
  const bytes = Buffer.from(data)
  const mime = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg'
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), data: bytes, mime }
}

export function createCustomer(state: SimulatorState, draft: CustomerDraft): Customer {
  const number = freshNumber(state, draft.number)
  const customer: Customer = {
    number,
    name: draft.name?.trim() || `Cliente ${number.slice(-4)}`,
    lid: freshLid(state, draft.lid),
    addressing: draft.addressing ?? 'lid',
    hidesOtherAddress: draft.hidesOtherAddress ?? false,
    onWhatsApp: draft.onWhatsApp ?? true,
    about: draft.about ?? '',
    clockOffsetMs: draft.clockOffsetMs ?? 0,
    receipts: draft.receipts ?? 'delivered',
    readAfterMs: draft.readAfterMs ?? 0,
    receiptsFrom: draft.receiptsFrom ?? 'same',
    picture: draft.picture && pictureOf(draft.picture),
    handset: newHandset(number)
  }
  state.customers.set(number, customer)
  state.lids.set(customer.lid, number)
  state.emit({ type: 'customer', customer: number })
  return customer
}

/** Change everything of a customer but the number and the LID. `picture: null` takes the picture away. */
export function updateCustomer(
  state: SimulatorState,
  id: string,
  change: Partial<Omit<CustomerDraft, 'number' | 'lid' | 'picture'>> & { picture?: Uint8Array | null }
): Customer {
  const customer = customerOf(state, id)
  const { picture, ...rest } = change
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined && key in customer) Object.assign(customer, { [key]: value })
  if (picture === null) delete customer.picture
  else if (picture) customer.picture = pictureOf(picture)
  state.emit({ type: 'customer', customer: customer.number })
  return customer
}

export function createGroup(
  state: SimulatorState,
  draft: { phone: string; subject: string; customers: string[]; id?: string }
): Group {
  const phone = phoneOf(state, draft.phone)
  const customers = draft.customers.map((id) => customerOf(state, id).number)
  if (!customers.length) throw new SimulatorError('a group needs at least one customer')
  const id = draft.id ?? `1203${randomInt(1e13, 9e13)}@g.us`
  if (state.groups.has(id)) throw new SimulatorError(`the group ${id} exists already`, 409)
  const group = {
    id,
    subject: draft.subject,
    phone: phone.number,
    customers,
    createdAt: Date.now(),
    keyHolders: new Map()
  }
  state.groups.set(id, group)
  state.emit({ type: 'group', group: id })
  return group
}

export function viewPhone(state: SimulatorState, phone: Phone): PhoneView {
  return {
    number: phone.number,
    name: phone.name,
    lid: phone.lid,
    jid: pnJid(phone.number),
    business: phone.business,
    devices: [...phone.devices.values()].map((device) => ({
      id: device.id,
      ...jidPair(phone, device.id),
      label: device.label,
      pairedAt: device.pairedAt,
      online: state.online.get(device)?.stage === 'online',
      available: device.available,
      queued: queueLength(device.queue),
      preKeys: device.preKeys.size
    }))
  }
}

export function viewCustomer(customer: Customer): CustomerView {
  const { handset: _handset, picture, ...plain } = customer
  const addresses = { jid: pnJid(customer.number), lidJid: lidJid(customer.lid) }
  return { id: customer.number, ...plain, ...addresses, hasPicture: !!picture }
}

export function viewGroup({ id, subject, phone, customers, createdAt }: Group): GroupView {
  return {
    id,
    subject,
    phone,
    customers: [...customers],
    createdAt
  }
}
