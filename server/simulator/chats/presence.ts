// Presence both ways: customers typing, recording, online; the desk typing.
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { DeviceConnection, Group, Parties, SimulatorState } from '../model.ts'
import { node, seconds } from '../wire/wire.ts'
import { accountOf, chatOf, jidOf, now } from '../simulator-state.ts'

export type CustomerPresence = 'composing' | 'recording' | 'paused' | 'available' | 'unavailable'

/** A customer's presence, to the devices that are online (presence is never stored). */
export function sendPresence(
  state: SimulatorState,
  { phone, customer }: Parties,
  presence: CustomerPresence,
  group?: Group
): void {
  const from = group?.id ?? jidOf(customer, customer.addressing)
  const participant = group && jidOf(customer, 'lid')
  const stanza =
    presence === 'available' || presence === 'unavailable'
      ? node('presence', {
          from,
          type: presence === 'unavailable' ? presence : undefined,
          last: presence === 'unavailable' ? seconds(now(customer)) : undefined
        })
      : node('chatstate', { from, participant }, [
          presence === 'recording' ? node('composing', { media: 'audio' }) : node(presence, {})
        ])
  for (const device of phone.devices.values()) {
    const connection = state.online.get(device)
    if (connection?.stage === 'online') connection.send(stanza)
  }
}

export function onPresence(state: SimulatorState, connection: DeviceConnection, stanza: BinaryNode): void {
  const { type, to } = stanza.attrs
  if (type === 'subscribe') {
    const { customer } = accountOf(state, to)
    if (customer) connection.send(node('presence', { from: to, type: 'unavailable', last: seconds(now(customer)) }))
    return
  }
  connection.device.available = type === 'available'
  state.emit({ type: 'device', phone: connection.phone.number })
}

/** The desk types in a chat. */
export function onChatState(state: SimulatorState, connection: DeviceConnection, stanza: BinaryNode): void {
  const phone = connection.phone
  const { customer } = accountOf(state, stanza.attrs.to)
  const group = state.groups.get(stanza.attrs.to ?? '')
  if (!customer && !group) return
  const chat = chatOf(state, phone, { customer, group })
  const presence = Array.isArray(stanza.content) ? stanza.content[0] : undefined
  chat.deskPresence =
    presence?.attrs.media === 'audio' ? 'recording' : presence?.tag === 'composing' ? 'composing' : 'paused'
  state.emit({ type: 'presence', chat: chat.id, phone: phone.number, state: chat.deskPresence })
}
