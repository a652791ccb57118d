// Login of a linked device: who may, the success stanza, what follows it, and how the server ends a stream.
import type { proto } from '@whiskeysockets/baileys'
import { announceDevice } from './device-list.ts'
import { faultsFor } from '../faults/faults.ts'
import type { Connection, Device, DeviceConnection, Phone, World } from '../model.ts'
import { startRegistration } from '../accounts/pairing.ts'
import { sendFirstSync } from '../chats/peer-messages.ts'
import { flushOffline, previewOffline } from '../chats/delivery.ts'
import { lidJid, node, seconds } from './wire.ts'

function refuse(world: World, connection: Connection, reason: number): void {
  world.log(`login refused with ${reason}`, connection.phone?.number)
  connection.send(node('failure', { reason: String(reason), location: 'sim' }))
  connection.close()
}

/** The handshake is done: a new companion registers, a known one logs in. */
export function onLogin(world: World, connection: Connection, noiseKey: Buffer, payload: proto.IClientPayload): void {
  if (payload.devicePairingData && !payload.username) {
    startRegistration(connection, noiseKey, payload)
    world.emit({ type: 'registration' })
    return
  }
  const phone = world.phones.get(String(payload.username))
  const device = phone?.devices.get(payload.device ?? 0)
  connection.phone = phone
  const { loginFailure } = faultsFor(world.faults, phone?.number)
  if (loginFailure) return refuse(world, connection, loginFailure)
  if (!phone || !device || !device.noiseKey.equals(noiseKey)) return refuse(world, connection, 401)

  const previous = world.online.get(device)
  if (previous) {
    world.overlaps.push({ phone: phone.number, at: Date.now() })
    endStream(previous, 'replaced')
  }
  device.available = false
  world.online.set(device, Object.assign(connection, { phone, device, stage: 'offline' as const }))
  connection.send(
    node('success', {
      t: seconds(Date.now()),
      lid: world.dialect.namesOwnLid ? lidJid(phone.lid, device.id) : undefined,
      location: 'sim',
      creation: seconds(device.pairedAt)
    })
  )
  world.log(`device ${device.id} logged in`, phone.number)
  world.emit({ type: 'device', phone: phone.number })
}

/** The client is ready for what waited: announce it (the answer is `offline_batch`). */
export function onActive(connection: DeviceConnection): void {
  if (connection.stage === 'offline') previewOffline(connection)
}

/** The client asks for the stored stanzas. */
export function onOfflineBatch(world: World, connection: DeviceConnection): void {
  if (connection.stage !== 'offline') return
  flushOffline(world, connection)
  const { device, phone } = connection
  if (device.historySent) return
  device.historySent = true
  sendFirstSync(world, phone, device).catch((error: Error) => world.log(`history: ${error.message}`, phone.number))
}

export function onClose(world: World, connection: Connection): void {
  world.connections.delete(connection)
  const { device, phone } = connection
  if (device && world.online.get(device) === connection) world.online.delete(device)
  if (phone && device) {
    world.log(`device ${device.id} went offline`, phone.number)
    world.emit({ type: 'device', phone: phone.number })
  } else world.emit({ type: 'registration' })
}

export type StreamEnd = 'restart' | 'replaced' | 'removed' | 'unavailable'

const endings: Record<StreamEnd, () => ReturnType<typeof node>> = {
  restart: () => node('stream:error', { code: '515' }),
  replaced: () => node('stream:error', {}, [node('conflict', { type: 'replaced' })]),
  removed: () => node('stream:error', { code: '401' }, [node('conflict', { type: 'device_removed' })]),
  unavailable: () => node('stream:error', { code: '503' })
}

export function endStream(connection: Connection, why: StreamEnd): void {
  connection.send(endings[why]())
  connection.close()
}

/** The phone unlinks a companion: it is forgotten, and told so if it is connected. */
export function unlink(world: World, phone: Phone, device: Device): void {
  phone.devices.delete(device.id)
  announceDevice(world, phone, device, 'remove')
  const connection = world.online.get(device)
  if (connection) endStream(connection, 'removed')
  world.log(`device ${device.id} unlinked`, phone.number)
  world.emit({ type: 'device', phone: phone.number })
}
