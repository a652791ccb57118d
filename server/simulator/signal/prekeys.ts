// The prekeys of the linked devices, and the bundles handed out to whoever wants to start a session.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { idIn, keyNodes, signedPreKeyIn } from '../wire/bundle-nodes.ts'
import { makeBundle } from './handset.ts'
import type { Bundle, Device, Phone, SimulatorState } from '../model.ts'
import { takeBundle } from './sessions.ts'
import { bigEndian, bytesOf, child, children, newStanzaId, node, seconds, SERVER } from '../wire/wire.ts'
import { accountOf } from '../simulator-state.ts'
import { deliver } from '../delivery/delivery.ts'

/** Upload of prekeys, or rotation of the signed one. */
export function storePreKeys(device: Device, iq: BinaryNode): undefined {
  const signed = child(iq, 'skey') ?? child(child(iq, 'rotate'), 'skey')
  if (signed) device.signedPreKey = signedPreKeyIn(signed)
  for (const key of children(child(iq, 'list'), 'key')) device.preKeys.set(idIn(key), bytesOf(child(key, 'value')))
}

function userNode(jid: string, bundle: Bundle, account?: Buffer): BinaryNode {
  const registration = node('registration', {}, bigEndian(bundle.registrationId))
  const identity = account ? [node('device-identity', {}, account)] : []
  return node('user', { jid }, [registration, ...keyNodes(bundle), ...identity])
}

/** Bundles of the asked addresses; unknown ones are left out. */
export function bundleAnswer(state: SimulatorState, request: BinaryNode): BinaryNode {
  const users = children(request, 'user').flatMap(({ attrs }) => {
    const { customer, phone, device } = accountOf(state, attrs.jid)
    if (customer?.onWhatsApp && device === 0) return [userNode(attrs.jid!, makeBundle(customer.handset))]
    if (!phone) return []
    if (device === 0) return [userNode(attrs.jid!, makeBundle(phone.handset))]
    const linked = phone.devices.get(device)
    return linked ? [userNode(attrs.jid!, takeBundle(linked), linked.account)] : []
  })
  return node('list', {}, users)
}

/** Tell a device that few of its prekeys are left (it uploads more when the count is below 5). */
export function announceFewPreKeys(state: SimulatorState, phone: Phone, device: Device, count: number): void {
  const attrs = { from: SERVER, type: 'encrypt', id: newStanzaId(), t: seconds(Date.now()) }
  const content = [node('count', { value: String(count) })]
  deliver(state, phone, device, { node: node('notification', attrs, content) })
}
