// What every kind of WhatsApp message becomes for the desk.
import { encodeWAMessage, proto } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import type { InboundMessage } from '#platform/whatsapp-port.ts'
import type { Own } from '../addresses/addresses.ts'
import { normalizeMessage, undecryptable } from './normalize-message.ts'

const own: Own = { phone: '5511900000000@s.whatsapp.net', lid: '100@lid' }
const now = new Date('2026-03-10T12:00:00Z')
const reading = { own, partnerOf: () => null, now }
const fromAna = {
  from: '201@lid',
  sender_pn: '5511911111111@s.whatsapp.net',
  id: 'A1',
  t: String(now.getTime() / 1000 - 60),
  notify: 'Ana'
}
const inGroup = { ...fromAna, from: '1203@g.us', participant: '201:2@lid', participant_pn: fromAna.sender_pn }
const fromPhone = {
  from: '100@lid',
  recipient: '201@lid',
  peer_recipient_pn: fromAna.sender_pn,
  id: 'B1',
  t: fromAna.t
}

const read = (message: proto.IMessage, attrs: Record<string, string> = fromAna): InboundMessage =>
  normalizeMessage({ id: 7, attrs, plain: encodeWAMessage(proto.Message.fromObject(message)) }, reading)

const file = {
  url: 'https://mmg.whatsapp.net/v/t62?x=1',
  directPath: '/v/t62?x=1',
  mediaKey: Buffer.alloc(32, 1),
  fileSha256: Buffer.alloc(32, 2),
  fileEncSha256: Buffer.alloc(32, 3),
  fileLength: 1234
}
const thumbnail = Buffer.from([0xff, 0xd8, 0xff, 1])

it('reads who, when and in which conversation', () => {
  expect(read({ conversation: 'oi' })).toEqual({
    journalId: 7,
    waId: 'A1',
    chat: { address: '201@lid', phone: fromAna.sender_pn, lid: '201@lid', isGroup: false },
    sender: null,
    pushName: 'Ana',
    fromMe: false,
    sentAt: new Date(now.getTime() - 60_000),
    offline: false,
    type: 'message',
    content: { kind: 'text', body: 'oi' },
    quotedWaId: null,
    viewOnce: false,
    forwarded: false
  })
})

it('brings a clock that is ahead back to now, and knows what waited at WhatsApp', () => {
  const ahead = { ...fromAna, t: String(now.getTime() / 1000 + 3600), offline: '0' }
  expect(read({ conversation: 'x' }, ahead)).toMatchObject({ sentAt: now, offline: true })
})

it('keeps text that the database can store', () => {
  const message = read({ conversation: 'a\u0000b\ud800c' }, { ...fromAna, notify: ' A\u0000na ' })
  expect(message).toMatchObject({ content: { body: 'ab\ufffdc' }, pushName: 'Ana' })
})

describe('content', () => {
  const content = (message: proto.IMessage) => {
    const result = read(message)
    if (result.type !== 'message') throw new Error(`became ${result.type}`)
    return result.content
  }

  it('extended text, buttons and lists become text', () => {
    expect(content({ extendedTextMessage: { text: 'veja https://x.y' } })).toEqual({
      kind: 'text',
      body: 'veja https://x.y'
    })
    expect(content({ buttonsResponseMessage: { selectedDisplayText: 'Sim' } })).toEqual({ kind: 'text', body: 'Sim' })
    expect(content({ listResponseMessage: { title: 'Vendas' } })).toEqual({ kind: 'text', body: 'Vendas' })
  })

  it.each([
    { buttonsResponseMessage: { selectedButtonId: 'sim' } },
    { templateButtonReplyMessage: { selectedId: 'sim' } },
    { listResponseMessage: { singleSelectReply: { selectedRowId: 'sim' } } }
  ])('a choice without words is told by its id', (message) => {
    expect(content(message)).toEqual({ kind: 'text', body: 'sim' })
  })

  it('an image keeps caption, size and what is needed to fetch it', () => {
    const image = {
      ...file,
      mimetype: 'image/jpeg',
      caption: 'praia',
      width: 640,
      height: 480,
      jpegThumbnail: thumbnail
    }
    expect(content({ imageMessage: image })).toEqual({
      kind: 'media',
      body: 'praia',
      media: {
        kind: 'image',
        mime: 'image/jpeg',
        name: null,
        size: 1234,
        duration: null,
        width: 640,
        height: 480,
        voice: false,
        waveform: null,
        thumbnail,
        source: {
          v: 1,
          type: 'image',
          mediaKey: file.mediaKey.toString('base64'),
          directPath: file.directPath,
          url: file.url,
          fileSha256: file.fileSha256.toString('base64'),
          size: 1234,
          key: { id: 'A1', remoteJid: '201@lid', fromMe: false, participant: null }
        }
      }
    })
  })

  it('a voice note has 64 levels of at most 100', () => {
    const waveform = Uint8Array.from({ length: 128 }, (_, i) => i)
    const note = { ...file, mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 9, waveform }
    const result = content({ audioMessage: note })
    expect(result).toMatchObject({ media: { kind: 'audio', voice: true, duration: 9, mime: 'audio/ogg; codecs=opus' } })
    const levels = result.kind === 'media' ? result.media.waveform : null
    expect(levels).toHaveLength(64)
    expect(levels?.slice(0, 3)).toEqual([0, 2, 4])
    expect(Math.max(...(levels ?? []))).toBe(100)
  })

  it('a song is no voice note', () => {
    expect(content({ audioMessage: { ...file, mimetype: 'audio/mpeg', seconds: 200 } })).toMatchObject({
      media: { voice: false, waveform: null, duration: 200 }
    })
  })

  it('a document keeps its name without folders, inside its caption envelope too', () => {
    const documentMessage = { ...file, mimetype: 'application/pdf', fileName: '../../etc/nota.pdf', caption: 'a nota' }
    const expected = { kind: 'media', body: 'a nota', media: { kind: 'application', name: 'nota.pdf' } }
    expect(content({ documentMessage })).toMatchObject(expected)
    expect(content({ documentWithCaptionMessage: { message: { documentMessage } } })).toMatchObject(expected)
  })

  it('a document’s name turns no direction of writing, breaks no line, and keeps its ending when it is cut', () => {
    const nameOf = (fileName: string) =>
      content({ documentMessage: { ...file, mimetype: 'application/pdf', fileName } })
    expect(nameOf('conta\u202efdp.exe')).toMatchObject({ media: { name: 'contafdp.exe' } })
    expect(nameOf('conta\r\nX-A: b.pdf')).toMatchObject({ media: { name: 'contaX-A: b.pdf' } })
    expect(nameOf(`${'ã'.repeat(4_000)}.pdf`)).toMatchObject({ media: { name: `${'ã'.repeat(146)}.pdf` } })
    expect(nameOf('..')).toMatchObject({ media: { name: null } })
  })

  it('videos, round videos and stickers are media', () => {
    const video = { ...file, mimetype: 'video/mp4', seconds: 3 }
    expect(content({ videoMessage: video })).toMatchObject({ media: { kind: 'video', duration: 3 } })
    expect(content({ ptvMessage: video })).toMatchObject({ media: { kind: 'video' } })
    expect(content({ stickerMessage: { ...file, mimetype: 'image/webp' } })).toMatchObject({
      media: { kind: 'sticker', source: { type: 'image' } }
    })
    expect(content({ lottieStickerMessage: { message: { stickerMessage: file } } })).toMatchObject({
      media: { kind: 'sticker' }
    })
  })

  it('a location is image, link and description', () => {
    const at = { degreesLatitude: -23.5, degreesLongitude: -46.6 }
    const picture = `data:image/jpeg;base64,${thumbnail.toString('base64')}`
    expect(content({ locationMessage: { ...at, name: 'Casa | azul', jpegThumbnail: thumbnail } })).toEqual({
      kind: 'location',
      latitude: -23.5,
      longitude: -46.6,
      body: `${picture}|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17|Casa / azul`
    })
    expect(content({ liveLocationMessage: at })).toMatchObject({
      body: '|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17|-23.5, -46.6'
    })
  })

  it('contacts become their cards', () => {
    expect(content({ contactMessage: { displayName: 'Bia', vcard: 'BEGIN:VCARD\nFN:Bia' } })).toEqual({
      kind: 'vcard',
      body: 'BEGIN:VCARD\nFN:Bia'
    })
    expect(content({ contactsArrayMessage: { contacts: [{ vcard: 'A' }, { vcard: 'B' }] } })).toMatchObject({
      body: 'A\nB'
    })
  })

  it('kinds it cannot show are kept raw with their name', () => {
    const payment = { amount1000: 5000, currencyCodeIso4217: 'BRL' }
    expect(content({ requestPaymentMessage: payment })).toMatchObject({
      kind: 'unknown',
      label: 'requestPaymentMessage',
      raw: { requestPaymentMessage: { currencyCodeIso4217: 'BRL' } }
    })
    expect(content({ productMessage: {} })).toMatchObject({ kind: 'unknown', label: 'productMessage' })
  })

  it.each<[string, proto.IMessage, string]>([
    [
      'a poll',
      { pollCreationMessageV3: { name: 'Qual?', options: [{ optionName: 'um' }, { optionName: 'dois' }] } },
      'Qual?\n• um\n• dois'
    ],
    [
      'a filled template',
      { templateMessage: { hydratedTemplate: { hydratedContentText: 'Chegou!', hydratedFooterText: 'Loja' } } },
      'Chegou!\nLoja'
    ],
    [
      'an interactive card',
      { interactiveMessage: { header: { title: 'Oferta' }, body: { text: 'Escolha' } } },
      'Oferta\nEscolha'
    ],
    [
      'buttons',
      { buttonsMessage: { contentText: 'Confirma?', buttons: [{ buttonText: { displayText: 'Sim' } }] } },
      'Confirma?\n• Sim'
    ],
    [
      'a list',
      { listMessage: { description: 'Setores', sections: [{ rows: [{ title: 'Vendas' }] }] } },
      'Setores\n• Vendas'
    ],
    ['a product', { productMessage: { product: { title: 'Bolo', description: 'De milho' } } }, 'Bolo\nDe milho'],
    ['an order', { orderMessage: { orderTitle: 'Pedido', message: 'Quero dois' } }, 'Pedido\nQuero dois'],
    ['an event', { eventMessage: { name: 'Feira', location: { name: 'Praça' } } }, 'Feira\nPraça'],
    ['an invitation', { groupInviteMessage: { groupName: 'Vizinhos', caption: 'Entre' } }, 'Vizinhos\nEntre']
  ])('%s says its words', (_, message, body) => {
    expect(content(message)).toEqual({ kind: 'text', body })
  })

  it('kinds of a future protocol are kept as bytes', () => {
    // Field 999 with the text "x".
    const plain = Buffer.from([0xba, 0x3e, 0x01, 0x78, 0x01])
    expect(normalizeMessage({ id: 1, attrs: fromAna, plain }, reading)).toMatchObject({
      type: 'message',
      content: { kind: 'unknown', label: 'unknown', raw: { bytes: plain.toString('base64') } }
    })
  })
})

describe('envelopes and context', () => {
  it('sees through disappearing and seen-once messages', () => {
    expect(read({ ephemeralMessage: { message: { conversation: 'some' } } })).toMatchObject({
      content: { body: 'some' }
    })
    expect(read({ viewOnceMessageV2: { message: { imageMessage: file } } })).toMatchObject({
      viewOnce: true,
      content: { kind: 'media' }
    })
    expect(read({ imageMessage: { ...file, viewOnce: true } })).toMatchObject({ viewOnce: true })
  })

  it('knows what a reply answers and what was forwarded', () => {
    const contextInfo = { stanzaId: 'Q9', participant: own.phone, quotedMessage: { conversation: 'antes' } }
    expect(read({ extendedTextMessage: { text: 'sim', contextInfo } })).toMatchObject({
      quotedWaId: 'Q9',
      forwarded: false
    })
    const forwarded = { isForwarded: true, forwardingScore: 1 }
    expect(read({ imageMessage: { ...file, contextInfo: forwarded } })).toMatchObject({
      forwarded: true,
      quotedWaId: null
    })
  })

  it('takes copies from the own phone as own messages to the peer', () => {
    const copy = { deviceSentMessage: { destinationJid: '201@lid', message: { conversation: 'do celular' } } }
    expect(read(copy, fromPhone)).toMatchObject({
      fromMe: true,
      chat: { address: '201@lid', phone: fromAna.sender_pn },
      content: { body: 'do celular' }
    })
  })

  it('names the writer in a group', () => {
    expect(read({ conversation: 'oi grupo' }, inGroup)).toMatchObject({
      chat: { address: '1203@g.us', isGroup: true },
      sender: { address: '201@lid', phone: fromAna.sender_pn }
    })
  })
})

describe('changes to earlier messages', () => {
  const { Type } = proto.Message.ProtocolMessage
  const key = { id: 'T1', remoteJid: '201@lid', fromMe: true }

  it('an edit, in its envelope or bare', () => {
    const protocolMessage = { type: Type.MESSAGE_EDIT, key, editedMessage: { conversation: 'corrigido' } }
    const expected = { type: 'edit', targetWaId: 'T1', body: 'corrigido' }
    expect(read({ protocolMessage })).toMatchObject(expected)
    expect(read({ editedMessage: { message: { protocolMessage } } })).toMatchObject(expected)
  })

  it('an edit of a caption', () => {
    const protocolMessage = { type: Type.MESSAGE_EDIT, key, editedMessage: { imageMessage: { caption: 'legenda' } } }
    expect(read({ protocolMessage })).toMatchObject({ type: 'edit', body: 'legenda' })
  })

  it('a deletion, although its type is the zero that may be missing', () => {
    expect(read({ protocolMessage: { type: Type.REVOKE, key } })).toMatchObject({ type: 'delete', targetWaId: 'T1' })
    expect(read({ protocolMessage: { key } })).toMatchObject({ type: 'delete', targetWaId: 'T1' })
  })

  it.each([
    ['of a customer', fromAna, { fromMe: true }, false, false],
    ['of a customer in a group', inGroup, { fromMe: true, participant: '201@lid' }, false, false],
    ['of our phone', fromPhone, { fromMe: true }, true, false],
    ['in a group, of somebody who does not lead it', inGroup, { participant: '300@lid' }, false, false],
    ['in a group, by its administrator', { ...inGroup, edit: '8' }, { participant: '300@lid' }, false, true],
    ['in a group, of ours by its administrator', { ...inGroup, edit: '8' }, { participant: '100@lid' }, true, true],
    [
      'in a group, of a member by our phone',
      { ...inGroup, participant: '100@lid' },
      { participant: '300@lid' },
      false,
      true
    ]
  ])('a deletion %s', (_, attrs, of, targetFromMe, byOther) => {
    const protocolMessage = { type: Type.REVOKE, key: { id: 'T1', fromMe: false, ...of } }
    expect(read({ protocolMessage }, attrs)).toMatchObject({ type: 'delete', targetWaId: 'T1', targetFromMe, byOther })
  })

  it.each([
    ['a customer reacts to our message', fromAna, { id: 'T1', fromMe: false }, true],
    ['a customer reacts to an own message', fromAna, { id: 'T1', fromMe: true }, false],
    ['in a group to ours', inGroup, { id: 'T1', fromMe: false, participant: '100@lid' }, true],
    ['in a group to somebody else', inGroup, { id: 'T1', fromMe: false, participant: '300@lid' }, false],
    ['from our phone to our message', fromPhone, { id: 'T1', fromMe: true }, true],
    ['from our phone to the customer', fromPhone, { id: 'T1', fromMe: false }, false]
  ])('a reaction: %s', (_, attrs, target, targetFromMe) => {
    expect(read({ reactionMessage: { key: target, text: '👍' } }, attrs)).toMatchObject({
      type: 'reaction',
      targetWaId: 'T1',
      targetFromMe,
      emoji: '👍'
    })
  })

  it('a reaction taken back is empty', () => {
    expect(read({ reactionMessage: { key: { id: 'T1' }, text: '' } })).toMatchObject({ type: 'reaction', emoji: '' })
  })
})

describe('what is not for people', () => {
  const { Type } = proto.Message.ProtocolMessage
  it.each<[string, proto.IMessage]>([
    ['a sender key', { senderKeyDistributionMessage: { groupId: '1203@g.us' } }],
    ['a history notice', { protocolMessage: { type: Type.HISTORY_SYNC_NOTIFICATION } }],
    ['a key share', { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE } }],
    ['a disappearing timer', { protocolMessage: { type: Type.EPHEMERAL_SETTING } }],
    ['a vote', { pollUpdateMessage: { pollCreationMessageKey: { id: 'P' } } }],
    ['an album header', { albumMessage: { expectedImageCount: 2 } }]
  ])('%s is ignored', (_, message) => expect(read(message)).toMatchObject({ type: 'ignored', journalId: 7 }))

  it('a sender key that travels with a text does not hide it', () => {
    const message = { senderKeyDistributionMessage: { groupId: '1203@g.us' }, conversation: 'oi' }
    expect(read(message, inGroup)).toMatchObject({ type: 'message', content: { body: 'oi' } })
  })

  it('stanzas of no conversation are ignored', () => {
    expect(read({ conversation: 'x' }, { from: '120@newsletter', id: 'N' })).toMatchObject({ type: 'ignored' })
  })
})

it('announces a message it cannot read yet', () => {
  expect(undecryptable(fromAna, reading)).toMatchObject({ type: 'undecryptable', waId: 'A1', journalId: null })
  expect(undecryptable({ from: '120@newsletter', id: 'N' }, reading)).toBeNull()
})

it('refuses bytes that are no message', () => {
  expect(() =>
    normalizeMessage({ id: 1, attrs: fromAna, plain: Buffer.from([0xff, 0xff, 0xff, 1]) }, reading)
  ).toThrow()
})
