// Signal sessions between the simulated handsets and the linked devices, from the prekeys the devices uploaded.
import { encryptFor, hasSession, openSession, type CipherType } from './handset.ts'
import type { Bundle, Device, Handset, Phone } from '../model.ts'
import { deviceName } from '../simulator-state.ts'

/** Take a bundle of a linked device; its one-time prekey is used up. */
export function takeBundle(device: Device): Bundle {
  const next = device.preKeys.entries().next()
  const preKey = next.done ? undefined : { id: next.value[0], value: next.value[1] }
  if (preKey) device.preKeys.delete(preKey.id)
  const { registrationId, identity, signedPreKey } = device
  return { registrationId, identity, signedPreKey, preKey }
}

export async function encryptToDevice(
  handset: Handset,
  { phone, device }: { phone: Phone; device: Device },
  padded: Buffer,
  bundle?: Bundle
): Promise<{ type: CipherType; ciphertext: Buffer }> {
  const peer = deviceName(phone, device.id)
  if (bundle || !hasSession(handset, peer)) await openSession(handset, peer, bundle ?? takeBundle(device))
  return encryptFor(handset, peer, padded)
}
