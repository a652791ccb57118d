// The devices a message goes to, known before Baileys sends it: Baileys would ask while all else of the account waits.
import { jidEncode, type WASocket } from '@whiskeysockets/baileys'
import type { Address } from '#platform/whatsapp-port.ts'
import { isLid, isOwn, type Own, userOf } from '../addresses/addresses.ts'
import type { ILogger } from '../wire/baileys-log.ts'
import type { SocketCaches } from '../wire/socket-caches.ts'
import type { Timings } from '../timings.ts'
import { within } from '../within.ts'

export interface RecipientsParts {
  sock: WASocket
  caches: Pick<SocketCaches, 'devices' | 'guessedDevices'>
  own: () => Own
  log: ILogger
  timings: Pick<Timings, 'answer'>
}

export const hasSession = async (sock: WASocket, address: Address): Promise<boolean> =>
  (await sock.signalRepository.validateSession(address)).exists

/** The devices known from earlier days that have keys; of somebody else at least the phone, whose keys WhatsApp has. */
async function devicesFrom(sock: WASocket, address: Address, own: Own) {
  const user = userOf(address)
  const { [user]: listed = ['0'] } = await sock.authState.keys.get('device-list', [user])
  const server = isLid(address) ? ('lid' as const) : ('s.whatsapp.net' as const)
  const devices = listed.map((device) => ({ user, device: Number(device), server }))
  const hasKeys = await Promise.all(devices.map(({ device }) => hasSession(sock, jidEncode(user, server, device))))
  return devices.filter(({ device }, at) => hasKeys[at] || (device === 0 && !isOwn(address, own)))
}

/** Asks for the devices of a person. Where WhatsApp tells nothing, what was known before has to do for a while. */
async function learnDevices({ sock, caches, own, log, timings }: RecipientsParts, address: Address): Promise<void> {
  await within(timings.answer, sock.getUSyncDevices([address], true, false)).catch((error: unknown) => {
    if (!sock.ws.isOpen) throw error
    log.warn({ err: error }, 'WhatsApp does not tell the devices of a recipient')
  })
  const user = userOf(address)
  if (caches.devices.get(user) !== undefined) return
  // Without keys for the own phone, which gets a copy, the message would not go out at all.
  caches.guessedDevices.set(user, await devicesFrom(sock, address, own()))
}

const learning = new WeakMap<WASocket, Map<Address, Promise<void>>>()

/** Answers may renew Signal sessions, so nobody is asked for twice at once. */
function learnOnce(parts: RecipientsParts, address: Address): Promise<void> {
  const underWay = learning.get(parts.sock) ?? new Map<Address, Promise<void>>()
  learning.set(parts.sock, underWay)
  const known = underWay.get(address)
  if (known) return known
  const one = learnDevices(parts, address).finally(() => underWay.delete(address))
  underWay.set(address, one)
  return one
}

/** Learns the devices of a person and of the account itself. */
export async function knowRecipients(parts: RecipientsParts, chat: Address): Promise<void> {
  const { phone, lid } = parts.own()
  const self = isLid(chat) ? (lid ?? phone) : phone
  const unknown = [chat, self]
    .filter((address) => address !== null)
    .filter((address) => parts.caches.devices.get(userOf(address)) === undefined)
  await Promise.all(unknown.map((address) => learnOnce(parts, address)))
}
