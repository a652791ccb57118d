// Sender keys of groups: encryption by a member, decryption of what a linked device wrote.
import { proto, type BinaryNode } from '@whiskeysockets/baileys'
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord
} from '@whiskeysockets/baileys/lib/Signal/Group/index.js'
import type { Device, Handset, Outgoing } from '../model.ts'
import { encryptToDevice } from '../signal/sessions.ts'
import { node, pad } from '../wire/wire.ts'
import { deviceName } from '../simulator-state.ts'

function storeOf(handset: Handset) {
  return {
    loadSenderKey: async (name: SenderKeyName) =>
      (handset.senderKeys.get(name.toString()) as SenderKeyRecord | undefined) ?? new SenderKeyRecord(),
    storeSenderKey: async (name: SenderKeyName, record: SenderKeyRecord) => {
      handset.senderKeys.set(name.toString(), record)
    }
  }
}

const keyName = (group: string, owner: string) =>
  new SenderKeyName(group, { id: owner, deviceId: 0, toString: () => `${owner}.0` })

/** The enc nodes of a group message for one device: the sender key first, if it does not have it. */
export async function encryptGroupMessage(
  outgoing: Outgoing,
  device: Device,
  plain: Buffer,
  attrs: Record<string, string | undefined>
): Promise<BinaryNode[]> {
  const { handset, phone } = outgoing
  const group = outgoing.group!
  const store = storeOf(handset)
  const name = keyName(group.id, handset.name)
  const distribution = await new GroupSessionBuilder(store).create(name)
  outgoing.groupCiphertext ??= Buffer.from(await new GroupCipher(store, name).encrypt(pad(plain)))
  const content = [node('enc', { ...attrs, type: 'skmsg' }, outgoing.groupCiphertext)]

  const holders = group.keyHolders.get(handset.name) ?? new Set()
  group.keyHolders.set(handset.name, holders)
  const peer = deviceName(phone, device.id)
  if (holders.has(peer)) return content
  holders.add(peer)
  const { type, ciphertext } = await encryptToDevice(
    handset,
    { phone, device },
    pad(distributionOf(group.id, distribution))
  )
  return [node('enc', { v: '2', type }, ciphertext), ...content]
}

function distributionOf(groupId: string, distribution: SenderKeyDistributionMessage): Uint8Array {
  return proto.Message.encode({
    senderKeyDistributionMessage: { groupId, axolotlSenderKeyDistributionMessage: distribution.serialize() }
  }).finish()
}

/** A member receives the sender key of a linked device. */
export async function learnSenderKey(
  handset: Handset,
  author: string,
  item: proto.Message.ISenderKeyDistributionMessage
): Promise<void> {
  const bytes = item.axolotlSenderKeyDistributionMessage
  const message = new SenderKeyDistributionMessage(null, null, null, null, bytes)
  await new GroupSessionBuilder(storeOf(handset)).process(keyName(item.groupId!, author), message)
}

export const decryptGroupMessage = async (
  handset: Handset,
  group: string,
  author: string,
  ciphertext: Buffer
): Promise<Uint8Array> => new GroupCipher(storeOf(handset), keyName(group, author)).decrypt(ciphertext)
