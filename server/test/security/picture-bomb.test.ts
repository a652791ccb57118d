// Any customer, without a login, sends pictures of a few kilobytes that unpack to gigabytes: they are shown as files, nothing
// is unpacked, nothing is tried again, and honest pictures go on having their previews.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMessages, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { fileReadings } from '#database/tables/file-readings.ts'
import { receiveMessages } from '#features/inbox/messages/receive-message.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { accepted, makeCompany, type Company } from '#test/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/inbound.ts'

const picture = readFileSync(new URL('../../simulator/assets/picture.jpg', import.meta.url))

let desk: TestApp
let company: Company
let ref: ConnectionRef
let file: Buffer = picture
let fetches = 0

beforeAll(async () => {
  desk = await buildTestApp({
    config: { roles: ['api'] },
    whatsapp: {
      fetchMedia: async () => {
        fetches++
        return Readable.from([file])
      }
    }
  })
  company = await makeCompany(desk)
  ;({ ref } = await makeConnection(company))
})
afterAll(() => desk.close())

/** The same picture, whose header says that it has 100 megapixels. */
function hugeJpeg(): Buffer {
  const bytes = Buffer.from(picture)
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xc0 || marker === 0xc2) {
      bytes.writeUInt16BE(10_000, at + 5)
      bytes.writeUInt16BE(10_000, at + 7)
      return bytes
    }
  }
  throw new Error('the sample has no frame')
}

function chunk(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length, 0)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, body, Buffer.alloc(4)])
}

/** Grey, 20,000 pixels wide and high: 400 MB that are packed into 400 kB. */
function hugePng(): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(20_000, 0)
  size.writeUInt32BE(20_000, 4)
  size[8] = 8
  const body = deflateSync(Buffer.alloc(4 * 2 ** 20))
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0))
  ])
}

/** A hundred thousand small pictures over a large canvas. */
function endlessGif(): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(6_000, 6)
  head.writeUInt16LE(6_000, 8)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0])
  return Buffer.concat([head, ...Array.from({ length: 20_000 }, () => frame), Buffer.from([0x3b])])
}

async function receive(bytes: Buffer): Promise<Message> {
  file = bytes
  const customer = newCustomer()
  const none = { duration: null, width: null, height: null, waveform: null, thumbnail: null, name: null }
  const media = { ...none, kind: 'image', mime: 'image/jpeg', size: bytes.length, voice: false, source: {} } as const
  await receiveMessages(desk.ctx, ref, [inbound(customer, { kind: 'media', body: 'olha', media })])
  await desk.drain()
  const { tickets } = accepted(desk, await company.admin.call(listTickets, { query: { showAll: 'true' } as never }))
  const ticket = tickets.find(({ contact }) => contact.number === customer.number)
  const query = { params: { ticketId: ticket?.id ?? 0 }, query: {} }
  const { messages } = accepted(desk, await company.admin.call(listMessages, query))
  const [message] = messages
  if (!message) throw new Error('the message is not there')
  return message
}

test.each([
  ['a JPEG of 100 megapixels', hugeJpeg],
  ['a PNG of 400 megapixels', hugePng],
  ['an animation without an end', endlessGif]
])('%s is shown as a file, and fetched once', async (_what, make) => {
  fetches = 0
  const message = await receive(make())
  expect(message).toMatchObject({ mediaType: 'application', mediaState: 'ready', thumbnailUrl: null, width: null })
  expect(fetches).toBe(1)
})

test('two at once and an honest picture behind them: it has its preview', async () => {
  const [, , honest] = [await receive(hugeJpeg()), await receive(hugePng()), await receive(picture)]
  expect(honest).toMatchObject({ mediaType: 'image', mediaState: 'ready' })
  expect(honest.thumbnailUrl).not.toBeNull()
  expect(honest.width).toBeGreaterThan(0)
})

test('a picture with which a server ended is a file from then on', async () => {
  await receive(picture)
  const { createHash } = await import('node:crypto')
  const bytes = Buffer.concat([picture, Buffer.from('another')])
  const fingerprint = createHash('sha256')
    .update(bytes.subarray(0, 256 * 1024))
    .update(String(bytes.length))
    .digest('hex')
  const startedAt = new Date(Date.now() - 90_000)
  await desk.ctx.db.insert(fileReadings).values({ companyId: company.id, fingerprint, startedAt })
  expect(await receive(bytes)).toMatchObject({ mediaType: 'application', mediaState: 'ready', thumbnailUrl: null })
})
