// Which person or group a stanza names, for every addressing form.
import { describe, expect, it } from 'vitest'
import { bare, chatLabel, envelopeOf, lonelyAddress, type Own, partyOf } from './addresses.ts'

const own: Own = { phone: '5511900000000@s.whatsapp.net', lid: '100@lid' }
const nobody = () => null
const ana = { phone: '5511911111111@s.whatsapp.net', lid: '201@lid', isGroup: false }

describe('a JID', () => {
  it.each([
    ['5511911111111:12@s.whatsapp.net', '5511911111111@s.whatsapp.net'],
    ['201_1:3@lid', '201@lid'],
    ['5511911111111@c.us', '5511911111111@s.whatsapp.net'],
    ['201:99@hosted.lid', '201@lid'],
    ['1203@g.us', '1203@g.us']
  ])('%s loses its device: %s', (jid, address) => expect(bare(jid)).toBe(address))
})

describe('the envelope of a stanza', () => {
  const cases: [string, Record<string, string>, ReturnType<typeof envelopeOf>][] = [
    [
      'a customer by LID with the number beside it',
      { from: '201@lid', sender_pn: ana.phone },
      { chat: { address: '201@lid', ...ana }, sender: null, fromMe: false }
    ],
    [
      'a customer by number with the LID beside it',
      { from: ana.phone, sender_lid: '201@lid' },
      { chat: { address: ana.phone, ...ana }, sender: null, fromMe: false }
    ],
    [
      'a customer by LID alone',
      { from: '201:4@lid' },
      { chat: { address: '201@lid', phone: null, lid: '201@lid', isGroup: false }, sender: null, fromMe: false }
    ],
    [
      'a copy from the own phone, peer by LID',
      { from: '100@lid', recipient: '201@lid', peer_recipient_pn: ana.phone },
      { chat: { address: '201@lid', ...ana }, sender: null, fromMe: true }
    ],
    [
      'a copy from the own phone that wrongly carries the own number as the sender',
      { from: '100:2@lid', sender_pn: own.phone ?? '', recipient: '201@lid' },
      { chat: { address: '201@lid', phone: null, lid: '201@lid', isGroup: false }, sender: null, fromMe: true }
    ],
    [
      'a group message',
      { from: '1203@g.us', participant: '201:7@lid', participant_pn: ana.phone },
      {
        chat: { address: '1203@g.us', phone: null, lid: null, isGroup: true },
        sender: { address: '201@lid', ...ana },
        fromMe: false
      }
    ],
    [
      'an own message in a group',
      { from: '1203@g.us', participant: '100:3@lid' },
      {
        chat: { address: '1203@g.us', phone: null, lid: null, isGroup: true },
        sender: { address: '100@lid', phone: null, lid: '100@lid', isGroup: false },
        fromMe: true
      }
    ],
    [
      'a customer who wrote to a broadcast list',
      { from: '77@broadcast', participant: '201@lid', participant_pn: ana.phone },
      { chat: { address: '201@lid', ...ana }, sender: null, fromMe: false }
    ],
    ['a status update', { from: 'status@broadcast', participant: '201@lid' }, null],
    ['a channel', { from: '120@newsletter' }, null],
    ['the chat with oneself', { from: '100@lid', recipient: own.phone ?? '' }, null],
    ['a forged recipient', { from: '201@lid', recipient: '300@lid' }, null]
  ]
  it.each(cases)('%s', (_, attrs, expected) => expect(envelopeOf(attrs, own, nobody)).toEqual(expected))

  it('asks for the partner of an address that stands alone', () => {
    const envelope = envelopeOf({ from: '201@lid' }, own, (address) => (address === '201@lid' ? ana.phone : null))
    expect(envelope?.chat).toEqual({ address: '201@lid', ...ana })
    expect(lonelyAddress({ from: '201@lid' }, own)).toBe('201@lid')
    expect(lonelyAddress({ from: '201@lid', sender_pn: ana.phone }, own)).toBeNull()
    expect(lonelyAddress({ from: '1203@g.us', participant: '201:1@lid' }, own)).toBe('201@lid')
  })
})

describe('a label for lists', () => {
  it('prefers the number to the LID', () => {
    expect(chatLabel({ from: '201@lid', sender_pn: ana.phone })).toBe(ana.phone)
    expect(chatLabel({ from: '201:3@lid' })).toBe('201@lid')
    expect(chatLabel({ from: '100@lid', recipient: '201@lid', peer_recipient_pn: ana.phone })).toBe(ana.phone)
  })
})

it('never takes a LID for a phone number', () => {
  expect(partyOf('201@lid', '202@lid')).toEqual({ address: '201@lid', phone: null, lid: '201@lid', isGroup: false })
})
