// The look-up of accounts: who is on WhatsApp, which devices, which LID, which status text.
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Customer, Phone, SimulatorState } from '../model.ts'
import { child, children, lidJid, node, pnJid, seconds, textOf } from '../wire/wire.ts'
import { accountOf } from '../simulator-state.ts'

interface Account {
  number: string
  lid: string
  about?: string
  devices: { id: number; keyIndex: number }[]
}

const ofCustomer = (customer: Customer): Account => ({ ...customer, devices: [] })

function ofPhone(phone: Phone): Account {
  return {
    number: phone.number,
    lid: phone.lid,
    devices: [...phone.devices.values()].map(({ id, keyIndex }) => ({ id, keyIndex }))
  }
}

function lookUp(state: SimulatorState, jid: string): Account | undefined {
  const { customer, phone } = accountOf(state, jid)
  if (customer?.onWhatsApp) return ofCustomer(customer)
  return phone && ofPhone(phone)
}

export function usyncAnswer(state: SimulatorState, iq: BinaryNode): BinaryNode {
  const usync = child(iq, 'usync')
  const wanted = new Set(children(child(usync, 'query')).map((item) => item.tag))
  if (wanted.has('lid') && state.dialect.lids === 'refused') throw new Error('LIDs are not told')
  const users = children(child(usync, 'list'), 'user').flatMap((user) => {
    const phoneText = textOf(child(user, 'contact')).replace(/\D/g, '')
    const jid = user.attrs.jid ?? (phoneText && pnJid(phoneText))
    if (!jid) return []
    const account = lookUp(state, jid)
    if (!account && !wanted.has('contact')) return []
    const answers = answersFor(wanted, jid, account)
    const isTold = state.dialect.lids === 'told'
    return [node('user', { jid }, isTold ? answers : answers.filter(({ tag }) => tag !== 'lid'))]
  })
  return node('usync', {}, [node('result', {}), node('list', {}, users)])
}

function answersFor(wanted: Set<string>, jid: string, account: Account | undefined): BinaryNode[] {
  const answers: BinaryNode[] = []
  if (wanted.has('contact')) answers.push(node('contact', { type: account ? 'in' : 'out' }))
  if (!account) return answers
  if (wanted.has('devices')) {
    const devices = account.devices.map(({ id, keyIndex }) =>
      node('device', { id: String(id), 'key-index': String(keyIndex) })
    )
    answers.push(node('devices', {}, [node('device-list', {}, [node('device', { id: '0' }), ...devices])]))
  }
  if (wanted.has('lid') && !jid.endsWith('@lid')) answers.push(node('lid', { val: lidJid(account.lid) }))
  if (wanted.has('status')) {
    const about = account.about ?? ''
    answers.push(node('status', { t: seconds(Date.now()) }, Buffer.from(about)))
  }
  if (wanted.has('disappearing_mode')) answers.push(node('disappearing_mode', { duration: '0', t: '0' }))
  return answers
}
