// Any customer, without a login, sends pictures of a few kilobytes that unpack to gigabytes: they are shown as files, nothing
// is unpacked, nothing is tried again, and honest pictures go on having their previews.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listMessages, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { fileReadings } from '#database/tables/file-readings.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { blackPng, flickeringGif, packedPngChunk, progressiveJpeg, repeatedWebp } from '#test/fixtures/media-bombs.ts'
import { treeGrowth } from '#test/server/tree-memory.ts'

const picture = readFileSync(new URL('../../simulator/assets/picture.jpg', import.meta.url))

let app: TestApp
let company: Company
let ref: ConnectionRef
let file: Buffer = picture
let fetches = 0

beforeAll(async () => {
  app = await buildTestApp({
    config: { roles: ['api'] },
    whatsapp: {
      fetchMedia: async () => {
        fetches++
        return Readable.from([file])
      }
    }
  })
  company = await makeCompany(app)
  ;({ ref } = await makeConnection(company))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.ctx.db.delete(fileReadings)
})

/** Megabytes over which nothing that is refused by its header may grow: the file itself and its copies on the way. */
const mostRefused = 150
/** Megabytes that the reader of pictures may have, and what the server keeps of the file meanwhile. */
const mostRead = 448 + 100

async function receive(bytes: Buffer): Promise<Message> {
  file = bytes
  const customer = newCustomer()
  const none = { duration: null, width: null, height: null, waveform: null, thumbnail: null, name: null }
  const media = { ...none, kind: 'image', mime: 'image/jpeg', size: bytes.length, voice: false, source: {} } as const
  await receiveMessages(app.ctx, ref, [inbound(customer, { kind: 'media', body: 'olha', media })])
  await app.drain()
  const { tickets } = accepted(app, await company.admin.call(listTickets, { query: { showAll: 'true' } as never }))
  const ticket = tickets.find(({ contact }) => contact.number === customer.number)
  const query = { params: { ticketId: ticket?.id ?? 0 }, query: {} }
  const { messages } = accepted(app, await company.admin.call(listMessages, query))
  const [message] = messages
  if (!message) throw new Error('the message is not there')
  return message
}

function still(side: number) {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#a03020' } })
    .webp({ lossless: true })
    .toBuffer()
}

test('the small ones of these files are pictures that can be shown', async () => {
  const files = [
    progressiveJpeg(100, 75, 64),
    blackPng(100, 75, [packedPngChunk('zTXt', 1_000)]),
    flickeringGif(100, 75, 3),
    repeatedWebp(await still(60), 60, 3)
  ]
  for (const bytes of files) {
    expect(await receive(bytes)).toMatchObject({
      mediaType: 'image',
      mediaState: 'ready',
      width: expect.any(Number) as number
    })
  }
})

// Each is valid to its last byte; what it unpacks to stands beside it.
test.each([
  ['a JPEG of 256 megapixels in 20 passes, 768 MB', () => progressiveJpeg(16_000, 16_000, 20)],
  [
    'the same with a megabyte behind it',
    () => Buffer.concat([progressiveJpeg(16_000, 16_000, 20), randomBytes(2 ** 20)])
  ],
  ['a JPEG of 40 megapixels that is passed over 64 times', () => progressiveJpeg(6_300, 6_300, 64)],
  ['a PNG of 400 megapixels, 400 MB', () => blackPng(20_000, 20_000)],
  ['a GIF of 30,000 by 30,000, 3,600 MB', () => flickeringGif(30_000, 30_000, 1)],
  ['a GIF of 36 megapixels with 20,000 pictures', () => flickeringGif(6_000, 6_000, 20_000)],
  ['a GIF of a pixel with 200,000 pictures', () => flickeringGif(1, 1, 200_000)],
  ['a WebP of 4 megapixels with 5,000 pictures, 80 GB', async () => repeatedWebp(await still(2_000), 2_000, 5_000)]
])('%s is shown as a file and fetched once; nothing of it is unpacked', async (_what, make) => {
  const bytes = await make()
  await receive(picture)
  fetches = 0
  let message: Message | undefined
  const growth = await treeGrowth(async () => (message = await receive(bytes)))
  expect(message).toMatchObject({ mediaType: 'application', mediaState: 'ready', thumbnailUrl: null, width: null })
  expect(fetches).toBe(1)
  expect(growth).toBeLessThan(mostRefused)
  expect(await app.ctx.db.select().from(fileReadings)).toEqual([])
})

test.each([
  ['a text of 300 MB inside a PNG', () => blackPng(100, 75, [packedPngChunk('zTXt', 300 * 2 ** 20)]), mostRefused],
  [
    'a profile of colours of 300 MB inside a PNG',
    () => blackPng(100, 75, [packedPngChunk('iCCP', 300 * 2 ** 20)]),
    mostRefused
  ],
  [
    '2,000 texts of 7 MB inside a PNG',
    () => blackPng(100, 75, Array<Buffer>(2_000).fill(packedPngChunk('zTXt', 7 * 2 ** 20))),
    mostRead
  ]
])(
  '%s takes no more than the reader may have, and an honest picture behind it has its preview',
  async (_what, make, most) => {
    const bytes = make()
    await receive(picture)
    expect(await treeGrowth(() => receive(bytes))).toBeLessThan(most)
    expect(await receive(picture)).toMatchObject({ mediaType: 'image', mediaState: 'ready', width: 480 })
  }
)

test('two of the largest that are allowed at once cost one, and an honest picture behind them has its preview', async () => {
  const allowed = progressiveJpeg(6_300, 6_300, 5)
  const messages: Message[] = []
  const growth = await treeGrowth(async () => {
    for (const bytes of [allowed, Buffer.concat([allowed, Buffer.from('x')]), picture])
      messages.push(await receive(bytes))
  })
  expect(messages.map(({ mediaType, width }) => [mediaType, width])).toEqual([
    ['image', 6_300],
    ['image', 6_300],
    ['image', 480]
  ])
  expect(growth).toBeLessThan(mostRead)
})

test('a picture with which a server ended is a file from then on', async () => {
  await receive(picture)
  const bytes = Buffer.concat([picture, Buffer.from('another')])
  const fingerprint = createHash('sha256')
    .update(bytes.subarray(0, 256 * 1024))
    .update(String(bytes.length))
    .digest('hex')
  const startedAt = new Date(Date.now() - 90_000)
  await app.ctx.db.insert(fileReadings).values({ companyId: company.id, fingerprint, startedAt })
  expect(await receive(bytes)).toMatchObject({ mediaType: 'application', mediaState: 'ready', thumbnailUrl: null })
})
