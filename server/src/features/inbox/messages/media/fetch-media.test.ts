// Customers' files beside their messages: fetched, tried again, given up in the open, fetched by hand.
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteContact, listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { listMessages, messageEvent, refetchMedia, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { deleteTicket, listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { ConnectionRef, InboundMedia } from '#platform/whatsapp-port.ts'
import { showQuotas } from '@guiche/shared/features/org/quotas.ts'
import { plans } from '#database/tables/org/companies.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, signIn, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf } from '#test/fixtures/inbound.ts'
import { storedFiles } from '#test/fixtures/upload.ts'
import { receiveMessages } from '../receive/receive-message.ts'

let app: TestApp
let company: Company
let ref: ConnectionRef
let ticketId: number

/** Stands where WhatsApp's media host is. */
const host = { fetches: 0, give: async (): Promise<Readable> => Readable.from([Buffer.from('conteúdo')]) }

beforeAll(async () => {
  app = await buildTestApp({
    // Jobs run when the tests say so.
    config: { maxUpload: 1024 * 1024, roles: ['api'] },
    whatsapp: {
      fetchMedia: async ({ companyId }) => {
        // Left over from another test.
        if (companyId !== company.id) throw new AppError('ERR_MEDIA_TOO_LARGE')
        host.fetches++
        return host.give()
      }
    }
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance(-ahead)
  ahead = 0
  Object.assign(host, { fetches: 0, give: async () => Readable.from([Buffer.from('conteúdo')]) })
  company = await makeCompany(app)
  ;({ ref } = await makeConnection(company))
})

function media(wishes: Partial<InboundMedia> = {}): InboundMedia {
  return {
    kind: 'application',
    mime: 'application/pdf',
    name: 'nota.pdf',
    size: 100,
    duration: null,
    width: null,
    height: null,
    voice: false,
    waveform: null,
    thumbnail: null,
    source: {},
    ...wishes
  }
}
async function receive(wishes?: Partial<InboundMedia>) {
  await receiveMessages(app.ctx, ref, [
    inbound(newCustomer(), { kind: 'media', body: 'legenda', media: media(wishes) })
  ])
  const { tickets } = (await company.admin.call(listTickets, { query: { showAll: 'true' } })).body
  ticketId = tickets[0]?.id ?? 0
}
const shown = async (): Promise<Message> =>
  (await company.admin.call(listMessages, { params: { ticketId }, query: {} })).body.messages[0] as Message
const refetch = async () => company.admin.call(refetchMedia, { params: { messageId: (await shown()).id } })
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
const own = () => storedFiles(app).filter((path) => path.startsWith(`c${company.id}/`) || path.startsWith('.incoming'))

test('the message is there before its file; the file follows with an event', async () => {
  await receive()
  expect(await shown()).toMatchObject({ mediaState: 'fetching', mediaUrl: null, body: 'legenda' })
  const socket = await company.admin.connect()
  await app.drain()
  await socket.settle()
  expect(socket.of(messageEvent).map(({ action, message }) => [action, message.mediaState])).toEqual([
    ['update', 'ready']
  ])
  expect(await shown()).toMatchObject({ mediaState: 'ready', mediaName: 'nota.pdf', mediaSize: 9 })
})

test('a picture gets a thumbnail and its true size; a video shows the still that came inside the message', async () => {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#204060' } })
    .jpeg()
    .toBuffer()
  host.give = async () => Readable.from([bytes])
  await receive({ kind: 'image', mime: 'image/jpeg', name: null, width: 1, height: 1 })
  await app.drain()
  expect(await shown()).toMatchObject({ mediaType: 'image', width: 800, height: 600 })
  expect((await shown()).thumbnailUrl).toContain('/media/')
  await receive({ kind: 'video', mime: 'video/mp4', name: null, thumbnail: Buffer.from('still') })
  await app.drain()
  expect((await shown()).thumbnailUrl).toBe(`data:image/jpeg;base64,${Buffer.from('still').toString('base64')}`)
})

test.for([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['a PDF', '%PDF-1.4'],
  ['noise', '\u0000\u0001\u0002']
])('%s that says it is a picture is kept and not unpacked', async ([, bytes = '']) => {
  host.give = async () => Readable.from([Buffer.from(bytes)])
  await receive({ kind: 'image', mime: 'image/jpeg', name: null })
  await app.drain()
  expect(await shown()).toMatchObject({ mediaState: 'ready', thumbnailUrl: null })
})

describe('a file that cannot be had', () => {
  test('is tried again, and comes', async () => {
    const { give } = host
    host.give = () => Promise.reject(new AppError('ERR_WAPP_DOWNLOAD_MEDIA'))
    await receive()
    await app.drain()
    expect(await shown()).toMatchObject({ mediaState: 'fetching' })
    host.give = give
    await wait(1)
    expect([(await shown()).mediaState, host.fetches]).toEqual(['ready', 2])
  })

  test('is given up after the last try, is said to be, and can be fetched by hand', async () => {
    const { give } = host
    host.give = () => Promise.reject(new AppError('ERR_WAPP_DOWNLOAD_MEDIA'))
    await receive()
    await wait(12)
    expect(await shown()).toMatchObject({ mediaState: 'failed', mediaUrl: null, body: 'legenda' })
    expect(host.fetches).toBe(11)
    host.give = give
    expect((await refetch()).body).toMatchObject({ mediaState: 'fetching' })
    expect((await refetch()).error).toBe('ERR_WAPP_DOWNLOAD_MEDIA')
    await app.drain()
    expect(await shown()).toMatchObject({ mediaState: 'ready' })
    expect((await refetch()).error).toBe('ERR_WAPP_DOWNLOAD_MEDIA')
  })

  test('because it is larger than the limit is given up at once, and nothing of it stays', async () => {
    host.give = async () => Readable.from([Buffer.alloc(1024 * 1024), Buffer.alloc(1)])
    await receive({ size: 5 })
    await app.drain()
    expect(await shown()).toMatchObject({ mediaState: 'failed', body: 'legenda', mediaName: 'nota.pdf' })
    expect([host.fetches, own()]).toEqual([1, []])
  })

  test('because the stream breaks leaves nothing half', async () => {
    host.give = async () => {
      const broken = new Readable({ read: () => {} })
      broken.push(Buffer.alloc(1000))
      setImmediate(() => broken.destroy(new AppError('ERR_MEDIA_BROKEN')))
      return broken
    }
    await receive()
    await app.drain()
    expect([(await shown()).mediaState, own()]).toEqual(['fetching', []])
  })

  test('does not keep the others of its batch', async () => {
    let first = true
    host.give = () => {
      const isFirst = first
      first = false
      return isFirst ? Promise.reject(new Error('gone')) : Promise.resolve(Readable.from([Buffer.from('x')]))
    }
    const ana = newCustomer()
    const content = { kind: 'media' as const, body: '', media: media() }
    await receiveMessages(app.ctx, ref, [inbound(ana, content), inbound(ana, content), inbound(ana, content)])
    await app.drain()
    const { tickets } = (await company.admin.call(listTickets, { query: { showAll: 'true' } })).body
    const { messages } = (await company.admin.call(listMessages, { params: { ticketId: tickets[0]!.id }, query: {} }))
      .body
    expect(messages.map(({ mediaState }) => mediaState)).toEqual(['fetching', 'ready', 'ready'])
    await wait(1)
    expect(host.fetches).toBe(4)
  })
})

test('a full disk keeps the message, is tried again and comes when there is room', async () => {
  const { storage } = app.ctx
  const { save } = storage
  storage.save = () => Promise.reject(new AppError('ERR_STORAGE_FULL'))
  await receive()
  await app.drain()
  expect(await shown()).toMatchObject({ mediaState: 'fetching', body: 'legenda' })
  storage.save = save
  await wait(1)
  expect(await shown()).toMatchObject({ mediaState: 'ready' })
})

test('the file of a conversation that was deleted meanwhile is not kept', async () => {
  host.give = async () => {
    await company.admin.call(deleteTicket, { params: { id: ticketId } })
    return Readable.from([Buffer.from('tarde')])
  }
  await receive()
  await app.drain()
  expect([host.fetches, own()]).toEqual([1, []])
})

test('nor is that of a group whose writer was erased meanwhile, with its thumbnail', async () => {
  const ana = newCustomer()
  const group = { address: `1203630000000${company.id}@g.us`, phone: null, lid: null, isGroup: true }
  const body = { value: 'disabled' }
  await company.admin.call(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body })
  await receiveMessages(app.ctx, ref, [inbound(ana, 'oi')])
  const [contact] = (await company.admin.call(listContacts, { query: { searchParam: ana.name } })).body.contacts
  host.give = async () => {
    const gone = await company.admin.call(deleteContact, { params: { id: contact?.id ?? 0 } })
    expect(gone.status).toBe(200)
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
    return Readable.from([await picture.jpeg().toBuffer()])
  }
  const photo = { kind: 'media' as const, body: '', media: media({ kind: 'image', mime: 'image/jpeg', name: null }) }
  await receiveMessages(app.ctx, ref, [inbound(ana, photo, { chat: group, sender: partyOf(ana) })])
  await app.drain()
  expect([host.fetches, own()]).toEqual([1, []])
})

test('nobody else fetches a file again', async () => {
  host.give = () => Promise.reject(new AppError('ERR_MEDIA_TOO_LARGE'))
  await receive()
  await app.drain()
  const { id } = await shown()
  const stranger = (await makeCompany(app)).admin
  expect((await stranger.call(refetchMedia, { params: { messageId: id } })).error).toBe('ERR_NO_MESSAGE_FOUND')
})

test('a customer’s file is kept however full the plan is', async () => {
  await app.ctx.db.update(plans).set({ storage: 0 }).where(eq(plans.id, company.plan.id))
  await receive()
  await app.drain()
  expect(await shown()).toMatchObject({ mediaState: 'ready' })
  expect((await company.admin.call(showQuotas)).body.storage).toEqual({ used: 9, limit: 0 })
})
