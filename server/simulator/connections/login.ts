// Login of a linked device: who may, the success stanza, what follows it, and how the server ends a stream.
import type { proto } from '@whiskeysockets/baileys'
import { announceDevice } from '../delivery/device-list.ts'
import { faultsFor } from '../faults/faults.ts'
import type { Connection, Device, DeviceConnection, Phone, SimulatorState } from '../model.ts'
import { startRegistration } from '../accounts/pairing.ts'
import { sendFirstSync } from '../chats/peer-messages.ts'
import { flushOffline, previewOffline } from '../delivery/delivery.ts'
import { lidJid, node, seconds } from '../wire/wire.ts'

function refuse(state: SimulatorState, connection: Connection, reason: number): void {
  state.log(`login refused with ${reason}`, connection.phone?.number)
  connection.send(node('failure', { reason: String(reason), location: 'sim' }))
  connection.close()
}

/** The handshake is done: a new companion registers, a known one logs in. */
export function onLogin(
  state: SimulatorState,
  connection: Connection,
  noiseKey: Buffer,
  payload: proto.IClientPayload
): void {
  if (payload.devicePairingData && !payload.username) {
    startRegistration(connection, noiseKey, payload)
    state.emit({ type: 'registration' })
    return
  }
  const phone = state.phones.get(String(payload.username))
  const device = phone?.devices.get(payload.device ?? 0)
  connection.phone = phone
  const { loginFailure } = faultsFor(state.faults, phone?.number)
  if (loginFailure) return refuse(state, connection, loginFailure)
  if (!phone || !device || !device.noiseKey.equals(noiseKey)) return refuse(state, connection, 401)

  const previous = state.online.get(device)
  if (previous) {
    state.overlaps.push({ phone: phone.number, at: Date.now() })
    endStream(previous, 'replaced')
  }
  device.available = false
  state.online.set(device, Object.assign(connection, { phone, device, stage: 'offline' as const }))
  connection.send(
    node('success', {
      t: seconds(Date.now()),
      lid: state.dialect.namesOwnLid ? lidJid(phone.lid, device.id) : undefined,
      location: 'sim',
      creation: seconds(device.pairedAt)
    })
  )
  state.log(`device ${device.id} logged in`, phone.number)
  state.emit({ type: 'device', phone: phone.number })
}

/** The client is ready for what waited: announce it (the answer is `offline_batch`). */
export function onActive(connection: DeviceConnection): void {
  if (connection.stage === 'offline') previewOffline(connection)
}

/** The client asks for the stored stanzas. */
export function onOfflineBatch(state: SimulatorState, connection: DeviceConnection): void {
  if (connection.stage !== 'offline') return
  flushOffline(state, connection)
  const { device, phone } = connection
  if (device.historySent) return
  device.historySent = true
  sendFirstSync(state, phone, device).catch((error: Error) => state.log(`history: ${error.message}`, phone.number))
}

export function onClose(state: SimulatorState, connection: Connection): void {
  state.connections.delete(connection)
  const { device, phone } = connection
  if (device && state.online.get(device) === connection) state.online.delete(device)
  if (phone && device) {
    state.log(`device ${device.id} went offline`, phone.number)
    state.emit({ type: 'device', phone: phone.number })
  } else state.emit({ type: 'registration' })
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
export function unlink(state: SimulatorState, phone: Phone, device: Device): void {
  phone.devices.delete(device.id)
  announceDevice(state, phone, device, 'remove')
  const connection = state.online.get(device)
  if (connection) endStream(connection, 'removed')
  state.log(`device ${device.id} unlinked`, phone.number)
  state.emit({ type: 'device', phone: phone.number })
}
