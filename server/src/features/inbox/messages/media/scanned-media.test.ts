// Customers' files where a virus scanner is set: infected ones are told and not kept, the others wait for it.
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteMessage,
  listMessages,
  messageEvent,
  refetchMedia,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import type { ConnectionRef, InboundMedia } from '#platform/whatsapp-port.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eicar, startClamd, type ClamdStandIn } from '#test/server/clamd-stand-in.ts'
import { makeCompany, signIn, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { storedFiles } from '#test/fixtures/upload.ts'
import { receiveMessages } from '../receive/receive-message.ts'

let app: TestApp
let clamd: ClamdStandIn
let company: Company
let ref: ConnectionRef
let ticketId: number

/** Stands where WhatsApp's media host is. */
const host = { fetches: 0, content: '' }

beforeAll(async () => {
  clamd = await startClamd()
  app = await buildTestApp({
    config: { roles: ['api'], virusScanner: clamd.address },
    whatsapp: {
      fetchMedia: async () => {
        host.fetches++
        return Readable.from([Buffer.from(host.content)])
      }
    }
  })
})
afterAll(async () => {
  await app.close()
  await clamd.close()
})
beforeEach(async () => {
  app.clock.advance(-ahead)
  ahead = 0
  clamd.behave('honest')
  Object.assign(host, { fetches: 0, content: 'conteúdo' })
  company = await makeCompany(app)
  ;({ ref } = await makeConnection(company))
})

const media: InboundMedia = {
  kind: 'image',
  mime: 'image/jpeg',
  name: 'foto.jpg',
  size: 100,
  duration: null,
  width: 80,
  height: 60,
  voice: false,
  waveform: null,
  thumbnail: Buffer.from('still'),
  source: { url: 'where it lies' }
}

async function receive() {
  await receiveMessages(app.ctx, ref, [inbound(newCustomer(), { kind: 'media', body: 'legenda', media })])
  const { tickets } = (await company.admin.call(listTickets, { query: { showAll: 'true' } })).body
  ticketId = tickets[0]?.id ?? 0
}
const shown = async (): Promise<Message> =>
  (await company.admin.call(listMessages, { params: { ticketId }, query: {} })).body.messages[0] as Message
const refetch = async () => company.admin.call(refetchMedia, { params: { messageId: (await shown()).id } })
const own = () => storedFiles(app).filter((path) => path.startsWith(`c${company.id}/`) || path.startsWith('.incoming'))
/** Milliseconds after which a further try is due in any case, and how far the clock is ahead in this test. */
const step = 3 * 3_600_000
let ahead = 0
/** Every further try comes due. */
async function wait(tries: number) {
  for (let count = 0; count < tries; count++) {
    app.clock.advance(step)
    ahead += step
    await app.drain()
  }
  company.admin = await signIn(app, company.admin)
}

test('one without a virus comes as ever', async () => {
  await receive()
  await app.drain()
  expect(await shown()).toMatchObject({ mediaState: 'ready', mediaVirus: null })
  expect(clamd.files.at(-1)).toBe(Buffer.from('conteúdo').toString('latin1'))
})

test('one with a virus is told with its name at once, and nothing of it stays, nor a way to fetch it', async () => {
  host.content = `MZ${eicar}`
  await receive()
  expect(await shown()).toMatchObject({ mediaState: 'fetching', body: 'legenda' })
  const socket = await company.admin.connect()
  await app.drain()
  await socket.settle()
  expect(socket.of(messageEvent).map(({ message }) => [message.mediaState, message.mediaVirus])).toEqual([
    ['infected', 'Eicar-Test']
  ])
  expect(await shown()).toMatchObject({
    ...{ mediaState: 'infected', mediaVirus: 'Eicar-Test', mediaUrl: null, thumbnailUrl: null },
    ...{ body: 'legenda', mediaName: 'foto.jpg', mediaType: 'image' }
  })
  const [row] = await app.ctx.db.select().from(messages).where(eq(messages.companyId, company.id))
  expect(JSON.stringify(row?.media)).not.toContain('where it lies')
  expect([host.fetches, own()]).toEqual([1, []])
  expect((await refetch()).error).toBe('ERR_WAPP_DOWNLOAD_MEDIA')
  const line = app.logged.findLast((text) => text.includes('a file with a virus was refused'))
  const { id } = await shown()
  expect(JSON.parse(line ?? '{}')).toMatchObject({ ...ref, messageId: id, virus: 'Eicar-Test' })
})

test('while the scanner is away it is tried again, and comes', async () => {
  clamd.behave('cut')
  await receive()
  await app.drain()
  expect(await shown()).toMatchObject({ mediaState: 'fetching', mediaUrl: null, body: 'legenda' })
  expect(own()).toEqual([])
  clamd.behave('honest')
  await wait(1)
  expect([(await shown()).mediaState, host.fetches]).toEqual(['ready', 2])
})

test('after the last try it is said to be unchecked, and fetched by hand', async () => {
  clamd.behave('cut')
  await receive()
  await wait(12)
  expect(await shown()).toMatchObject({ mediaState: 'unchecked', mediaUrl: null, mediaVirus: null, body: 'legenda' })
  expect([host.fetches, own()]).toEqual([11, []])
  clamd.behave('honest')
  expect((await refetch()).body).toMatchObject({ mediaState: 'fetching' })
  await app.drain()
  expect(await shown()).toMatchObject({ mediaState: 'ready' })
})

test('beyond the limits of the scanner it is not fetched again and again', async () => {
  clamd.behave('limit')
  host.content = 'x'.repeat(500)
  await receive()
  await app.drain()
  expect(await shown()).toMatchObject({ mediaState: 'unchecked' })
  expect([host.fetches, own()]).toEqual([1, []])
})

test('a message that is deleted while its file is looked through tells nobody what was in it', async () => {
  host.content = eicar
  await receive()
  const { id } = await shown()
  await company.admin.call(deleteMessage, { params: { messageId: id } })
  await app.ctx.db.update(messages).set({ isDeleted: true, media: null, mediaState: 'none' }).where(eq(messages.id, id))
  await app.drain()
  expect(await shown()).toMatchObject({ isDeleted: true, mediaVirus: null, mediaState: 'none' })
})
