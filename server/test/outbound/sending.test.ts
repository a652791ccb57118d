// What attendants send, through real Baileys to the phone of a customer: it arrives as written, and the ticks tell the truth.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteMessage, editMessage, reactToMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import type { ChatMessage, ReceiptMode } from '#simulator/types.ts'
import { eventually } from '#test/eventually.ts'
import { readVoice } from '#test/fixtures/ogg.ts'
import {
  listenToMessages,
  openConversation,
  startPairedServer,
  type Conversation,
  type PairedServer
} from '#test/fixtures/paired-server.ts'
import { formFile, formOf, postForm, type FormFile } from '#test/fixtures/upload.ts'

let scene: PairedServer
let chat: Conversation
let ear: Awaited<ReturnType<typeof listenToMessages>>

beforeAll(async () => {
  scene = await startPairedServer()
  ear = await listenToMessages(scene)
  chat = await openConversation(scene, { receipts: 'read' })
})
afterAll(async () => {
  ear.close()
  await scene.stop()
})

const admin = () => scene.admin
const simulator = () => scene.simulator
/** What the customer's phone shows, found by what was written. */
const arrived = (is: (message: ChatMessage) => boolean, { customer }: Conversation = chat): Promise<ChatMessage> =>
  eventually(() => simulator().sentTo(scene.phone, customer.id).findLast(is), 'the message to reach the phone')
async function send(file: FormFile, fields: Record<string, string> = {}, posters: FormFile[] = []): Promise<Message> {
  const answer = await postForm(scene.server.url, admin().token(), chat.ticketId, formOf([file], fields, posters))
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  return answer.messages[0] as Message
}
const asset = (name: string): Buffer => readFileSync(new URL(`../../simulator/assets/${name}`, import.meta.url))
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const shown = async (id: string): Promise<Message> =>
  (await chat.history()).find((message) => message.id === id) as Message

describe('a text', () => {
  test('arrives to the letter', async () => {
    const body = 'São 12 reais 😀\n*negrito* & <b>tags</b> \u200d👩‍👩‍👧'
    await chat.say(body)
    expect(await arrived(({ text }) => text === body)).toMatchObject({
      kind: 'text',
      deliveries: { [chat.customer.id]: 1 }
    })
  })

  test('of the greatest length arrives whole', async () => {
    const body = `${'á'.repeat(65_530)} fim`
    await chat.say(body)
    expect((await arrived(({ text }) => text?.endsWith(' fim') ?? false)).text).toBe(body)
  })

  test('answers the message it quotes', async () => {
    const question = await simulator().send(scene.phone, chat.customer.id, { type: 'text', text: 'Qual o preço?' })
    const asked = await chat.last(({ body }) => body === 'Qual o preço?', 'the question')
    await chat.say('Doze', { quotedMsg: { id: asked.id } })
    expect(await arrived(({ text }) => text === 'Doze')).toMatchObject({ quotedId: question.id })
  })
})

describe('what is passed on', () => {
  test('reaches another phone as it was, marked as passed on', async () => {
    const other = await openConversation(scene, { receipts: 'read' })
    const { contactId } = (await other.history())[0] as Message
    const text = { type: 'text', text: 'chave {{name}}', forwarded: true } as const
    await simulator().send(scene.phone, chat.customer.id, text)
    const heard = await chat.last(({ body }) => body === text.text, 'the text')
    expect(heard.isForwarded).toBe(true)
    const drawing = await send(formFile('planta.jpg', 'image/jpeg', asset('picture.jpg')), { body: 'a planta' })
    for (const { id } of [heard, drawing])
      await admin().call(forwardMessage, { params: { messageId: id }, body: { contactIds: [contactId] } })
    expect(await arrived((message) => message.text === text.text, other)).toMatchObject({ forwarded: true })
    const picture = await arrived(({ caption }) => caption === 'a planta', other)
    expect(picture).toMatchObject({ forwarded: true, media: { kind: 'image', mime: 'image/jpeg' } })
    expect(digest(simulator().file(picture.media?.id ?? ''))).toBe(digest(asset('picture.jpg')))
  })
})

describe('ticks', () => {
  const levelsOf = (id: string) => [...new Set(ear.of(id).map(({ message }) => message.ack))]

  test.for([
    ['never', [0, 1]],
    ['delivered', [0, 1, 2]],
    ['read', [0, 1, 2, 4]]
  ] as const)('of a customer who gives %s come in order to the socket, and stay', async ([receipts, levels]) => {
    simulator().updateCustomer(chat.customer.id, { receipts: receipts as ReceiptMode })
    const { id } = await chat.say(`recibos: ${receipts}`)
    const wanted = levels.at(-1) ?? 0
    await eventually(async () => (await shown(id)).ack === wanted, `tick ${wanted}`)
    await eventually(() => levelsOf(id).includes(wanted), `tick ${wanted} on the socket`)
    const seen = ear.of(id).map(({ message }) => message.ack)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    // A batch of receipts may skip a level, never the first and the last.
    expect(levels).toEqual(expect.arrayContaining(levelsOf(id)))
    expect(await shown(id)).toMatchObject({ ack: wanted, delivery: 'sent' })
    simulator().updateCustomer(chat.customer.id, { receipts: 'read' })
  })

  test('of a voice note rise to played', async () => {
    const { id } = await send(
      formFile(
        'audio.webm',
        'audio/webm;codecs=opus',
        readFileSync(new URL('../recordings/chromium-mono.webm', import.meta.url))
      ),
      { voice: 'true' }
    )
    await eventually(async () => (await shown(id)).ack === 4, 'blue ticks')
    // Now it is the newest one there, whatever other tests have sent before.
    const sent = await arrived(({ media }) => media?.ptt === true)
    simulator().markRead(scene.phone, chat.customer.id, [sent.id], 'played')
    await eventually(async () => (await shown(id)).ack === 5, 'the played mark')
  })

  test('of messages read late by hand follow', async () => {
    simulator().updateCustomer(chat.customer.id, { receipts: 'never' })
    const { id } = await chat.say('leia depois')
    const sent = await arrived(({ text }) => text === 'leia depois')
    await eventually(async () => (await shown(id)).ack === 1, 'the first tick')
    simulator().markRead(scene.phone, chat.customer.id, [sent.id], 'read')
    await eventually(async () => (await shown(id)).ack === 4, 'blue ticks')
    simulator().markRead(scene.phone, chat.customer.id, [sent.id], 'delivered')
    await chat.say('outra')
    await eventually(async () => (await chat.history()).at(-1)?.ack === 1, 'the next tick')
    expect((await shown(id)).ack).toBe(4)
    simulator().updateCustomer(chat.customer.id, { receipts: 'read' })
  })
})

describe('a file', () => {
  test('picture, document and song arrive byte for byte, with captions', async () => {
    await send(formFile('foto.jpg', 'image/jpeg', asset('picture.jpg')), { body: 'o bolo' })
    const picture = await arrived(({ caption }) => caption === 'o bolo')
    expect(picture.media).toMatchObject({ kind: 'image', mime: 'image/jpeg' })
    expect(picture.media?.width).toBeGreaterThan(0)
    expect(digest(simulator().file(picture.media?.id ?? ''))).toBe(digest(asset('picture.jpg')))

    await send(formFile('pedido nº 1.pdf', 'application/pdf', asset('document.pdf')), { body: 'o pedido' })
    const document = await arrived(({ caption }) => caption === 'o pedido')
    expect(document.media).toMatchObject({ kind: 'document', fileName: 'pedido nº 1.pdf', mime: 'application/pdf' })
    expect(digest(simulator().file(document.media?.id ?? ''))).toBe(digest(asset('document.pdf')))

    await send(formFile('jingle.mp3', 'audio/mpeg', asset('song.mp3')))
    const song = await arrived(({ media }) => media?.kind === 'audio' && media.mime === 'audio/mpeg')
    expect(song.media).toMatchObject({ ptt: false })
    expect(song.media?.seconds).toBeGreaterThan(0)
  })

  test('video arrives with its length and size', async () => {
    const poster = formFile('poster.jpg', 'image/jpeg', asset('picture.jpg'))
    await send(formFile('filme.mp4', 'video/mp4', asset('video.mp4')), { body: 'a padaria' }, [poster])
    const video = await arrived(({ caption }) => caption === 'a padaria')
    expect(video.media).toMatchObject({ kind: 'video', mime: 'video/mp4' })
    expect(video.media?.seconds).toBeGreaterThan(0)
    expect(video.media?.width).toBeGreaterThan(0)
    expect(digest(simulator().file(video.media?.id ?? ''))).toBe(digest(asset('video.mp4')))
  })

  test('voice arrives as a voice note on one channel, with length and waveform', async () => {
    const levels = Array.from({ length: 64 }, (_, index) => index)
    const recording = readFileSync(new URL('../recordings/chromium-stereo.webm', import.meta.url))
    const { mediaSize } = await send(formFile('audio.webm', 'audio/webm;codecs=opus', recording), {
      voice: 'true',
      waveform: JSON.stringify(levels)
    })
    const { media } = await arrived((message) => message.media?.ptt === true && message.media.bytes === mediaSize)
    expect(media).toMatchObject({ kind: 'audio', mime: 'audio/ogg; codecs=opus', seconds: 1, waveform: levels })
    expect(readVoice(simulator().file(media?.id ?? ''))).toMatchObject({ channels: 1, isWhole: true })
  })
})

describe('a message that was sent', () => {
  test('is edited, deleted and reacted to on the phone', async () => {
    const { id } = await chat.say('Sao 10 reais')
    const sent = await arrived(({ text }) => text === 'Sao 10 reais')
    await eventually(async () => (await shown(id)).delivery === 'sent', 'the message to be sent')
    const onPhone = () => simulator().message(scene.phone, chat.customer.id, sent.id)
    await admin().call(editMessage, { params: { messageId: id }, body: { body: 'São 12 reais' } })
    await eventually(() => onPhone()?.text === 'São 12 reais', 'the edit')
    await admin().call(reactToMessage, { params: { messageId: id }, body: { emoji: '👍' } })
    await eventually(() => onPhone()?.reactions['desk'] === '👍', 'the reaction')
    await admin().call(reactToMessage, { params: { messageId: id }, body: { emoji: '' } })
    await eventually(() => !onPhone()?.reactions['desk'], 'the reaction to go')
    await admin().call(deleteMessage, { params: { messageId: id } })
    await eventually(() => onPhone()?.revokedAt !== undefined, 'the deletion')
    expect(await shown(id)).toMatchObject({ isDeleted: true, isEdited: true, reactions: [] })
  })

  test('takes the reaction of the customer, and theirs takes ours', async () => {
    const { id } = await chat.say('Gostou?')
    const sent = await arrived(({ text }) => text === 'Gostou?')
    await simulator().send(scene.phone, chat.customer.id, { type: 'reaction', targetId: sent.id, emoji: '❤️' })
    await eventually(async () => (await shown(id)).reactions[0]?.emoji === '❤️', 'the heart')
    const thanks = await simulator().send(scene.phone, chat.customer.id, { type: 'text', text: 'Obrigada' })
    const received = await chat.last(({ body }) => body === 'Obrigada', 'the thanks')
    await admin().call(reactToMessage, { params: { messageId: received.id }, body: { emoji: '🙏' } })
    await eventually(
      () => simulator().message(scene.phone, chat.customer.id, thanks.id)?.reactions['desk'] === '🙏',
      'our reaction'
    )
  })
})

test('a customer known by LID alone is answered there, and never shown as a number', async () => {
  const hidden = await openConversation(scene, { addressing: 'lid', hidesOtherAddress: true, receipts: 'read' })
  const [greeting] = await hidden.history()
  expect(JSON.stringify(greeting?.contact)).not.toContain(hidden.customer.lid)
  expect(greeting?.contact).toMatchObject({ number: '' })
  const { id } = await hidden.say('Olá, quem é?')
  expect(await arrived(({ text }) => text === 'Olá, quem é?', hidden)).toMatchObject({
    address: hidden.customer.lidJid
  })
  await eventually(
    async () => (await hidden.history()).find((message) => message.id === id)?.ack === 4,
    'blue ticks of a LID'
  )
})

test('reading a conversation puts blue ticks on the customer side', async () => {
  const { id } = await simulator().send(scene.phone, chat.customer.id, { type: 'text', text: 'Viu?' })
  await chat.last(({ body }) => body === 'Viu?', 'the message')
  await eventually(async () => {
    // It may have come between the look at what is unread and the look at the messages.
    await chat.history()
    return simulator().message(scene.phone, chat.customer.id, id)?.readByDeskAt !== undefined
  }, 'the read mark')
})
