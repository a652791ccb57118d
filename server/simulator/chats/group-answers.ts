// Group metadata as a linked device asks for it.
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Group, Phone, SimulatorState } from '../model.ts'
import { child, lidJid, node, pnJid, seconds } from '../wire/wire.ts'
import { groupOf } from '../simulator-state.ts'

function groupNode(state: SimulatorState, phone: Phone, group: Group): BinaryNode {
  const participant = (who: { number: string; lid: string }, type?: string) =>
    node('participant', { jid: lidJid(who.lid), phone_number: pnJid(who.number), type })
  const members = group.customers.flatMap((id) => state.customers.get(id) ?? [])
  const owner = members[0] ?? phone
  return node(
    'group',
    {
      id: group.id.split('@')[0],
      subject: group.subject,
      creation: seconds(group.createdAt),
      s_t: seconds(group.createdAt),
      s_o: lidJid(owner.lid),
      creator: lidJid(owner.lid),
      creator_pn: pnJid(owner.number),
      addressing_mode: 'lid',
      size: String(members.length + 1)
    },
    [...members.map((who) => participant(who, who === owner ? 'superadmin' : undefined)), participant(phone)]
  )
}

export function groupAnswer(state: SimulatorState, phone: Phone, iq: BinaryNode): BinaryNode | undefined {
  if (child(iq, 'participating')) {
    const groups = [...state.groups.values()].filter((group) => group.phone === phone.number)
    return node(
      'groups',
      {},
      groups.map((group) => groupNode(state, phone, group))
    )
  }
  if (iq.attrs.type === 'get' && child(iq, 'query')) return groupNode(state, phone, groupOf(state, iq.attrs.to ?? ''))
  return undefined
}
