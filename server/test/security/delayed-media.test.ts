// A customer of one company sends pictures that take long to read: the files of other companies, and what attendants
// themselves send, do not wait behind them. Nor is a file blamed for our storage, or longer than it should be.
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileReadings } from '#database/tables/file-readings.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { storedImageFacts } from '#features/inbox/messages/media/thumbnails.ts'
import { sweepReadings } from '#platform/readers/mark-reading.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { formFile, formOf, postForm } from '#test/fixtures/upload.ts'

let app: TestApp
let flooded: Company
let other: Company
let refs: ConnectionRef[]
let small: Buffer
/** 36 megapixels of one colour. */
let large: Buffer
let fetched: string[] = []

const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#a03020' } })

beforeAll(async () => {
  app = await buildTestApp({
    config: { roles: ['api'] },
    whatsapp: {
      fetchMedia: async ({ companyId }, source) => {
        fetched.push(`${companyId === flooded.id ? 'flood' : 'other'} ${(source as { kind: string }).kind}`)
        return Readable.from([small])
      }
    }
  })
  ;[flooded, other] = [await makeCompany(app), await makeCompany(app)]
  refs = [(await makeConnection(flooded)).ref, (await makeConnection(other)).ref]
  small = await plain(40).png().toBuffer()
  large = await plain(6_000).png().toBuffer()
})
afterAll(() => app.close())

async function receive(ref: ConnectionRef | undefined, kinds: ('image' | 'document')[]): Promise<void> {
  if (!ref) throw new Error('there is no connection')
  const customer = newCustomer()
  const none = { duration: null, width: null, height: null, waveform: null, thumbnail: null, name: null }
  const messages = kinds.map((kind) => {
    const mime = kind === 'image' ? 'image/png' : 'application/pdf'
    const media = { ...none, kind, mime, size: 100, voice: false, source: { kind } } as never
    return inbound(customer, { kind: 'media', body: '', media })
  })
  await receiveMessages(app.ctx, ref, messages)
}

async function keep(company: Company, bytes: Buffer): Promise<string> {
  const key = `c${company.id}/test/${createHash('sha256').update(bytes).digest('hex')}`
  await app.ctx.storage.save(key, Readable.from([bytes]))
  return key
}

test('the one picture of another company is fetched second at the latest, its document before all pictures', async () => {
  fetched = []
  await receive(refs[0], [...Array<'image'>(15).fill('image'), 'document'])
  await receive(refs[1], ['image', 'document'])
  await app.ctx.jobs.drain()
  expect(fetched).toHaveLength(18)
  // Who begins depends on who was served last.
  expect(fetched.filter((one) => one.endsWith('image')).indexOf('other image')).toBeLessThanOrEqual(1)
  expect(fetched.indexOf('other document')).toBeLessThan(fetched.indexOf('flood image'))
})

test('an attendant sends a picture while many of a stranger wait, and has its preview', async () => {
  const key = await keep(flooded, large)
  const order: string[] = []
  // The same file would be known by its mark: each is another one.
  const flood = Array.from({ length: 8 }, async (_, n) => {
    const own = await keep(flooded, Buffer.concat([large, Buffer.alloc(n + 1)]))
    await storedImageFacts(app.ctx, flooded.id, own)
    order.push('flood')
  })
  await storedImageFacts(app.ctx, flooded.id, key)
  const { id: connectionId } = await makeConnectionRow(other)
  const { id } = await makeTicket(other, { status: 'open', userId: other.admin.id, connectionId })
  const sent = await postForm(app.url, other.admin.token, id, formOf([formFile('foto.png', 'image/png', small)]))
  order.push('upload')
  await Promise.all(flood)
  expect(sent.messages).toMatchObject([{ mediaType: 'image', width: 40 }])
  expect(order.indexOf('upload')).toBeLessThan(7)
})

test('a storage that fails in the middle leaves no mark, and the picture can be read afterwards', async () => {
  const key = await keep(other, await plain(700).png().toBuffer())
  const { storage } = app.ctx
  const away = () => Promise.reject(new Error('the storage is away'))
  const ctx = { ...app.ctx, storage: { ...storage, open: away } }
  await expect(storedImageFacts(ctx, other.id, key)).rejects.toThrow('the storage is away')
  const noisy = randomBytes(600 * 600 * 3)
  const long = await keep(
    other,
    await sharp(noisy, { raw: { width: 600, height: 600, channels: 3 } })
      .png()
      .toBuffer()
  )
  let opens = 0
  const open: typeof storage.open = (...given) => (++opens > 1 ? away() : storage.open(...given))
  const broken = { ...app.ctx, storage: { ...storage, open } }
  await expect(storedImageFacts(broken, other.id, long)).rejects.toThrow('the storage is away')
  expect(opens).toBe(2)
  expect(await app.ctx.db.select().from(fileReadings)).toEqual([])
  expect(await storedImageFacts(app.ctx, other.id, key)).toMatchObject({ width: 700 })
  expect(await storedImageFacts(app.ctx, other.id, long)).toMatchObject({ width: 600 })
})

test('a small file is fetched once', async () => {
  const key = await keep(other, await plain(300).png().toBuffer())
  let opens = 0
  const open: typeof app.ctx.storage.open = (...given) => {
    opens++
    return app.ctx.storage.open(...given)
  }
  const facts = await storedImageFacts({ ...app.ctx, storage: { ...app.ctx.storage, open } }, other.id, key)
  expect(facts).toMatchObject({ width: 300 })
  expect(opens).toBe(1)
})

test('a mark counts for 30 days and is forgotten then, also where no other file ends a reader', async () => {
  const bytes = await plain(500).png().toBuffer()
  const key = await keep(other, bytes)
  const fingerprint = createHash('sha256').update(bytes).update(String(bytes.length)).digest('hex')
  const aged = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  const mark = { companyId: other.id, fingerprint, ended: 'memory' as const }
  await app.ctx.db.insert(fileReadings).values({ ...mark, startedAt: aged(29) })
  expect(await storedImageFacts(app.ctx, other.id, key)).toBeNull()
  await sweepReadings(app.ctx)
  expect(await app.ctx.db.select().from(fileReadings)).toHaveLength(1)
  await app.ctx.db.update(fileReadings).set({ startedAt: aged(31) })
  expect(await storedImageFacts(app.ctx, other.id, key)).toMatchObject({ width: 500 })
  await app.ctx.db.insert(fileReadings).values({ ...mark, startedAt: aged(31) })
  await sweepReadings(app.ctx)
  expect(await app.ctx.db.select().from(fileReadings)).toEqual([])
})
