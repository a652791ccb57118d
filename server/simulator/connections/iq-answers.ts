// Answers to the questions (iq stanzas) of a linked device.
import type { BinaryNode } from '@whiskeysockets/baileys'
import { syncAppState } from '../accounts/app-state.ts'
import { groupAnswer } from '../chats/group-answers.ts'
import { onActive, unlink } from './login.ts'
import type { DeviceConnection, SimulatorState } from '../model.ts'
import { bundleAnswer, storePreKeys } from '../signal/prekeys.ts'
import { usyncAnswer } from './usync.ts'
import { child, children, node, SERVER } from '../wire/wire.ts'
import { accountOf } from '../simulator-state.ts'

/** `undefined` = empty result. A thrown `IqError` becomes an error answer. */
type Answer = BinaryNode | BinaryNode[] | undefined

class IqError extends Error {
  readonly code: number
  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

export function answerIq(state: SimulatorState, connection: DeviceConnection, iq: BinaryNode): void {
  const { id, to } = iq.attrs
  const from = to && to !== 's.whatsapp.net' ? to : SERVER
  const asked = Array.isArray(iq.content) ? iq.content[0]?.tag : undefined
  const odd = state.dialect.answers[`${iq.attrs.xmlns} ${asked}`] ?? state.dialect.answers[iq.attrs.xmlns ?? '']
  if (odd === 'never') return
  try {
    if (odd === 'refused') throw new IqError(503, 'service-unavailable')
    const answer = odd === 'nothing' ? undefined : respond(state, connection, iq)
    const content = answer === undefined ? undefined : Array.isArray(answer) ? answer : [answer]
    connection.send(node('iq', { from, type: 'result', id }, content))
  } catch (error) {
    const code = error instanceof IqError ? error.code : 500
    if (code === 500) state.log(`iq ${iq.attrs.xmlns}: ${(error as Error).message}`, connection.phone.number)
    const text = (error as Error).message
    connection.send(node('iq', { from, type: 'error', id }, [node('error', { code: String(code), text })]))
  }
  if (iq.attrs.xmlns === 'passive' && child(iq, 'active')) onActive(connection)
}

function respond(state: SimulatorState, connection: DeviceConnection, iq: BinaryNode): Answer {
  const { phone, device } = connection
  const { xmlns, type } = iq.attrs
  switch (xmlns) {
    case 'encrypt':
      if (child(iq, 'count')) return node('count', { value: String(device.preKeys.size) })
      if (child(iq, 'digest')) return node('digest', {}, Buffer.alloc(20))
      if (child(iq, 'key')) return bundleAnswer(state, child(iq, 'key')!)
      return storePreKeys(device, iq)
    case 'usync':
      return usyncAnswer(state, iq)
    case 'abt':
      return node('props', { hash: 'sim' }, props())
    case 'blocklist':
      return type === 'get' ? node('list', {}) : undefined
    case 'privacy':
      return type === 'get' ? node('privacy', {}, privacy()) : undefined
    case 'w:m':
      return mediaHosts(state)
    case 'w:sync:app:state':
      return syncAppState(state, phone, device, iq)
    case 'w:profile:picture':
      return type === 'get' ? picture(state, iq) : undefined
    case 'w:g2':
      return groupAnswer(state, phone, iq)
    case 'md':
      if (child(iq, 'remove-companion-device')) setImmediate(() => unlink(state, phone, device))
      return undefined
    case 'w:biz':
      return node('business_profile', {})
    default:
      return undefined
  }
}

const props = () =>
  ['10518', '9666', '14303'].map((code) => node('prop', { config_code: code, config_value: 'false', name: code }))

function privacy() {
  return ['readreceipts', 'profile', 'status', 'online', 'last', 'groupadd', 'calladd', 'messages'].map((name) =>
    node('category', { name, value: 'all' })
  )
}

function mediaHosts(state: SimulatorState): BinaryNode {
  if (state.dialect.mediaRefusals > 0) {
    state.dialect.mediaRefusals--
    throw new IqError(503, 'service-unavailable')
  }
  const host = node('host', { hostname: state.mediaHost, maxContentLengthBytes: String(2 ** 31) })
  return node('media_conn', { auth: 'simulator', ttl: '3600', auth_ttl: '21600', max_buckets: '12' }, [host])
}

function picture(state: SimulatorState, iq: BinaryNode): BinaryNode {
  const { customer } = accountOf(state, iq.attrs.target)
  if (!customer?.picture) throw new IqError(404, 'item-not-found')
  const kind = children(iq, 'picture')[0]?.attrs.type ?? 'preview'
  const url = `https://${state.mediaHost}/pps/${customer.picture.id}`
  return node('picture', { id: customer.picture.id, type: kind, url, direct_path: `/pps/${customer.picture.id}` })
}
