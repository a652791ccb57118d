// Customers' files, from WhatsApp's media host into storage and out to a browser: every kind, and every way to fail.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refetchMedia, type Message } from '@guiche/shared/features/inbox/messages.ts'
import type { Content } from '#simulator/types.ts'
import { readVoice } from '#test/fixtures/ogg.ts'
import {
  openConversation,
  startPairedServer,
  type Conversation,
  type PairedServer
} from '#test/fixtures/paired-server.ts'

let scene: PairedServer
let chat: Conversation

beforeAll(async () => {
  scene = await startPairedServer({ MAX_UPLOAD_MB: '1' })
  chat = await openConversation(scene)
})
afterAll(() => scene.stop())
afterEach(() => scene.simulator.clearFaults())

const receive = (content: Content) => scene.simulator.send(scene.phone, chat.customer.id, content)
const sample = (name: string): Buffer => readFileSync(new URL(`../../simulator/assets/${name}`, import.meta.url))
async function download(link: string | null, headers: Record<string, string> = {}) {
  const answer = await fetch(link ?? '', { headers })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The newest message when its file is where it is wanted. */
const settled = (state: Message['mediaState'], caption: string) =>
  chat.last((message) => message.mediaState === state && message.body === caption, `the file to be ${state}`)

describe('a file of a customer', () => {
  test.for([
    ['picture', { type: 'image', sample: 'picture' }, { mediaType: 'image' }, 'picture.jpg'],
    ['voice', { type: 'audio', sample: 'voice', ptt: true }, { mediaType: 'audio', isVoice: true }, 'voice.ogg'],
    ['song', { type: 'audio', sample: 'song' }, { mediaType: 'audio', isVoice: false }, 'song.mp3'],
    ['video', { type: 'video', sample: 'video' }, { mediaType: 'video' }, 'video.mp4'],
    ['sticker', { type: 'sticker', sample: 'sticker' }, { mediaType: 'sticker' }, 'sticker.webp'],
    [
      'document',
      { type: 'document', sample: 'document', fileName: 'pedido nº 1.pdf' },
      { mediaType: 'application', mediaName: 'pedido nº 1.pdf' },
      'document.pdf'
    ]
  ] as const)('%s arrives as it was sent', async ([, content, facts, file]) => {
    const before = (await chat.history()).at(-1)?.id
    await receive(content as Content)
    const message = await chat.last(
      ({ id, mediaState }) => id !== before && mediaState === 'ready',
      `the ${file} to be there`
    )
    expect(message).toMatchObject({ fromMe: false, mediaSize: sample(file).length, ...facts })
    const { answer, bytes } = await download(message.mediaUrl)
    expect(answer.status).toBe(200)
    expect(digest(bytes)).toBe(digest(sample(file)))
    if (['image', 'sticker'].includes(facts.mediaType)) {
      expect(message.width).toBeGreaterThan(0)
      expect((await download(message.thumbnailUrl)).answer.headers.get('content-type')).toBe('image/jpeg')
    }
    if (file === 'voice.ogg') expect(readVoice(bytes).seconds).toBeGreaterThan(0)
    const part = await download(message.mediaUrl, { range: 'bytes=10-19' })
    expect([part.answer.status, part.bytes.equals(bytes.subarray(10, 20))]).toEqual([206, true])
  })

  test('with a caption shows it, and its name never leads out of the storage', async () => {
    await receive({ type: 'document', sample: 'document', fileName: '../../../etc/passwd', caption: 'olhe só' })
    const message = await settled('ready', 'olhe só')
    expect(message.mediaName).toBe('passwd')
    expect((await download(message.mediaUrl)).answer.status).toBe(200)
  })
})

describe('a file that cannot be had at once', () => {
  test('is asked of the phone again when it is gone from the host', async () => {
    scene.simulator.setFaults({ media: 'gone' })
    const { id } = await receive({ type: 'image', sample: 'picture', caption: 'sumiu' })
    await settled('fetching', 'sumiu')
    scene.simulator.loseMedia(scene.phone, chat.customer.id, id)
    scene.simulator.clearFaults()
    expect(await settled('ready', 'sumiu')).toMatchObject({ mediaSize: sample('picture.jpg').length })
  })

  test.for(['wrong-hash', 'slow'] as const)('comes in the end when the host is %s for a while', async (media) => {
    scene.simulator.setFaults({ media })
    const caption = `anfitrião ${media}`
    await receive({ type: 'image', sample: 'picture', caption })
    await settled('fetching', caption)
    scene.simulator.clearFaults()
    const message = await settled('ready', caption)
    expect(digest((await download(message.mediaUrl)).bytes)).toBe(digest(sample('picture.jpg')))
  })
})

test('a file beyond the limit leaves its message, is said to be missing, and stays so when asked for', async () => {
  await receive({ type: 'document', data: Buffer.alloc(1_200_000, 7), fileName: 'enorme.bin', caption: 'grande' })
  const message = await settled('failed', 'grande')
  expect(message).toMatchObject({ mediaName: 'enorme.bin', mediaUrl: null, mediaType: 'application' })
  await scene.admin.call(refetchMedia, { params: { messageId: message.id } })
  await settled('failed', 'grande')
})

test('texts are not held back by files that do not come', async () => {
  scene.simulator.setFaults({ media: 'endless' })
  for (let index = 0; index < 6; index++) await receive({ type: 'image', sample: 'picture', caption: `preso ${index}` })
  const begun = Date.now()
  await receive({ type: 'text', text: 'e o texto?' })
  await chat.last(({ body }) => body === 'e o texto?', 'the text')
  expect(Date.now() - begun).toBeLessThan(5_000)
})
