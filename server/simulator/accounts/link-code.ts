// Linking by code: the companion names a number, its phone types the code, and both prove to the other that they know it.
import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Curve, type BinaryNode } from '@whiskeysockets/baileys'
import { faultsFor } from '../faults/faults.ts'
import { newKeyPair } from '../wire/keys.ts'
import type { CompanionConnection, Connection, Device, LinkCode, Phone, SimulatorState } from '../model.ts'
import { linkCompanion, waitingRegistrations } from './pairing.ts'
import { bytesOf, child, newStanzaId, node, parseJid, seconds, SERVER, textOf } from '../wire/wire.ts'
import { SimulatorError } from '../simulator-state.ts'

const FINISH_MS = 10_000
/** WhatsApp takes no other names for what is linked by code. */
const knownDisplay = /^(Chrome|Edge|Firefox|Opera|Safari) \((Linux|Mac OS|Ubuntu|Windows)\)$/

const derive = promisify(pbkdf2)
const codeKey = (code: string, salt: Buffer): Promise<Buffer> => derive(code, salt, 131_072, 32, 'sha256')
const expand = (key: Buffer, salt: Buffer, info: string): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, 32))

/** AES-CTR: the same step hides a key and shows it. */
const masked = (key: Buffer, iv: Buffer, bytes: Buffer): Buffer => createCipheriv('aes-256-ctr', key, iv).update(bytes)

const answer = (connection: Connection, id: string | undefined, content?: BinaryNode[]) =>
  connection.send(node('iq', { from: SERVER, type: 'result', id }, content))

const refuse = (connection: Connection, id: string | undefined, code: number, text: string) =>
  connection.send(node('iq', { from: SERVER, type: 'error', id }, [node('error', { code: String(code), text })]))

/** What a companion that is not linked yet says about codes. */
export function onLinkCode(state: SimulatorState, connection: Connection, iq: BinaryNode): void {
  const { id } = iq.attrs
  const asked = child(iq, 'link_code_companion_reg')
  const { registration } = connection
  if (!registration || !asked) return
  if (asked.attrs.stage === 'companion_finish') {
    answer(connection, id)
    registration.linkCode?.onFinish?.(asked)
    return
  }
  const number = parseJid(asked.attrs.jid)?.user ?? ''
  const { linkCodeFailure } = faultsFor(state.faults, number)
  if (linkCodeFailure) return refuse(connection, id, linkCodeFailure, 'refused')
  if (!knownDisplay.test(textOf(child(asked, 'companion_platform_display'))))
    return refuse(connection, id, 400, 'bad-request')
  if (!state.phones.has(number)) return refuse(connection, id, 404, 'item-not-found')
  const wrapped = bytesOf(child(asked, 'link_code_pairing_wrapped_companion_ephemeral_pub'))
  registration.linkCode = { number, ref: randomBytes(16), wrapped }
  answer(connection, id, [
    node('link_code_companion_reg', { stage: 'companion_hello' }, [
      node('link_code_pairing_ref', {}, registration.linkCode.ref)
    ])
  ])
  state.emit({ type: 'registration' })
}

function notify(connection: Connection, attrs: Record<string, string>, content: BinaryNode[]) {
  return connection.send(
    node('notification', { from: SERVER, type: 'link_code_companion_reg', id: newStanzaId(), t: seconds(Date.now()) }, [
      node('link_code_companion_reg', attrs, content)
    ])
  )
}

function waitingFor(state: SimulatorState, phone: Phone): { connection: CompanionConnection; linkCode: LinkCode } {
  for (const connection of waitingRegistrations(state)) {
    const { linkCode } = connection.registration
    if (linkCode?.number === phone.number && !faultsFor(state.faults).expireQr) return { connection, linkCode }
  }
  throw new SimulatorError('no desk waits for a code on this phone: it is old or for another number', 412)
}

function finished(linkCode: LinkCode): Promise<BinaryNode> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SimulatorError('the desk does not answer', 504)), FINISH_MS)
    linkCode.onFinish = (sealed) => {
      clearTimeout(timer)
      resolve(sealed)
    }
  })
}

/** What the companion has sealed for whoever knows the code; a wrong code leads to another key. */
function openBundle(sealed: Buffer, shared: Buffer): Buffer {
  const key = expand(shared, sealed.subarray(0, 32), 'link_code_pairing_key_bundle_encryption_key')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(32, 44))
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(44, -16)), decipher.final()])
  } catch {
    throw new SimulatorError('this is not the code that the desk shows', 422)
  }
}

/** The code is typed on the phone: the companion is linked and told to reconnect. */
export async function enterCode(state: SimulatorState, phone: Phone, typed: string): Promise<Device> {
  const code = typed.replace(/[^0-9a-z]/gi, '').toUpperCase()
  const { connection, linkCode } = waitingFor(state, phone)
  const { registration } = connection
  const theirs = linkCode.wrapped
  const companionKey = masked(
    await codeKey(code, theirs.subarray(0, 32)),
    theirs.subarray(32, 48),
    theirs.subarray(48, 80)
  )
  const ephemeral = newKeyPair()
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const wrapped = Buffer.concat([salt, iv, masked(await codeKey(code, salt), iv, ephemeral.public)])
  const finish = finished(linkCode)
  notify(connection, { stage: 'primary_hello' }, [
    node('link_code_pairing_ref', {}, linkCode.ref),
    node('primary_identity_pub', {}, phone.handset.identity.public),
    node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapped)
  ])
  const sealed = bytesOf(child(await finish, 'link_code_pairing_wrapped_key_bundle'))
  const shared = Curve.sharedKey(ephemeral.private, companionKey)
  const bundle = openBundle(sealed, shared)
  const [companion, primary, random] = [bundle.subarray(0, 32), bundle.subarray(32, 64), bundle.subarray(64)]
  if (!companion.equals(registration.identity) || !primary.equals(phone.handset.identity.public))
    throw new SimulatorError('the keys in the answer are not those of the two that are linked', 502)
  const identityShared = Curve.sharedKey(phone.handset.identity.private, companion)
  const secret = expand(Buffer.concat([shared, identityShared, random]), Buffer.alloc(0), 'adv_secret')
  return linkCompanion(state, phone, connection, secret)
}

/** WhatsApp takes the code back and wants the companion to ask for another one. */
export function takeCodeBack(state: SimulatorState, phone: Phone): void {
  const { connection, linkCode } = waitingFor(state, phone)
  delete connection.registration.linkCode
  notify(connection, { stage: 'refresh_code', force_manual_refresh: 'true' }, [
    node('link_code_pairing_ref', {}, linkCode.ref)
  ])
}
