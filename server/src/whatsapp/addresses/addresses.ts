// JIDs to addresses and parties: the only place that knows how a stanza names people and groups.
import type { Address, Party } from '#platform/whatsapp-port.ts'

/** The account's own addresses, without device. */
export interface Own {
  phone: Address | null
  lid: Address | null
}

/** Who a stanza is about: the conversation, the writer in a group, and whether the account wrote it itself. */
export interface Envelope {
  chat: Party
  sender: Party | null
  fromMe: boolean
}

/** Who is who on a connection. */
export interface AddressBook {
  own(): Own
  /** The other address of a person, from the pairs Signal has learned. */
  partnerOf(address: Address): Promise<Address | null>
}

/** The other address of a person: LID of a phone number or the reverse; null when unknown. */
export type PartnerOf = (address: Address) => Address | null

const servers: Record<string, string> = { 'c.us': 's.whatsapp.net', hosted: 's.whatsapp.net', 'hosted.lid': 'lid' }

const plain = /^[^:_@]*@(?:s\.whatsapp\.net|lid|g\.us)$/

/** `user@server` without device; hosted devices and the old `c.us` count as their ordinary server. */
export function bare(jid: string): Address {
  const at = jid.indexOf('@')
  if (at < 0 || plain.test(jid)) return jid
  const server = jid.slice(at + 1)
  const user = jid.slice(0, at).split(':')[0]?.split('_')[0] ?? ''
  return `${user}@${servers[server] ?? server}`
}

export const isPhone = (jid: string): boolean =>
  jid.endsWith('@s.whatsapp.net') || jid.endsWith('@c.us') || jid.endsWith('@hosted')
export const isLid = (jid: string): boolean => jid.endsWith('@lid') || jid.endsWith('@hosted.lid')
export const isGroup = (jid: string): boolean => jid.endsWith('@g.us')
const isBroadcastList = (jid: string): boolean => jid.endsWith('@broadcast') && jid !== 'status@broadcast'

/** Digits before the `@`. */
export const userOf = (jid: string): string => bare(jid).split('@')[0] ?? ''

export const phoneAddress = (digits: string): Address => `${digits}@s.whatsapp.net`
export const lidAddress = (digits: string): Address => `${digits}@lid`

/** Conversations the desk does not take part in: status updates, channels, bots, WhatsApp's own notices. */
export function isIgnored(jid: string): boolean {
  return (
    jid === 'status@broadcast' ||
    jid.endsWith('@newsletter') ||
    jid.endsWith('@bot') ||
    jid === '0@c.us' ||
    jid === '0@s.whatsapp.net'
  )
}

export function isOwn(jid: string, own: Own): boolean {
  const address = bare(jid)
  return address === own.phone || address === own.lid
}

/** Makes a party of one address and, where known, its other one. */
export function partyOf(jid: string, partner?: string | null): Party {
  const address = bare(jid)
  if (isGroup(address)) return { address, phone: null, lid: null, isGroup: true }
  const other = partner ? bare(partner) : null
  const of = (is: (jid: string) => boolean) => (is(address) ? address : other !== null && is(other) ? other : null)
  return { address, phone: of(isPhone), lid: of(isLid), isGroup: false }
}

function personIn(jid: string, alternatives: (string | undefined)[], own: Own, partnerOf: PartnerOf): Party {
  const wantsLid = isPhone(jid)
  // The account's own address stands in sender_pn of copies from other devices: it is never the peer's other address.
  const given = alternatives.find((one) => one && !isOwn(one, own) && (wantsLid ? isLid(one) : isPhone(one)))
  return partyOf(jid, given ?? partnerOf(bare(jid)))
}

/** Reads who a message stanza is from and for. Null for stanzas that are no conversation of the desk. */
export function envelopeOf(attrs: Record<string, string>, own: Own, partnerOf: PartnerOf): Envelope | null {
  const { from, participant, recipient } = attrs
  if (!from || isIgnored(from)) return null
  const writer = (jid: string) =>
    personIn(jid, [attrs.participant_pn, attrs.participant_lid, attrs.sender_pn, attrs.sender_lid], own, partnerOf)
  if (isGroup(from)) {
    if (!participant) return null
    return { chat: partyOf(from), sender: writer(participant), fromMe: isOwn(participant, own) }
  }
  if (isBroadcastList(from)) {
    if (!participant || isOwn(participant, own)) return null
    return { chat: writer(participant), sender: null, fromMe: false }
  }
  if (!isPhone(from) && !isLid(from)) return null
  // Baileys refuses a recipient in anybody else's stanza, so it tells who we are where the credentials are gone.
  const isSelf = isOwn(from, own) || (recipient !== undefined && own.phone === null && own.lid === null)
  if (!isSelf) return recipient ? null : { chat: writer(from), sender: null, fromMe: false }
  if (!recipient || isIgnored(recipient) || isOwn(recipient, own)) return null
  if (isGroup(recipient)) return { chat: partyOf(recipient), sender: partyOf(from), fromMe: true }
  const peer = [attrs.peer_recipient_pn, attrs.peer_recipient_lid, attrs.recipient_pn, attrs.recipient_lid]
  return { chat: personIn(recipient, peer, own, partnerOf), sender: null, fromMe: true }
}

/** The person of a stanza whose other address the stanza does not tell, or null when nothing has to be looked up. */
export function lonelyAddress(attrs: Record<string, string>, own: Own): Address | null {
  const envelope = envelopeOf(attrs, own, () => null)
  const person = envelope?.sender ?? envelope?.chat
  if (!person || person.isGroup || isOwn(person.address, own)) return null
  return person.phone === null || person.lid === null ? person.address : null
}

/** What lists show for a stanza's conversation: the phone number when the stanza tells it, never a device. */
export function chatLabel(attrs: Record<string, string>): string {
  const main = attrs.recipient ?? attrs.from ?? ''
  const alternative = attrs.recipient ? attrs.peer_recipient_pn : attrs.sender_pn
  return bare(isLid(main) && alternative ? alternative : main)
}
