// Registration of a companion: references for the QR code, the scan by a phone, the signed device identity.
import { createHmac, randomBytes } from 'node:crypto'
import { Curve, proto } from '@whiskeysockets/baileys'
import { announceDevice } from '../delivery/device-list.ts'
import { faultsFor } from '../faults/faults.ts'
import { xeddsaSign } from '../wire/keys.ts'
import type { CompanionConnection, Connection, Device, Phone, Registration, SimulatorState } from '../model.ts'
import { bytesOf, child, jidPair, node, seconds, SERVER } from '../wire/wire.ts'
import { SimulatorError } from '../simulator-state.ts'

const REFS = 6
const NEXT_REF_MS = 20_000

export interface QrParts {
  ref: string
  noiseKey: Buffer
  identity: Buffer
  secret: Buffer
}

/** The parts of a QR string, in the new form (with a link in front) and the old one. */
export function readQr(qr: string): QrParts {
  const parts = (qr.includes('#') ? qr.slice(qr.indexOf('#') + 1) : qr).trim().split(',')
  const [ref, noiseKey, identity, secret] = parts
  if (!ref || !noiseKey || !identity || !secret) throw new SimulatorError('this is not a WhatsApp QR code')
  const decode = (text: string) => Buffer.from(text, 'base64')
  return { ref, noiseKey: decode(noiseKey), identity: decode(identity), secret: decode(secret) }
}

export function startRegistration(connection: Connection, noiseKey: Buffer, payload: proto.IClientPayload): void {
  const data = payload.devicePairingData!
  const props = proto.DeviceProps.decode(data.deviceProps!)
  connection.stage = 'registering'
  connection.registration = {
    refs: Array.from({ length: REFS }, () => `2@${randomBytes(48).toString('base64')}`),
    since: Date.now(),
    noiseKey,
    registrationId: Buffer.from(data.eRegid!).readUInt32BE(),
    identity: Buffer.from(data.eIdent!),
    signedPreKey: {
      id: Buffer.from(data.eSkeyId!).readUIntBE(0, 3),
      value: Buffer.from(data.eSkeyVal!),
      signature: Buffer.from(data.eSkeySig!)
    },
    label: props.os || 'Companion',
    scanned: false
  }
  const refs = connection.registration.refs.map((ref) => node('ref', {}, Buffer.from(ref)))
  connection
    .ask(node('iq', { from: SERVER, type: 'set', xmlns: 'md' }, [node('pair-device', {}, refs)]))
    .catch(() => undefined)
}

/** Index of the reference that is on show now, from the times the client gives each of them. */
function currentRef(state: SimulatorState, registration: Registration): number {
  const first = state.options.qrLifetimeMs ?? 60_000
  const passed = Date.now() - registration.since
  return passed < first ? 0 : 1 + Math.floor((passed - first) / Math.min(first, NEXT_REF_MS))
}

/** Sockets that show a QR code nobody has scanned yet, newest first. */
export function waitingRegistrations(state: SimulatorState): CompanionConnection[] {
  return [...state.connections]
    .filter((item): item is CompanionConnection => item.stage === 'registering' && item.registration?.scanned === false)
    .sort((a, b) => b.id - a.id)
}

function findScanned(state: SimulatorState, qr: QrParts): CompanionConnection {
  const connection = waitingRegistrations(state).find((c) => c.registration.refs.includes(qr.ref))
  if (!connection) throw new SimulatorError('nobody shows this QR code: it is old or from another service', 410)
  const { registration } = connection
  const place = registration.refs.indexOf(qr.ref)
  const current = currentRef(state, registration)
  // One reference of grace: the phone may scan while the screen changes.
  if (faultsFor(state.faults).expireQr || place + 1 < current) throw new SimulatorError('this QR code has expired', 410)
  if (!registration.noiseKey.equals(qr.noiseKey) || !registration.identity.equals(qr.identity))
    throw new SimulatorError('the keys in this QR code are not those of the socket that shows it', 409)
  return connection
}

/** The phone scans a QR code: the companion is linked and told to reconnect. */
export async function scanQr(state: SimulatorState, phone: Phone, text: string): Promise<Device> {
  const qr = readQr(text)
  return linkCompanion(state, phone, findScanned(state, qr), qr.secret)
}

/** The phone vouches for a companion; `secret` is what the two of them alone know. */
export async function linkCompanion(
  state: SimulatorState,
  phone: Phone,
  connection: CompanionConnection,
  secret: Uint8Array
): Promise<Device> {
  const { registration } = connection
  registration.scanned = true
  const id = phone.nextDevice++
  const details = proto.ADVDeviceIdentity.encode({
    rawId: phone.handset.registrationId,
    timestamp: Math.floor(Date.now() / 1000),
    keyIndex: id,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE
  }).finish()
  const signed = Buffer.concat([Buffer.from([6, 0]), details, registration.identity])
  const account = {
    details,
    accountSignatureKey: phone.handset.identity.public,
    accountSignature: xeddsaSign(phone.handset.identity, signed)
  }
  const signedIdentity = proto.ADVSignedDeviceIdentity.encode(account).finish()
  const hmac = createHmac('sha256', secret).update(signedIdentity).digest()
  const envelope = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signedIdentity, hmac }).finish()
  const answer = await connection.ask(
    node('iq', { from: SERVER, type: 'set', xmlns: 'md', t: seconds(Date.now()) }, [
      node('pair-success', {}, [
        node('device-identity', {}, envelope),
        ...(phone.business ? [node('biz', { name: phone.name })] : []),
        node('platform', { name: 'android' }),
        node('device', jidPair(phone, id))
      ])
    ])
  )
  const reply = child(child(answer, 'pair-device-sign'), 'device-identity')
  const returned = proto.ADVSignedDeviceIdentity.decode(bytesOf(reply))
  const claim = Buffer.concat([Buffer.from([6, 1]), details, registration.identity, phone.handset.identity.public])
  if (!Curve.verify(registration.identity, claim, Buffer.from(returned.deviceSignature!)))
    throw new SimulatorError('the companion signed its identity wrongly', 502)

  const device: Device = {
    id,
    keyIndex: id,
    noiseKey: registration.noiseKey,
    identity: registration.identity,
    registrationId: registration.registrationId,
    signedPreKey: registration.signedPreKey,
    preKeys: new Map(),
    account: Buffer.from(
      proto.ADVSignedDeviceIdentity.encode({ ...account, deviceSignature: returned.deviceSignature ?? null }).finish()
    ),
    label: registration.label,
    pairedAt: Date.now(),
    available: false,
    historySent: false,
    queue: new Map()
  }
  phone.devices.set(id, device)
  announceDevice(state, phone, device, 'add')
  connection.stage = 'paired'
  const restart = () => {
    connection.send(node('stream:error', { code: '515' }))
    connection.close()
  }
  if (state.dialect.restartDelayMs) setTimeout(restart, state.dialect.restartDelayMs)
  else restart()
  state.log(`linked device ${id} (${device.label})`, phone.number)
  state.emit({ type: 'device', phone: phone.number })
  return device
}
