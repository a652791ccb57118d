// Prekey bundles as stanza nodes: the same parts in the server's answer, in uploads, and in retry receipts.
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Bundle, SignedPreKey } from '../model.ts'
import { bigEndian, bytesOf, child, node } from './wire.ts'

export const idIn = (item: BinaryNode | undefined): number => bytesOf(child(item, 'id')).readUIntBE(0, 3)

export function signedPreKeyIn(signed: BinaryNode): SignedPreKey {
  return {
    id: idIn(signed),
    value: bytesOf(child(signed, 'value')),
    signature: bytesOf(child(signed, 'signature'))
  }
}

/** Type, identity, signed prekey and (if there is one) one-time prekey. */
export function keyNodes({ identity, signedPreKey, preKey }: Bundle): BinaryNode[] {
  const numbered = (tag: string, id: number, ...parts: BinaryNode[]) =>
    node(tag, {}, [node('id', {}, bigEndian(id, 3)), ...parts])
  const signature = node('signature', {}, signedPreKey.signature)
  return [
    node('type', {}, Buffer.from([5])),
    node('identity', {}, identity),
    numbered('skey', signedPreKey.id, node('value', {}, signedPreKey.value), signature),
    ...(preKey ? [numbered('key', preKey.id, node('value', {}, preKey.value))] : [])
  ]
}

/** The bundle in a retry receipt, if it carries one. */
export function bundleIn(receipt: BinaryNode): Bundle | undefined {
  const keys = child(receipt, 'keys')
  const signed = child(keys, 'skey')
  if (!keys || !signed) return undefined
  const one = child(keys, 'key')
  return {
    registrationId: bytesOf(child(receipt, 'registration')).readUInt32BE(),
    identity: bytesOf(child(keys, 'identity')),
    signedPreKey: signedPreKeyIn(signed),
    preKey: one && { id: idIn(one), value: bytesOf(child(one, 'value')) }
  }
}
