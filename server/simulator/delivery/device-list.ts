// Tells the linked devices of a phone that another one came or went, so that they send it their own messages.
import { deliver } from './delivery.ts'
import type { Device, Phone, SimulatorState } from '../model.ts'
import { jidPair, newStanzaId, node, pnJid, seconds } from '../wire/wire.ts'

export function announceDevice(state: SimulatorState, phone: Phone, device: Device, change: 'add' | 'remove'): void {
  const { jid, lid } = jidPair(phone, device.id)
  const keyIndex = String(device.keyIndex)
  const content = [jid, lid].map((address) => node('device', { jid: address, 'key-index': keyIndex }))
  for (const other of phone.devices.values()) {
    if (other === device) continue
    const attrs = { from: pnJid(phone.number), type: 'devices', id: newStanzaId(), t: seconds(Date.now()) }
    deliver(state, phone, other, {
      node: node('notification', attrs, [node(change, { device_hash: '2:sim' }, content)])
    })
  }
}
