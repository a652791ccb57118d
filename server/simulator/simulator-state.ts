// Finding one's way in the simulated WhatsApp: accounts by address, chats, announcements of change.
import { EventEmitter } from 'node:events'
import type { Chat, Customer, Faults, Group, Phone, SimulatorState } from './model.ts'
import type { ChatMessage, SimulatorOptions } from './types.ts'
import { lidJid, parseJid, pnJid } from './wire/wire.ts'

/** An error the caller made; `status` is the HTTP status of the API's answer. */
export class SimulatorError extends Error {
  readonly status: number
  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

export const now = (customer?: Customer): number => Date.now() + (customer?.clockOffsetMs ?? 0)

export function phoneOf(state: SimulatorState, number: string): Phone {
  const phone = state.phones.get(number)
  if (!phone) throw new SimulatorError(`no phone ${number}`, 404)
  return phone
}

export function customerOf(state: SimulatorState, id: string): Customer {
  const customer = state.customers.get(id) ?? state.customers.get(state.lids.get(id) ?? '')
  if (!customer) throw new SimulatorError(`no customer ${id}`, 404)
  return customer
}

export function groupOf(state: SimulatorState, id: string): Group {
  const group = state.groups.get(id)
  if (!group) throw new SimulatorError(`no group ${id}`, 404)
  return group
}

/** The account (customer or phone) an address belongs to. */
export function accountOf(
  state: SimulatorState,
  jid: string | undefined
): { customer?: Customer; phone?: Phone; device: number } {
  const address = parseJid(jid)
  if (!address) return { device: 0 }
  const { user, server, device } = address
  const number = server === 'lid' ? (state.lids.get(user) ?? '') : user
  const customer = state.customers.get(number)
  if (customer) return { customer, device }
  for (const phone of state.phones.values())
    if (server === 'lid' ? phone.lid === user : phone.number === user) return { phone, device }
  return { device }
}

/** Address of an account in the wanted form. */
export const jidOf = (who: { number: string; lid: string }, form: 'lid' | 'pn', device = 0): string =>
  form === 'lid' ? lidJid(who.lid, device) : pnJid(who.number, device)

export const deviceName = (phone: Phone, device: number): string => `${phone.number}-${device}`

export function chatOf(
  state: SimulatorState,
  phone: Phone,
  who: { customer?: Customer | undefined; group?: Group | undefined }
): Chat {
  const id = `${phone.number}/${who.group?.id ?? who.customer?.number}`
  let chat = state.chats.get(id)
  if (!chat) {
    chat = {
      id,
      phone: phone.number,
      customer: who.group ? undefined : who.customer?.number,
      group: who.group?.id,
      messages: new Map(),
      changes: new Map(),
      contents: new Map(),
      deskPresence: 'paused'
    }
    state.chats.set(id, chat)
  }
  return chat
}

export function changed(state: SimulatorState, chat: Chat, message: ChatMessage): void {
  state.emit({ type: 'message', chat: chat.id, phone: chat.phone, message })
}

export function newSimulatorState(options: SimulatorOptions, faults: Faults): SimulatorState {
  const events = new EventEmitter().setMaxListeners(0)
  const state: SimulatorState = {
    options,
    phones: new Map(),
    customers: new Map(),
    lids: new Map(),
    groups: new Map(),
    chats: new Map(),
    calls: new Map(),
    files: new Map(),
    blobs: new Map(),
    connections: new Set(),
    online: new Map(),
    overlaps: [],
    knownQrs: new Map(),
    lostBlobs: new Map(),
    bulkRuns: new Map(),
    desks: [...(options.desks ?? [])],
    faults,
    events,
    dialect: {
      lids: 'told',
      namesOwnLid: true,
      mediaRefusals: 0,
      restartDelayMs: 0,
      omitsUrls: false,
      hostsHistory: false,
      answers: {}
    },
    mediaHost: '',
    isDirty: false,
    emit: (event) => {
      state.isDirty = true
      events.emit('event', event)
    },
    log: (text, phone) => state.emit({ type: 'log', at: Date.now(), phone, text })
  }
  return state
}
