// Calls of customers: the offer rings at the desk until it is rejected, or ended by the customer or by time.
import { randomBytes } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { deliver } from '../delivery/delivery.ts'
import type { Call, Customer, DeviceConnection, Phone, SimulatorState } from '../model.ts'
import { newStanzaId, node, pnJid, seconds } from '../wire/wire.ts'
import { jidOf, now, SimulatorError } from '../simulator-state.ts'

function send(state: SimulatorState, phone: Phone, customer: Customer, content: BinaryNode): void {
  const attrs = { from: jidOf(customer, customer.addressing), id: newStanzaId(), t: seconds(now(customer)) }
  for (const device of phone.devices.values()) deliver(state, phone, device, { node: node('call', attrs, [content]) })
}

export function startCall(state: SimulatorState, phone: Phone, customer: Customer, video = false): Call {
  const id = randomBytes(16).toString('hex').toUpperCase()
  const call: Call = { id, phone: phone.number, customer: customer.number, video, state: 'ringing' }
  state.calls.set(id, call)
  const attrs = {
    'call-id': id,
    'call-creator': jidOf(customer, customer.addressing),
    caller_pn: customer.hidesOtherAddress ? undefined : pnJid(customer.number)
  }
  const media = [node('audio', { enc: 'opus', rate: '16000' }), ...(video ? [node('video', {})] : [])]
  send(state, phone, customer, node('offer', attrs, media))
  state.emit({ type: 'call', phone: phone.number, customer: customer.number, callId: id, state: 'ringing' })
  return call
}

/** The customer hangs up, or nobody answered in time. */
export function endCall(state: SimulatorState, id: string, reason: 'timeout' | 'ended'): Call {
  const call = state.calls.get(id)
  if (!call) throw new SimulatorError(`no call ${id}`, 404)
  const phone = state.phones.get(call.phone)!
  const customer = state.customers.get(call.customer)!
  call.state = reason
  const attrs = { 'call-id': id, 'call-creator': jidOf(customer, customer.addressing) }
  send(state, phone, customer, node('terminate', { ...attrs, reason: reason === 'timeout' ? 'timeout' : undefined }))
  state.emit({ type: 'call', phone: call.phone, customer: call.customer, callId: id, state: reason })
  return call
}

/** The desk rejects a call. */
export function onCall(state: SimulatorState, connection: DeviceConnection, stanza: BinaryNode): void {
  const [action] = Array.isArray(stanza.content) ? stanza.content : []
  connection.send(node('ack', { class: 'call', id: stanza.attrs.id, from: stanza.attrs.to, type: action?.tag }))
  const call = state.calls.get(action?.attrs['call-id'] ?? '')
  if (!call || action?.tag !== 'reject') return
  call.state = 'rejected'
  state.emit({ type: 'call', phone: call.phone, customer: call.customer, callId: call.id, state: call.state })
}
