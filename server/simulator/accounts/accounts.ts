// The people of the simulated world: phones, customers, groups; made, changed, shown.
import { createHash, randomInt } from 'node:crypto'
import { newAppState } from './app-state.ts'
import { queueLength } from '../chats/delivery.ts'
import { newHandset } from './handset.ts'
import type { Customer, Group, Phone, World } from '../model.ts'
import type { CustomerDraft, CustomerView, GroupView, PhoneDraft, PhoneView } from '../types.ts'
import { jidPair, lidJid, pnJid } from '../wire/wire.ts'
import { customerOf, phoneOf, SimulatorError } from '../world.ts'

const DIGITS = /^\d{6,15}$/

function freshLid(world: World, lid: string | undefined): string {
  if (lid !== undefined && !DIGITS.test(lid)) throw new SimulatorError('a LID has 6 to 15 digits')
  const taken = (candidate: string) =>
    world.lids.has(candidate) || [...world.phones.values()].some((phone) => phone.lid === candidate)
  if (lid && taken(lid)) throw new SimulatorError(`the LID ${lid} is taken`, 409)
  let made = lid
  while (!made || (!lid && taken(made))) made = String(randomInt(1e14, 2.8e14))
  return made
}

function freshNumber(world: World, number: string): string {
  const digits = number.replace(/\D/g, '')
  if (!DIGITS.test(digits)) throw new SimulatorError('a number has 6 to 15 digits, country code first')
  if (world.phones.has(digits) || world.customers.has(digits)) throw new SimulatorError(`${digits} exists already`, 409)
  return digits
}

export async function createPhone(world: World, draft: PhoneDraft): Promise<Phone> {
  const number = freshNumber(world, draft.number)
  const name = draft.name?.trim() || `Loja ${number.slice(-4)}`
  const phone: Phone = {
    number,
    name,
    lid: freshLid(world, draft.lid),
    business: draft.business ?? true,
    handset: newHandset(number),
    devices: new Map(),
    nextDevice: 1,
    appState: await newAppState(name)
  }
  if (world.phones.has(number)) throw new SimulatorError(`${number} exists already`, 409)
  world.phones.set(number, phone)
  world.emit({ type: 'phone', phone: number })
  return phone
}

function pictureOf(data: Uint8Array) {
  const bytes = Buffer.from(data)
  const mime = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg'
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), data: bytes, mime }
}

export function createCustomer(world: World, draft: CustomerDraft): Customer {
  const number = freshNumber(world, draft.number)
  const customer: Customer = {
    number,
    name: draft.name?.trim() || `Cliente ${number.slice(-4)}`,
    lid: freshLid(world, draft.lid),
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
  world.customers.set(number, customer)
  world.lids.set(customer.lid, number)
  world.emit({ type: 'customer', customer: number })
  return customer
}

/** Change everything of a customer but the number and the LID. `picture: null` takes the picture away. */
export function updateCustomer(
  world: World,
  id: string,
  change: Partial<Omit<CustomerDraft, 'number' | 'lid' | 'picture'>> & { picture?: Uint8Array | null }
): Customer {
  const customer = customerOf(world, id)
  const { picture, ...rest } = change
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined && key in customer) Object.assign(customer, { [key]: value })
  if (picture === null) delete customer.picture
  else if (picture) customer.picture = pictureOf(picture)
  world.emit({ type: 'customer', customer: customer.number })
  return customer
}

export function createGroup(
  world: World,
  draft: { phone: string; subject: string; customers: string[]; id?: string }
): Group {
  const phone = phoneOf(world, draft.phone)
  const customers = draft.customers.map((id) => customerOf(world, id).number)
  if (!customers.length) throw new SimulatorError('a group needs at least one customer')
  const id = draft.id ?? `1203${randomInt(1e13, 9e13)}@g.us`
  if (world.groups.has(id)) throw new SimulatorError(`the group ${id} exists already`, 409)
  const group = {
    id,
    subject: draft.subject,
    phone: phone.number,
    customers,
    createdAt: Date.now(),
    keyHolders: new Map()
  }
  world.groups.set(id, group)
  world.emit({ type: 'group', group: id })
  return group
}

export function viewPhone(world: World, phone: Phone): PhoneView {
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
      online: world.online.get(device)?.stage === 'online',
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
