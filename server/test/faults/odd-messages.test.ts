// Messages as they come on odd days: wrong clocks, twice, unreadable at first, of kinds nobody knows, for lines that are gone.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deleteConnection } from '@guiche/shared/features/inbox/connections.ts'
import { messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { showTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import type { SendOptions } from '#simulator/types.ts'
import { eventually } from '#test/eventually.ts'
import { accepted } from '#test/fixtures/factories.ts'
import {
  historyOf,
  newWriter,
  openChat,
  pairOne,
  startPairedApp,
  ticketOf,
  writeAs,
  type PairedApp
} from './paired-app.ts'

let app: PairedApp

beforeAll(async () => {
  app = await startPairedApp()
})
afterAll(() => app.stop())
afterEach(() => app.simulator.clearFaults())

const hour = 3_600_000
const look = async (id: number) => accepted(app.test, await app.admin.call(showTicket, { params: { id } }))
/** A chat and the words for it; `isServed` false: the ticket waits, so that reading it leaves it unread. */
async function startChat(draft: Parameters<typeof openChat>[1] = {}, isServed = true) {
  const chat = await openChat(app, draft, isServed)
  const send = (text: string, options: SendOptions = {}) =>
    app.simulator.send(app.phone, chat.customer.id, { type: 'text', text }, options)
  const holds = (count: number) =>
    eventually(async () => {
      const all = await historyOf(app, chat.ticketId)
      return all.length >= count ? all : null
    }, `${count} messages`)
  return { ...chat, send, holds, bodies: async () => (await historyOf(app, chat.ticketId)).map(({ body }) => body) }
}

describe('a clock', () => {
  test('that is three days ahead puts nothing into the future, and replies stand below', async () => {
    const chat = await startChat({ clockOffsetMs: 72 * hour })
    await chat.send('do futuro')
    await chat.holds(2)
    await chat.say('resposta')
    await chat.send('de novo')
    const all = await chat.holds(4)
    expect(all.map(({ body }) => body)).toEqual(['Bom dia', 'do futuro', 'resposta', 'de novo'])
    for (const { createdAt } of all) expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
    expect(await look(chat.ticketId)).toMatchObject({ lastMessage: 'de novo', fromMe: false })
  })

  test('that is a month behind loses nothing, and what came first is not called the last message', async () => {
    const chat = await startChat({}, false)
    await chat.send('agora')
    await chat.holds(2)
    const before = await look(chat.ticketId)
    app.simulator.updateCustomer(chat.customer.id, { clockOffsetMs: -720 * hour })
    await chat.send('do passado')
    const all = await chat.holds(3)
    expect(all.map(({ body }) => body)).toEqual(['do passado', 'Bom dia', 'agora'])
    expect(await look(chat.ticketId)).toMatchObject({
      lastMessage: 'agora',
      fromMe: false,
      unreadMessages: before.unreadMessages + 1
    })
  })

  test('of the line does not let a late message push the reply aside', async () => {
    const chat = await startChat()
    const reply = await chat.say('já respondi')
    await chat.send('atrasada', { at: Date.now() - 10 * 60_000 })
    await chat.holds(3)
    expect(await look(chat.ticketId)).toMatchObject({ lastMessage: 'já respondi', fromMe: true })
    expect((await historyOf(app, chat.ticketId)).at(-1)?.id).toBe(reply.id)
  })
})

describe('a message that comes', () => {
  test('three times under one id is one message, read or unread once', async () => {
    const chat = await startChat({}, false)
    await chat.send('três vezes', { copies: 3 })
    await chat.send('depois')
    await chat.holds(3)
    expect(await chat.bodies()).toEqual(['Bom dia', 'três vezes', 'depois'])
    expect((await look(chat.ticketId)).unreadMessages).toBe(3)
  })

  test('again after its ticket was closed does not wake the ticket', async () => {
    const chat = await startChat()
    const { id } = await chat.send('uma vez')
    await chat.holds(2)
    accepted(
      app.test,
      await app.admin.call(updateTicket, { params: { id: chat.ticketId }, body: { status: 'closed' } })
    )
    await chat.send('uma vez', { id })
    const other = newWriter(app)
    await writeAs(app, other, 'depois da cópia')
    await ticketOf(app, other)
    expect((await look(chat.ticketId)).status).toBe('closed')
    expect(await chat.bodies()).toEqual(['Bom dia', 'uma vez'])
  })

  test('twice, each of them, in a burst is there once and in order', async () => {
    const chat = await startChat()
    app.simulator.setFaults({ duplicateInbound: true })
    const texts = Array.from({ length: 30 }, (_, index) => `dobro #${index + 1}`)
    await Promise.all(texts.map((text) => chat.send(text)))
    app.simulator.clearFaults()
    await chat.send('fim')
    await chat.holds(32)
    expect(await chat.bodies()).toEqual(['Bom dia', ...texts, 'fim'])
  })
})

describe('a message that cannot be read', () => {
  test('at first is shown as such, and in its place when it can be', async () => {
    // Minutes apart: within a second the order is that of arrival, and this one arrives when it can be read.
    const chat = await startChat({ clockOffsetMs: -2 * hour }, false)
    const socket = await app.admin.connect()
    app.simulator.updateCustomer(chat.customer.id, { clockOffsetMs: -hour })
    await chat.send('legível depois', { broken: 'once' })
    app.simulator.updateCustomer(chat.customer.id, { clockOffsetMs: 0 })
    await chat.send('a seguinte')
    await eventually(async () => (await chat.bodies()).join() === 'Bom dia,legível depois,a seguinte', 'the text')
    await socket.settle()
    const told = socket.of(messageEvent).filter(({ message }) => message.ticketId === chat.ticketId)
    const ids = new Set(told.map(({ message }) => message.id))
    expect(ids.size).toBe(2)
    const copies = told.filter(({ message }) => message.body !== 'a seguinte').map(({ message }) => message.mediaType)
    expect(copies.at(-1)).toBe('chat')
    // It counts once, whether its readable copy came before it was shown or after.
    expect((await look(chat.ticketId)).unreadMessages).toBe(3)
  })

  test('ever stays as such, and holds nothing up', async () => {
    const chat = await startChat()
    await chat.send('ilegível', { broken: 'always' })
    await chat.send('a seguinte')
    await eventually(async () => (await chat.bodies()).includes('a seguinte'), 'the next one')
    await eventually(async () => {
      const all = await historyOf(app, chat.ticketId)
      return all.some(({ mediaType, body }) => mediaType === 'ciphertext' && body === '')
    }, 'the unreadable one')
    expect((await chat.bodies()).filter((body) => body === 'ilegível')).toEqual([])
  })
})

describe('a kind that nobody knows', () => {
  const rawOf = async ({ id }: Message) => {
    const [row] = await app.test.ctx.pool.$client<{ raw: string }[]>`select raw::text from messages where id = ${id}`
    return JSON.parse(row?.raw ?? 'null') as unknown
  }

  test('is shown as such, and its raw form kept', async () => {
    const chat = await startChat()
    await app.simulator.send(app.phone, chat.customer.id, { type: 'unknown' })
    const message = (await chat.holds(2)).at(-1) as Message
    expect(message).toMatchObject({ mediaType: 'unknown', body: 'paymentInviteMessage' })
    expect(await rawOf(message)).toMatchObject({ paymentInviteMessage: expect.anything() as object })
    expect((await look(chat.ticketId)).lastMessage).toBe('❔')
  })
})

describe('a connection that is deleted', () => {
  test('in the middle of a burst leaves readable tickets, and the others go on', { timeout: 60_000 }, async () => {
    const second = await pairOne(app.simulator, app.company)
    const customer = newWriter(app)
    const say = (text: string) => app.simulator.send(second.phone, customer.id, { type: 'text', text })
    await say('primeira')
    const ticket = await ticketOf(app, customer)
    expect(ticket.whatsappId).toBe(second.connection.id)
    const burst = Promise.all(Array.from({ length: 100 }, (_, index) => say(`#${index}`)))
    const deletion = await app.admin.call(deleteConnection, { params: { id: second.connection.id } })
    expect(deletion.status).toBe(200)
    await burst
    const after = await look(ticket.id)
    expect(after).toMatchObject({ status: 'closed', whatsappId: null })
    const bodies = (await historyOf(app, ticket.id)).map(({ body }) => body)
    expect(bodies[0]).toBe('primeira')
    expect(bodies.slice(1)).toEqual(bodies.slice(1).map((_, index) => `#${index}`))
    const chat = await startChat()
    await chat.send('a outra linha segue')
    await chat.holds(2)
    expect(
      app.test.logged.filter((line) => /"level":(50|60)/.test(line) && line.includes('could not be stored'))
    ).toEqual([])
  })
})
