// What attendants write: stored as waiting, sent in order and once, with the truth about every failure.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cancelMessage,
  deleteMessage,
  editMessage,
  listMessages,
  messageEvent,
  reactToMessage,
  retryMessage,
  sendMessage,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { openTransaction } from '#database/client.ts'
import { WhatsAppRefusal, type ConnectionRef, type OutboundTask } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { makeCompany, makeUser, signIn, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, type Customer } from '#test/fixtures/inbound.ts'
import { formFile, formOf, postForm } from '#test/fixtures/upload.ts'
import { lockTicket } from '#features/inbox/tickets/tickets.repo.ts'
import { createOutboxWorker } from './deliver-messages.ts'
import { sendTaskOf, sentTask, sweepSentChanges } from './outbound-tasks.ts'
import { nextDueIn } from './outbox.repo.ts'
import { receiveMessages } from '../receive/receive-message.ts'
import { recordReceipts, recordSendFailure } from './record-receipts.ts'

let app: TestApp
let worker: ReturnType<typeof createOutboxWorker>
let company: Company
let ref: ConnectionRef
let ana: Customer
let ticketId: number
let attendant: Person

/** Stands where WhatsApp is: what was performed, and what it answers next. */
const line = {
  up: true,
  performed: [] as OutboundTask[],
  refusals: [] as WhatsAppRefusal[],
  /** Chats whose sends take as long as the promise. */
  slow: new Map<string, Promise<void>>()
}

beforeAll(async () => {
  app = await buildTestApp({
    whatsapp: {
      isConnected: () => line.up,
      perform: async ({ companyId }, task) => {
        // Left over from another test.
        if (companyId !== company.id) return
        const refusal = line.refusals.shift()
        if (refusal) throw refusal
        if (task.kind === 'send') await line.slow.get(task.chat)
        line.performed.push(task)
      }
    }
  })
  worker = createOutboxWorker(app.ctx)
})
afterAll(async () => {
  await worker.stop()
  await app.close()
})

beforeEach(async () => {
  Object.assign(line, { up: true, performed: [], refusals: [], slow: new Map() })
  company = await makeCompany(app)
  attendant = company.admin
  ;({ ref } = await makeConnection(company))
  ana = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(ana, 'Bom dia')])
  const { tickets } = (await attendant.call(listTickets, { query: { status: 'pending', showAll: 'true' } })).body
  ticketId = tickets[0]?.id ?? 0
  await attendant.call(updateTicket, { params: { id: ticketId }, body: { status: 'open' } })
})

const deliver = () => worker.wake(ref)
const say = (body: string, further: object = {}, who = attendant) =>
  who.call(sendMessage, { params: { ticketId }, body: { body, ...further } })
const said = async (body: string, further: object = {}): Promise<Message> =>
  (await say(body, further)).body.messages[0] as Message
const history = async () => (await attendant.call(listMessages, { params: { ticketId }, query: {} })).body.messages
const sends = () => line.performed.filter((task) => task.kind === 'send')

describe('a text', () => {
  test('waits at once, goes out and is sent; the list shows it as the last message', async () => {
    const socket = await attendant.connect()
    const message = await said('Já vai')
    expect(message).toMatchObject({
      body: 'Já vai',
      fromMe: true,
      ack: 0,
      delivery: 'waiting',
      user: { id: attendant.id }
    })
    await deliver()
    expect(sends()).toMatchObject([{ body: 'Já vai', chat: `${ana.lid}@lid` }])
    expect((await history()).at(-1)).toMatchObject({ id: message.id, ack: 1, delivery: 'sent' })
    await socket.settle()
    expect(socket.of(messageEvent).map((told) => [told.action, told.message.delivery])).toEqual([
      ['create', 'waiting'],
      ['update', 'sent']
    ])
    const { tickets } = (await attendant.call(listTickets, { query: { status: 'open' } })).body
    expect(tickets[0]).toMatchObject({ lastMessage: 'Já vai', fromMe: true })
  })

  test('of a conversation go out in the order they were written', async () => {
    for (let index = 0; index < 20; index++) await say(`#${index}`)
    await deliver()
    expect(sends().map((task) => task.kind === 'send' && task.body)).toEqual(
      Array.from({ length: 20 }, (_, index) => `#${index}`)
    )
  })

  test('that is blank is refused', async () => {
    expect((await say(' \n ')).error).toBe('ERR_EMPTY_MESSAGE')
  })

  test('that the client repeats is stored and sent once', async () => {
    const [first, second] = [await said('Uma vez', { clientId: 'abc' }), await said('Uma vez', { clientId: 'abc' })]
    expect(second.id).toBe(first.id)
    await deliver()
    expect(sends()).toHaveLength(1)
  })

  test('answers a message of the same ticket', async () => {
    const [question] = await history()
    expect(await said('Sim', { quotedMsg: { id: question?.id } })).toMatchObject({ quotedMsg: { body: 'Bom dia' } })
    await deliver()
    expect(sends()).toMatchObject([{ quoted: { body: 'Bom dia', fromMe: false } }])
  })
})

test('many that are written at once leave lines to the database to everything else', async () => {
  const lines = app.ctx.pool.$client.options.max
  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = openTransaction(app.ctx.pool, async (db) => {
    await lockTicket(db, company.id, ticketId)
    held.resolve()
    await holding.promise
  })
  await held.promise
  const texts = Array.from({ length: lines * 3 }, (_, index) => `junto ${index}`)
  const writing = Promise.all(texts.map((text) => say(text)))
  // Whoever looks meanwhile is answered, though none of them can go on.
  expect((await attendant.call(listTickets, { query: { status: 'open' } })).status).toBe(200)
  holding.resolve()
  await holder
  expect((await writing).map(({ status }) => status)).toEqual(texts.map(() => 200))
  const written = (await history()).map(({ body }) => body)
  expect(written.filter((body) => body.startsWith('junto ')).toSorted()).toEqual(texts.toSorted())
})

describe('a line that is down', () => {
  test('keeps the message waiting until it is back', async () => {
    line.up = false
    await say('Espere')
    await deliver()
    expect((await history()).at(-1)).toMatchObject({ delivery: 'waiting', ack: 0 })
    line.up = true
    await deliver()
    expect((await history()).at(-1)).toMatchObject({ delivery: 'sent' })
  })

  test('lets the author or an admin cancel what waits, and nobody else', async () => {
    line.up = false
    const message = await said('Não devia')
    const other = await makeUser(company, { allTicket: 'enabled' })
    expect((await other.call(cancelMessage, { params: { messageId: message.id } })).error).toBe('ERR_NO_PERMISSION')
    expect((await attendant.call(cancelMessage, { params: { messageId: message.id } })).body).toMatchObject({
      delivery: 'cancelled'
    })
    line.up = true
    await deliver()
    expect(sends()).toEqual([])
    expect((await attendant.call(cancelMessage, { params: { messageId: message.id } })).error).toBe(
      'ERR_MESSAGE_ALREADY_SENT'
    )
  })
})

test('a send that takes long holds up its own conversation alone, also what is written while it runs', async () => {
  const upload = Promise.withResolvers<void>()
  line.slow.set(`${ana.lid}@lid`, upload.promise)
  await say('um arquivo enorme')
  await say('e depois')
  const begun = deliver()
  const bia = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(bia, 'Oi')])
  const { tickets } = (await attendant.call(listTickets, { query: { status: 'pending', showAll: 'true' } })).body
  const other = tickets[0]?.id ?? 0
  await attendant.call(updateTicket, { params: { id: other }, body: { status: 'open' } })
  await attendant.call(sendMessage, { params: { ticketId: other }, body: { body: 'já respondo' } })
  await deliver()
  await eventually(() => sends().length === 1, 'the other message to go out')
  upload.resolve()
  await begun
  expect(sends().map((task) => task.kind === 'send' && task.body)).toEqual([
    'já respondo',
    'um arquivo enorme',
    'e depois'
  ])
})

describe('a refusal', () => {
  test('that will not change fails the message with its reason; sent again it keeps its WhatsApp id', async () => {
    line.refusals.push(new WhatsAppRefusal('not-on-whatsapp', false))
    const message = await said('Alô?')
    await deliver()
    expect((await history()).at(-1)).toMatchObject({ delivery: 'failed', failure: 'not-on-whatsapp' })
    expect((await attendant.call(retryMessage, { params: { messageId: message.id } })).body).toMatchObject({
      delivery: 'waiting',
      failure: null
    })
    await deliver()
    expect((await history()).at(-1)).toMatchObject({ delivery: 'sent', failure: null })
  })

  test('that may change is tried again with the same WhatsApp id, and the next messages wait behind it', async () => {
    line.refusals.push(new WhatsAppRefusal('unknown', true))
    await say('primeira')
    await say('segunda')
    await deliver()
    expect(sends()).toEqual([])
    await app.ctx.pool.$client`update outbox set not_before = now()`
    await deliver()
    expect(sends().map((task) => task.kind === 'send' && task.body)).toEqual(['primeira', 'segunda'])
  })

  test('of a file that comes twice lets the words behind it pass, and the file follows when it can', async () => {
    const refuse = () => line.refusals.push(new WhatsAppRefusal('unknown', true))
    const dueNow = () => app.ctx.pool.$client`update outbox set not_before = now()`
    const file = formFile('contrato.pdf', 'application/pdf', Buffer.from('%PDF-1.4 contrato'))
    await postForm(app.url, attendant.token, ticketId, formOf([file], { body: 'Segue' }))
    await say('Recebeu?')
    const bodies = () => sends().map((task) => task.kind === 'send' && task.body)
    refuse()
    await deliver()
    expect(bodies()).toEqual([])
    await dueNow()
    refuse()
    await deliver()
    expect(bodies()).toEqual(['Recebeu?'])
    await say('Então?')
    await deliver()
    await dueNow()
    await deliver()
    expect(bodies()).toEqual(['Recebeu?', 'Então?', 'Segue'])
    expect((await history()).slice(-3).map(({ delivery: state }) => state)).toEqual(['sent', 'sent', 'sent'])
  })

  test('that may change is not looked for all the time while others wait behind it', async () => {
    line.refusals.push(new WhatsAppRefusal('unknown', true))
    await say('primeira')
    await say('segunda')
    await deliver()
    expect(await nextDueIn(app.ctx.db, ref)).toBeGreaterThan(500)
  })

  test('that a receipt proves wrong is not answered by sending again', async () => {
    line.refusals.push(new WhatsAppRefusal('unknown', true))
    const message = await said('Chegou?')
    await deliver()
    const { waId } = (await sendTaskOf(app.ctx, company.id, message.id, '')) as { waId: string }
    await recordReceipts(app.ctx, ref, [{ waIds: [waId], level: 2, participant: null, at: new Date() }])
    await app.ctx.pool.$client`update outbox set not_before = now()`
    await deliver()
    expect(sends()).toEqual([])
    expect((await history()).at(-1)).toMatchObject({ delivery: 'sent', ack: 2 })
    expect(await app.ctx.pool.$client`select 1 from outbox where message_id = ${message.id}`).toHaveLength(0)
  })

  test('of the database to note what was sent is no reason to send it twice', async () => {
    const sql = app.ctx.pool.$client
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'away' using errcode = '57P01'; end $$`
    await sql`create trigger refuse before delete on outbox for each row execute function refuse()`
    await say('Uma vez só')
    await deliver()
    await sql`drop function refuse() cascade`
    await deliver()
    await eventually(async () => (await history()).at(-1)?.delivery === 'sent', 'the end of the trouble')
    expect(sends()).toHaveLength(1)
  })

  test('that comes after the message was taken is shown too', async () => {
    await say('Oi')
    await deliver()
    const [task] = sends()
    await recordSendFailure(app.ctx, ref, task?.kind === 'send' ? task.waId : '', 'refused')
    expect((await history()).at(-1)).toMatchObject({ delivery: 'failed', failure: 'refused' })
  })
})

test('receipts only raise the ticks, in whatever order they come', async () => {
  await say('Oi')
  await deliver()
  const [task] = sends()
  const waIds = [task?.kind === 'send' ? task.waId : '']
  const levels: number[] = []
  for (const level of [2, 4, 2, 1, 5, 4]) {
    await recordReceipts(app.ctx, ref, [{ waIds, level, participant: null, at: new Date() }])
    levels.push((await history()).at(-1)?.ack ?? -1)
  }
  expect(levels).toEqual([2, 4, 4, 4, 5, 5])
})

describe('a sent message', () => {
  const send = async (body: string) => {
    const message = await said(body)
    await deliver()
    line.performed = []
    return message
  }

  const lastLine = async () =>
    (await attendant.call(listTickets, { query: { showAll: 'true' } })).body.tickets[0]?.lastMessage

  test('can be edited for fifteen minutes', async () => {
    const { id } = await send('Sao 10 reais')
    expect(
      (await attendant.call(editMessage, { params: { messageId: id }, body: { body: 'São 12 reais' } })).body
    ).toMatchObject({
      body: 'São 12 reais',
      isEdited: true
    })
    expect(await lastLine()).toBe('São 12 reais')
    await deliver()
    expect(line.performed).toMatchObject([{ kind: 'edit', body: 'São 12 reais' }])
    app.clock.advance(16 * 60_000)
    attendant = await signIn(app, attendant)
    expect((await attendant.call(editMessage, { params: { messageId: id }, body: { body: 'tarde' } })).error).toBe(
      'ERR_MESSAGE_NOT_EDITABLE'
    )
  })

  test('can be deleted for everybody, and one of the customer cannot', async () => {
    const { id } = await send('Apague')
    expect((await attendant.call(deleteMessage, { params: { messageId: id } })).body).toMatchObject({ isDeleted: true })
    expect(await lastLine()).toBe('🚫 Mensagem apagada')
    await deliver()
    expect(line.performed).toMatchObject([{ kind: 'delete' }])
    const [theirs] = await history()
    expect((await attendant.call(deleteMessage, { params: { messageId: theirs?.id ?? '' } })).error).toBe(
      'ERR_MESSAGE_NOT_DELETABLE'
    )
  })

  test('and a received one take a reaction', async () => {
    const [theirs] = await history()
    const reacted = await attendant.call(reactToMessage, {
      params: { messageId: theirs?.id ?? '' },
      body: { emoji: '❤️' }
    })
    expect(reacted.body.reactions).toMatchObject([{ emoji: '❤️', fromMe: true }])
    await deliver()
    expect(line.performed.filter(({ kind }) => kind === 'react')).toMatchObject([{ emoji: '❤️', targetFromMe: false }])
  })

  test('and its changes are said again to a phone that asks, for a month', async () => {
    const { id } = await send('Sao 10 reais')
    await attendant.call(editMessage, { params: { messageId: id }, body: { body: 'São 12 reais' } })
    await attendant.call(reactToMessage, { params: { messageId: id }, body: { emoji: '👍' } })
    await attendant.call(deleteMessage, { params: { messageId: id } })
    await deliver()
    expect(line.performed.map(({ kind }) => kind)).toEqual(['edit', 'react', 'delete'])
    const ask = () =>
      Promise.all(line.performed.map((task) => sentTask(app.ctx, ref, task.kind === 'read' ? '' : task.waId)))
    expect(await ask()).toEqual(line.performed)
    await sweepSentChanges(app.ctx)
    expect(await ask()).toEqual(line.performed)
    await sweepSentChanges({ ...app.ctx, now: () => new Date(Date.now() + 31 * 86_400_000) })
    expect(await ask()).toEqual([null, null, null])
  })
})

describe('reading', () => {
  test('by the attendant clears the counter and tells WhatsApp; a look by others does neither', async () => {
    await deliver()
    line.performed = []
    await receiveMessages(app.ctx, ref, [inbound(ana, 'Ainda aí?')])
    const boss = await makeUser(company, { profile: 'admin' })
    await boss.call(listMessages, { params: { ticketId }, query: {} })
    const unread = async () =>
      (await attendant.call(listTickets, { query: { status: 'open' } })).body.tickets[0]?.unreadMessages
    expect(await unread()).toBe(2)
    const beforehand = await attendant.call(listMessages, { params: { ticketId }, query: { keepUnread: 'true' } })
    expect(beforehand.body.ticket.unreadMessages).toBe(2)
    expect(await unread()).toBe(2)
    await deliver()
    expect(line.performed).toEqual([])
    await history()
    expect(await unread()).toBe(0)
    await deliver()
    expect(line.performed).toMatchObject([{ kind: 'read' }])
  })
})

test('only open tickets take messages', async () => {
  await attendant.call(updateTicket, { params: { id: ticketId }, body: { status: 'closed' } })
  expect((await say('Oi')).error).toBe('ERR_TICKET_NOT_OPEN')
})

test('another company can neither read nor touch a message', async () => {
  const { id } = await said('Segredo')
  const stranger = (await makeCompany(app)).admin
  expect((await stranger.call(listMessages, { params: { ticketId }, query: {} })).status).toBe(404)
  expect((await say('Oi', {}, stranger)).status).toBe(404)
  for (const endpoint of [deleteMessage, retryMessage, cancelMessage]) {
    expect((await stranger.call(endpoint, { params: { messageId: id } })).error).toBe('ERR_NO_MESSAGE_FOUND')
  }
})
