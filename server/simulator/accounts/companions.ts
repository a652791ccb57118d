// What one linked device sends to the other linked devices of the same phone passes through the server unread.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { deliver } from '../delivery/delivery.ts'
import type { DeviceConnection, SimulatorState } from '../model.ts'
import { jidOf, accountOf } from '../simulator-state.ts'
import { node, parseJid, seconds } from '../wire/wire.ts'

export function relayToCompanion(
  state: SimulatorState,
  { phone, device: sender }: Pick<DeviceConnection, 'phone' | 'device'>,
  target: number,
  { stanza, enc }: { stanza: BinaryNode; enc: BinaryNode }
): void {
  const device = phone.devices.get(target)
  if (!device || device === sender) return
  const { to = '', id, type, recipient } = stanza.attrs
  // A re-send for one device names that device in `to` and the chat in `recipient`.
  const peer = recipient ?? to
  const form = parseJid(peer)?.server === 'lid' ? 'lid' : 'pn'
  const { customer } = accountOf(state, peer)
  const other = customer && jidOf(customer, form === 'lid' ? 'pn' : 'lid')
  const attrs = {
    from: jidOf(phone, form, sender.id),
    recipient: peer,
    [form === 'lid' ? 'peer_recipient_pn' : 'peer_recipient_lid']: other,
    id,
    type,
    t: seconds(Date.now())
  }
  const identity = enc.attrs.type === 'pkmsg' ? [node('device-identity', {}, sender.account)] : []
  deliver(state, phone, device, { node: node('message', attrs, [enc, ...identity]) })
}
