// A message that was deleted for everyone: whoever looks for its words or its file by any way that was open before finds
// nothing, and an admin who may look is written down.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listExternalEvents } from '@guiche/shared/features/automation/external-events.ts'
import { createWebhook, listDeliveries, replayDelivery } from '@guiche/shared/features/automation/webhooks.ts'
import { listMessages, messageEvent, refetchMedia, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { showDeletedContent } from '@guiche/shared/features/inbox/deleted-messages.ts'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import { findTicketHits, searchMessages } from '@guiche/shared/features/inbox/message-search.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { listTickets, showTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { arrivedSince } from '#features/inbox/messages/receive/read-arrivals.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf, type Customer } from '#test/fixtures/inbound.ts'
import { giveToken } from '#test/fixtures/make-ticket.ts'
import { injectCall } from '#test/server/inject-call.ts'

const secret = 'cartão k4111-segredo'
const fileBytes = 'o conteúdo do contrato'

let app: TestApp
let receiver: Server
let company: Company
let attendant: Person
let ref: ConnectionRef
let ticketId: number
let token: string
let text: Message
let file: Message
let answer: Message
let posted: string[] = []
let webhookId: number
/** Links that worked before. */
let oldLinks: string[] = []

const history = async (by: Person = attendant) =>
  accepted(app, await by.call(listMessages, { params: { ticketId }, query: { keepUnread: true } })).messages
const get = (url: string) => app.http.inject({ url: new URL(url, 'http://desk').pathname })

function revoke(customer: Customer, targetWaId: string): InboundMessage {
  const { content: _, quotedWaId: _quoted, viewOnce: _once, forwarded: _forwarded, ...header } = inbound(customer, '')
  return { ...header, chat: partyOf(customer), type: 'delete', targetWaId, targetFromMe: false, byOther: false }
}

beforeAll(async () => {
  app = await buildTestApp({
    config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] },
    whatsapp: { fetchMedia: async () => Readable.from([Buffer.from(fileBytes)]) }
  })
  receiver = createServer((request, reply) => {
    void request.toArray().then((chunks) => {
      posted.push(Buffer.concat(chunks as Buffer[]).toString())
      // The first tries fail: what waits for the next one is what a deletion comes in between of.
      reply.writeHead(isReady ? 200 : 503).end()
    })
  })
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done))
  company = await makeCompany(app)
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const made = await company.admin.call(createWebhook, { body: { url, events: ['message.created', 'ticket.updated'] } })
  webhookId = accepted(app, made).webhook.id
  const queue = await makeQueue(company)
  attendant = await makeUser(company, { queueIds: [queue.id] })
  const connection = await makeConnection(company, [queue.id])
  ref = connection.ref
  token = await giveToken(company, connection.id)
  const customer = newCustomer()
  const said = inbound(customer, secret)
  const sent = inbound(customer, {
    kind: 'media',
    body: `legenda ${secret}`,
    media: {
      kind: 'application',
      mime: 'application/pdf',
      name: 'contrato-secreto.pdf',
      size: 22,
      duration: null,
      width: null,
      height: null,
      voice: false,
      waveform: null,
      thumbnail: null,
      source: {}
    }
  })
  await receiveMessages(app.ctx, ref, [said, sent])
  await receiveMessages(app.ctx, ref, [inbound(customer, 'e então?', { quotedWaId: said.waId })])
  await app.drain()
  const { tickets } = accepted(app, await company.admin.call(listTickets, { query: { showAll: 'true' } }))
  ticketId = tickets[0]?.id ?? 0
  accepted(
    app,
    await company.admin.call(updateTicket, {
      params: { id: ticketId },
      body: { queueId: queue.id, status: 'open', userId: attendant.id }
    })
  )
  const before = await history()
  ;[text, file, answer] = before as [Message, Message, Message]
  expect([text.body, answer.quotedMsg?.body, (await get(file.mediaUrl ?? '')).body]).toEqual([
    secret,
    secret,
    fileBytes
  ])
  oldLinks = [file.mediaUrl ?? '', `/public/${file.mediaPath}`]
  await receiveMessages(app.ctx, ref, [revoke(customer, said.waId), revoke(customer, sent.waId)])
})
afterAll(async () => {
  await app.close()
  receiver.closeAllConnections()
  receiver.close()
})

let isReady = false
/** Nothing of what was deleted. */
function isClean(given: unknown) {
  const all = JSON.stringify(given)
  for (const word of [secret, 'k4111', 'contrato-secreto', 'legenda']) expect(all).not.toContain(word)
  return all
}

test.each([
  ['an attendant', () => attendant],
  ['an admin', () => company.admin]
])('%s reads the history: the bubble is there, without words, file, name or link', async (_who, who) => {
  const messages = await history(who())
  isClean(messages)
  expect(messages[0]).toMatchObject({ isDeleted: true, body: '', mediaUrl: null, mediaPath: null })
  expect(messages[1]).toMatchObject({ isDeleted: true, mediaUrl: null, mediaName: null, thumbnailUrl: null })
  expect(messages[2]).toMatchObject({ body: 'e então?', quotedMsg: { isDeleted: true, body: '' } })
})

test('searching for the words finds neither the message nor the ticket', async () => {
  for (const searchParam of ['k4111', 'segredo', 'legenda']) {
    const hits = await attendant.call(searchMessages, { params: { ticketId }, query: { searchParam } })
    expect(accepted(app, hits).hits).toEqual([])
    const found = await attendant.call(findTicketHits, { query: { ticketIds: [ticketId], searchParam } })
    expect(accepted(app, found).hits).toEqual([])
    const tickets = await company.admin.call(listTickets, { query: { showAll: 'true', searchParam } })
    expect(accepted(app, tickets).tickets).toEqual([])
  }
  const known = await company.admin.call(listTickets, { query: { showAll: 'true', searchParam: 'então' } })
  expect(accepted(app, known).tickets).toHaveLength(1)
})

test('the events from before the deletion, asked for again, tell nothing: consoles, programs, webhooks', async () => {
  const caught = accepted(app, await attendant.call(syncEvents, { query: { after: 0 } }))
  expect(caught.events.filter(({ name }) => name === messageEvent.channel(company.id)).length).toBeGreaterThan(3)
  isClean(caught)
  const outward = accepted(app, await injectCall(app.http, listExternalEvents, { query: { after: 0 } }, { token }))
  expect(outward.events.map(({ event }) => event)).toContain('message.created')
  isClean(outward)
})

test('a delivery of before that failed goes out, and is shown, without them', async () => {
  posted = []
  isReady = true
  const params = { id: webhookId }
  const { deliveries } = accepted(app, await company.admin.call(listDeliveries, { params, query: {} }))
  expect(deliveries.length).toBeGreaterThan(2)
  isClean(deliveries)
  for (const { id: deliveryId } of deliveries)
    isClean(accepted(app, await company.admin.call(replayDelivery, { params: { ...params, deliveryId } })))
  await app.drain()
  await eventually(() => posted.length >= deliveries.length, 'the deliveries to arrive')
  expect(isClean(posted)).toContain('e então?')
  // What is told of the deliveries themselves is an event as well.
  isClean(accepted(app, await company.admin.call(syncEvents, { query: { after: 0 } })))
})

test('the links of before are gone, for whoever kept them', async () => {
  for (const link of oldLinks) {
    const gone = await get(link)
    expect([gone.statusCode, gone.json()]).toEqual([410, { error: 'ERR_MEDIA_GONE' }])
  }
})

test('nobody passes it on or has its file fetched again', async () => {
  const params = { messageId: file.id }
  const passed = await attendant.call(forwardMessage, { params, body: { contactIds: [file.contactId] } })
  expect(passed.error).toBe('ERR_MESSAGE_NOT_FORWARDABLE')
  expect((await attendant.call(refetchMedia, { params })).error).toBe('ERR_WAPP_DOWNLOAD_MEDIA')
})

test('the last line of the ticket does not tell it, neither as the newest message nor as an older one', async () => {
  const ticket = accepted(app, await attendant.call(showTicket, { params: { id: ticketId } }))
  expect(isClean(ticket)).toContain('e então?')
  const customer = newCustomer()
  const said = inbound(customer, secret)
  await receiveMessages(app.ctx, ref, [said])
  const newest = async () =>
    accepted(app, await company.admin.call(listTickets, { query: { showAll: 'true' } })).tickets.find(
      ({ contact }) => contact.name === customer.name
    )?.lastMessage
  expect(await newest()).toBe(secret)
  await receiveMessages(app.ctx, ref, [revoke(customer, said.waId)])
  expect(await newest()).toBe('🚫 Mensagem apagada')
})

test('neither a bot nor a model answers to it', async () => {
  const heard = await arrivedSince(app.ctx, company.id, ticketId, { seq: 0, ids: [text.id, file.id] })
  expect(heard.map(({ body }) => body)).toEqual(['e então?'])
})

test('an attendant, a supervisor and another company are refused what it held', async () => {
  const params = { messageId: text.id }
  expect((await attendant.call(showDeletedContent, { params })).error).toBe('ERR_NO_PERMISSION')
  const supervisor = await makeUser(company, { profile: 'supervisor' })
  expect((await supervisor.call(showDeletedContent, { params })).error).toBe('ERR_NO_PERMISSION')
  const other = await makeCompany(app)
  expect((await other.admin.call(showDeletedContent, { params })).error).toBe('ERR_NO_MESSAGE_FOUND')
})

test('an admin sees it by a call of its own, each time by name; the file opens by a link that ends within minutes', async () => {
  const seen = accepted(app, await company.admin.call(showDeletedContent, { params: { messageId: text.id } }))
  expect(seen).toMatchObject({ body: secret, mediaUrl: null, views: [{ userName: company.admin.name }] })
  const again = accepted(app, await company.admin.call(showDeletedContent, { params: { messageId: text.id } }))
  expect(again.views).toHaveLength(2)
  const shown = accepted(app, await company.admin.call(showDeletedContent, { params: { messageId: file.id } }))
  expect(shown).toMatchObject({ body: `legenda ${secret}`, mediaName: 'contrato-secreto.pdf' })
  expect((await get(shown.mediaUrl ?? '')).body).toBe(fileBytes)
  app.clock.advance(11 * 60_000)
  expect((await get(shown.mediaUrl ?? '')).statusCode).toBe(403)
  app.clock.advance(-11 * 60_000)
  const kept = await company.admin.call(showDeletedContent, { params: { messageId: answer.id } })
  expect(kept.error).toBe('ERR_NO_MESSAGE_FOUND')
})
