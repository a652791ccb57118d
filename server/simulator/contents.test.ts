// Every kind of content both ways, with an unmodified Baileys client.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys'
import { sampleFile } from './media/media-store.ts'
import { customerNumber, phoneNumber } from './testing/numbers.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { pairClient, trustMediaHost, type Client } from './testing/baileys-client.ts'
import type { Content, SendOptions } from './types.ts'

let simulator: Simulator
let client: Client
let ana: string
const shop = phoneNumber()

beforeAll(async () => {
  simulator = await startSimulator({ api: false })
  trustMediaHost(simulator)
  await simulator.createPhone({ number: shop })
  client = await pairClient(simulator, shop)
})

beforeEach(() => {
  ana = customerNumber()
  simulator.createCustomer({ number: ana, name: 'Ana', picture: sampleFile('picture') })
  client.complaints.length = 0
  client.events.length = 0
})

afterAll(async () => {
  await client.close()
  await simulator.stop()
})

async function receive(content: Content, options?: SendOptions): Promise<WAMessage> {
  const sent = await simulator.send(shop, ana, content, options)
  return client.until(() => client.received().find((message) => message.key.id === sent.id && message.message))
}

const anaJid = () => simulator.customer(ana).lidJid
function recorded(id: string | null | undefined) {
  return simulator.waitFor(() => {
    const message = simulator.message(shop, ana, id ?? '')
    return message?.deliveries[ana] ? message : undefined
  })
}

test.each([
  ['image', 'picture', 'imageMessage'],
  ['video', 'video', 'videoMessage'],
  ['audio', 'voice', 'audioMessage'],
  ['document', 'document', 'documentMessage'],
  ['sticker', 'sticker', 'stickerMessage']
] as const)('a customer sends %s and the desk downloads the same bytes', async (type, sample, field) => {
  const got = await receive({ type, sample })
  expect(got.message?.[field]?.mimetype).toBeTruthy()
  const bytes = await downloadMediaMessage(got, 'buffer', {})
  expect(bytes.equals(sampleFile(sample))).toBe(true)
  expect(client.complaints).toEqual([])
})

test('a voice note carries its length and waveform, an audio file does not', async () => {
  const voice = await receive({ type: 'audio', sample: 'voice' })
  expect(voice.message?.audioMessage).toMatchObject({ ptt: true, seconds: 6 })
  expect(voice.message?.audioMessage?.waveform).toHaveLength(64)
  const song = await receive({ type: 'audio', sample: 'song' })
  expect(song.message?.audioMessage).toMatchObject({ ptt: false, mimetype: 'audio/mpeg' })
})

test('captions, view-once, locations, contact cards, polls, templates and unknown kinds arrive', async () => {
  const captioned = await receive({ type: 'image', caption: 'Olha isso' })
  expect(captioned.message?.imageMessage?.caption).toBe('Olha isso')
  const document = await receive({ type: 'document', caption: 'O pedido', fileName: 'pedido.pdf' })
  expect(document.message?.documentWithCaptionMessage?.message?.documentMessage?.fileName).toBe('pedido.pdf')
  const once = await receive({ type: 'image', viewOnce: true })
  expect(once.message?.viewOnceMessageV2?.message?.imageMessage?.viewOnce).toBe(true)
  const place = await receive({ type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
  expect(place.message?.locationMessage).toMatchObject({ degreesLatitude: -23.5, name: 'Loja' })
  const card = await receive({ type: 'contacts', contacts: [{ name: 'Rui', number: '5511911112222' }] })
  expect(card.message?.contactMessage?.vcard).toContain('waid=5511911112222')
  const cards = await receive({ type: 'contacts', contacts: [{ name: 'Rui' }, { name: 'Eva' }] })
  expect(cards.message?.contactsArrayMessage?.contacts).toHaveLength(2)
  expect(
    (await receive({ type: 'poll', name: 'Qual?', options: ['A', 'B'] })).message?.pollCreationMessageV3?.name
  ).toBe('Qual?')
  expect((await receive({ type: 'template', text: 'Escolha' })).message?.interactiveMessage?.body?.text).toBe('Escolha')
  expect((await receive({ type: 'unknown' })).message?.paymentInviteMessage).toBeTruthy()
  expect(client.complaints).toEqual([])
})

test('a customer replies, reacts, edits and deletes', async () => {
  const question = await client.sock.sendMessage(anaJid(), { text: 'Qual o tamanho?' })
  await recorded(question?.key.id)
  const reply = await receive({ type: 'text', text: 'M', quotedId: question?.key.id ?? '' })
  expect(reply.message?.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: question?.key.id,
    quotedMessage: { extendedTextMessage: { text: 'Qual o tamanho?' } }
  })
  const eventsOf = (name: string) =>
    client.events.flatMap(([event, data]) => (event === name ? (data as unknown[]) : []))

  await simulator.send(shop, ana, { type: 'reaction', targetId: question?.key.id ?? '', emoji: '👍' })
  await client.until(() => eventsOf('messages.reaction').length === 1)
  expect(eventsOf('messages.reaction')[0]).toMatchObject({ key: { id: question?.key.id }, reaction: { text: '👍' } })
  expect(simulator.message(shop, ana, question?.key.id ?? '')?.reactions).toEqual({ [ana]: '👍' })
  await simulator.send(shop, ana, { type: 'reaction', targetId: question?.key.id ?? '', emoji: '' })
  expect(simulator.message(shop, ana, question?.key.id ?? '')?.reactions).toEqual({})

  await simulator.send(shop, ana, { type: 'edit', targetId: reply.key.id ?? '', text: 'G' })
  await client.until(() => JSON.stringify(eventsOf('messages.update')).includes('"conversation":"G"'))
  expect(simulator.message(shop, ana, reply.key.id ?? '')).toMatchObject({ text: 'G', edits: [{ text: 'M' }] })

  await simulator.send(shop, ana, { type: 'delete', targetId: reply.key.id ?? '' })
  const revoked = { key: { id: reply.key.id }, update: { message: null, messageStubType: 1 } }
  await client.until(() => eventsOf('messages.update').length >= 2)
  expect(eventsOf('messages.update').at(-1)).toMatchObject(revoked)
  expect(simulator.message(shop, ana, reply.key.id ?? '')?.revokedAt).toBeGreaterThan(0)
  await expect(simulator.send(shop, ana, { type: 'delete', targetId: question?.key.id ?? '' })).rejects.toThrow(
    /only the writer/
  )
  expect(client.complaints).toEqual([])
})

test('the desk sends media of every kind and the customer opens the same bytes', async () => {
  const send = client.sock.sendMessage
  const sent = [
    await send(anaJid(), { image: sampleFile('picture'), caption: 'A vitrine' }),
    await send(anaJid(), { video: sampleFile('video') }),
    await send(anaJid(), { audio: sampleFile('voice'), ptt: true, mimetype: 'audio/ogg; codecs=opus' }),
    await send(anaJid(), { document: sampleFile('document'), mimetype: 'application/pdf', fileName: 'pedido.pdf' }),
    await send(anaJid(), { sticker: sampleFile('sticker') })
  ]
  const kinds = ['image', 'video', 'audio', 'document', 'sticker']
  const names = ['picture', 'video', 'voice', 'document', 'sticker']
  for (const [index, message] of sent.entries()) {
    const got = await recorded(message?.key.id)
    expect(got).toMatchObject({ kind: kinds[index], deliveries: { [ana]: 1 } })
    expect(got.media?.error).toBeUndefined()
    expect(simulator.file(got.media?.id ?? '').equals(sampleFile(names[index] ?? ''))).toBe(true)
  }
  expect(simulator.message(shop, ana, sent[0]?.key.id ?? '')?.caption).toBe('A vitrine')
  expect(simulator.message(shop, ana, sent[2]?.key.id ?? '')?.media?.ptt).toBe(true)
  expect(client.complaints.filter((line) => !/waveform|thumb|link-preview/i.test(line.text))).toEqual([])
})

test('the desk replies, reacts, edits, deletes, sends places and cards', async () => {
  const asked = await receive({ type: 'text', text: 'Tem bolo?' })
  const { sendMessage } = client.sock
  const reply = await sendMessage(anaJid(), { text: 'Tem sim' }, { quoted: asked })
  expect(await recorded(reply?.key.id)).toMatchObject({ text: 'Tem sim', quotedId: asked.key.id })

  const reaction = await sendMessage(anaJid(), { react: { key: asked.key, text: '🎂' } })
  await recorded(reaction?.key.id)
  expect(simulator.message(shop, ana, asked.key.id ?? '')?.reactions).toEqual({ desk: '🎂' })

  const key = { ...reply?.key, remoteJid: anaJid(), fromMe: true, id: reply?.key.id ?? null }
  await recorded((await sendMessage(anaJid(), { text: 'Tem, de cenoura', edit: { ...key } }))?.key.id)
  expect(simulator.message(shop, ana, key.id ?? '')).toMatchObject({
    text: 'Tem, de cenoura',
    edits: [{ text: 'Tem sim' }]
  })
  await recorded((await sendMessage(anaJid(), { delete: { ...key } }))?.key.id)
  expect(simulator.message(shop, ana, key.id ?? '')?.revokedAt).toBeGreaterThan(0)

  const place = await sendMessage(anaJid(), { location: { degreesLatitude: -1, degreesLongitude: 2, name: 'Aqui' } })
  expect((await recorded(place?.key.id)).location).toMatchObject({ latitude: -1, longitude: 2, name: 'Aqui' })
  const card = await sendMessage(anaJid(), {
    contacts: { displayName: 'Rui', contacts: [{ displayName: 'Rui', vcard: 'BEGIN:VCARD\nEND:VCARD' }] }
  })
  expect((await recorded(card?.key.id)).contacts).toMatchObject([{ name: 'Rui' }])
  expect(client.complaints).toEqual([])
})

test('presence goes both ways and calls ring, time out and are rejected', async () => {
  simulator.presence(shop, ana, 'composing')
  const states = () =>
    client.events.flatMap(([name, data]) =>
      name === 'presence.update'
        ? Object.values((data as { presences: Record<string, { lastKnownPresence: string }> }).presences)
        : []
    )
  await client.until(() => states().some((state) => state.lastKnownPresence === 'composing'))
  simulator.presence(shop, ana, 'recording')
  await client.until(() => states().some((state) => state.lastKnownPresence === 'recording'))
  await client.sock.sendPresenceUpdate('composing', anaJid())
  await simulator.waitFor(() => simulator.chat(shop, ana).deskPresence === 'composing')

  const call = simulator.startCall(shop, ana)
  const calls = () =>
    client.events.flatMap(([name, data]) =>
      name === 'call' ? (data as { id: string; status: string; from: string }[]) : []
    )
  const ringing = await client.until(() => calls().find((item) => item.id === call.id))
  expect(ringing).toMatchObject({ status: 'offer', callerPn: `${ana}@s.whatsapp.net` })
  simulator.endCall(call.id, 'timeout')
  await client.until(() => calls().some((item) => item.id === call.id && item.status === 'timeout'))
  const second = simulator.startCall(shop, ana, true)
  const again = await client.until(() => calls().find((item) => item.id === second.id))
  await client.sock.rejectCall(again.id, again.from)
  await simulator.waitFor(() => simulator.calls().find((item) => item.id === second.id)?.state === 'rejected')
  await simulator.waitFor(() => simulator.phone(shop).devices[0]?.queued === 0)
  expect(client.complaints).toEqual([])
})

test('numbers are looked up, and pictures, status and LIDs found', async () => {
  simulator.createCustomer({ number: '5511000000099', onWhatsApp: false })
  const found = await client.sock.onWhatsApp(ana, '5511000000099', '5511000000000')
  expect(found).toEqual([{ jid: `${ana}@s.whatsapp.net`, exists: true }])
  const url = await client.sock.profilePictureUrl(anaJid(), 'image')
  const picture = Buffer.from(await (await fetch(url ?? '')).arrayBuffer())
  expect(picture.equals(sampleFile('picture'))).toBe(true)
  simulator.updateCustomer(ana, { about: 'Disponível' })
  expect(await client.sock.fetchStatus(anaJid())).toMatchObject([{ status: { status: 'Disponível' } }])
  expect(client.complaints).toEqual([])
})

test('a customer who switches addresses stays one person to the client', async () => {
  const byLid = await receive({ type: 'text', text: 'um' }, { address: 'lid' })
  const byNumber = await receive({ type: 'text', text: 'dois' }, { address: 'pn' })
  expect(byLid.key.remoteJid).toBe(byNumber.key.remoteJidAlt)
  expect(byLid.key.remoteJidAlt).toBe(byNumber.key.remoteJid)
  expect(client.complaints).toEqual([])
})

test('what the owner writes on the handset arrives as an own message', async () => {
  const sent = await simulator.sendFromHandset(shop, ana, { type: 'text', text: 'Já te respondo' })
  const own = await client.until(() => client.inbox.find((item) => item.message.key.id === sent.id)?.message)
  expect(own).toMatchObject({ key: { fromMe: true, remoteJid: anaJid(), remoteJidAlt: `${ana}@s.whatsapp.net` } })
  expect(own.message?.conversation).toBe('Já te respondo')
  await simulator.waitFor(() => simulator.message(shop, ana, sent.id)?.ackedAt)
  const after = await receive({ type: 'text', text: 'Obrigada' })
  expect(after.message?.conversation).toBe('Obrigada')
  expect(client.complaints).toEqual([])
})

test('one id sent twice arrives twice', async () => {
  const sent = await simulator.send(shop, ana, { type: 'text', text: 'eco' }, { copies: 2 })
  await client.until(() => client.received().filter((message) => message.key.id === sent.id).length === 2)
  expect(simulator.message(shop, ana, sent.id)?.sends).toBe(2)
})

test('a customer may hide the other address, and have a wrong clock', async () => {
  simulator.updateCustomer(ana, { hidesOtherAddress: true, clockOffsetMs: -3_600_000 })
  const got = await receive({ type: 'text', text: 'quem sou?' })
  expect(got.key.remoteJidAlt).toBeUndefined()
  expect(Date.now() / 1000 - Number(got.messageTimestamp)).toBeGreaterThan(3590)
  expect(client.complaints).toEqual([])
})
