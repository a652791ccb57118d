// Presence both ways: customers typing, recording, online; the desk typing.
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { DeviceConnection, Group, Parties, World } from '../model.ts'
import { node, seconds } from '../wire/wire.ts'
import { accountOf, chatOf, jidOf, now } from '../world.ts'

export type CustomerPresence = 'composing' | 'recording' | 'paused' | 'available' | 'unavailable'

/** A customer's presence, to the devices that are online (presence is never stored). */
export function sendPresence(world: World, { phone, customer }: Parties, state: CustomerPresence, group?: Group): void {
  const from = group?.id ?? jidOf(customer, customer.addressing)
  const participant = group && jidOf(customer, 'lid')
  const stanza =
    state === 'available' || state === 'unavailable'
      ? node('presence', {
          from,
          type: state === 'unavailable' ? state : undefined,
          last: state === 'unavailable' ? seconds(now(customer)) : undefined
        })
      : node('chatstate', { from, participant }, [
          state === 'recording' ? node('composing', { media: 'audio' }) : node(state, {})
        ])
  for (const device of phone.devices.values()) {
    const connection = world.online.get(device)
    if (connection?.stage === 'online') connection.send(stanza)
  }
}

export function onPresence(world: World, connection: DeviceConnection, stanza: BinaryNode): void {
  const { type, to } = stanza.attrs
  if (type === 'subscribe') {
    const { customer } = accountOf(world, to)
    if (customer) connection.send(node('presence', { from: to, type: 'unavailable', last: seconds(now(customer)) }))
    return
  }
  connection.device.available = type === 'available'
  world.emit({ type: 'device', phone: connection.phone.number })
}

/** The desk types in a chat. */
export function onChatState(world: World, connection: DeviceConnection, stanza: BinaryNode): void {
  const phone = connection.phone
  const { customer } = accountOf(world, stanza.attrs.to)
  const group = world.groups.get(stanza.attrs.to ?? '')
  if (!customer && !group) return
  const chat = chatOf(world, phone, { customer, group })
  const state = Array.isArray(stanza.content) ? stanza.content[0] : undefined
  chat.deskPresence = state?.attrs.media === 'audio' ? 'recording' : state?.tag === 'composing' ? 'composing' : 'paused'
  world.emit({ type: 'presence', chat: chat.id, phone: phone.number, state: chat.deskPresence })
}
