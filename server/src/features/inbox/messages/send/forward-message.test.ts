// Passing a message on: word for word, in the conversation with each person, and to nobody out of sight.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteMessage, listMessages, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { forwardMessage, mostForwardedMessages, mostForwards } from '@guiche/shared/features/inbox/message-forward.ts'
import { showTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { openTransaction } from '#database/client.ts'
import { messages, outbox } from '#database/tables/inbox/messages.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeContact, makeTicket } from '#test/fixtures/make-ticket.ts'
import { formFile, formOf, postForm } from '#test/fixtures/upload.ts'

let app: TestApp
let company: Company
let connectionId: number
let source: Awaited<ReturnType<typeof makeTicket>>

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  connectionId = (await makeConnectionRow(company)).id
  source = await makeTicket(company, { status: 'open', userId: company.admin.id, connectionId })
})

async function said(body: string, further: Partial<typeof messages.$inferInsert> = {}): Promise<string> {
  const id = crypto.randomUUID()
  await app.ctx.db.insert(messages).values({
    ...{ companyId: company.id, ticketId: source.id, contactId: source.contactId, connectionId },
    ...{ id, body, fromMe: false, delivery: 'received', waId: `3A${id}`, ...further }
  })
  return id
}
const forward = (messageId: string, contactIds: number[], who: Person = company.admin, clientId?: string) =>
  who.call(forwardMessage, { params: { messageId }, body: { contactIds, clientId } })
const forwardAll = ([messageId = '', ...followedBy]: string[], contactIds: number[], clientId?: string) =>
  company.admin.call(forwardMessage, { params: { messageId }, body: { contactIds, followedBy, clientId } })
const historyOf = async (ticketId: number): Promise<Message[]> =>
  (await company.admin.call(listMessages, { params: { ticketId }, query: {} })).body.messages

describe('a text', () => {
  test('goes to each person word for word, marked as passed on: variables of strangers are not filled in', async () => {
    const [first, second] = [await makeContact(company), await makeContact(company)]
    const { status, body } = await forward(await said('Olá {{name}}, {ms}'), [first.id, second.id])
    expect(status).toBe(200)
    expect(body.refused).toEqual([])
    expect(body.messages).toMatchObject(
      [first, second].map(({ id }) => ({
        ...{ contactId: id, body: 'Olá {{name}}, {ms}', fromMe: true, isForwarded: true, delivery: 'waiting' },
        user: { id: company.admin.id }
      }))
    )
  })

  test('to somebody without a conversation begins one with the person who passes it on', async () => {
    const queue = await makeQueue(company)
    const bruno = await makeUser(company, { queueIds: [queue.id] })
    source = await makeTicket(company, { status: 'open', userId: bruno.id, queueId: queue.id, connectionId })
    const to = await makeContact(company)
    const { body } = await forward(await said('Oi'), [to.id], bruno)
    const ticket = (await bruno.call(showTicket, { params: { id: body.messages[0]?.ticketId ?? 0 } })).body
    expect(ticket).toMatchObject({ status: 'open', userId: bruno.id, queueId: queue.id, lastMessage: 'Oi' })
  })

  test('to somebody whose closed conversation is out of sight begins another one', async () => {
    const [sales, staff] = [await makeQueue(company), await makeQueue(company)]
    const bruno = await makeUser(company, { queueIds: [sales.id] })
    source = await makeTicket(company, { status: 'open', userId: bruno.id, queueId: sales.id, connectionId })
    const hidden = await makeTicket(company, { status: 'closed', queueId: staff.id, connectionId })
    const { body } = await forward(await said('Oi'), [hidden.contactId], bruno)
    expect(body).toMatchObject({ refused: [], messages: [{ contactId: hidden.contactId }] })
    expect(body.messages[0]?.ticketId).not.toBe(hidden.id)
    expect((await bruno.call(showTicket, { params: { id: hidden.id } })).error).toBe('ERR_NO_TICKET_FOUND')
  })

  test('to somebody who waits is written there, and they go on waiting', async () => {
    const waiting = await makeTicket(company, { status: 'pending', connectionId })
    const { body } = await forward(await said('Oi'), [waiting.contactId])
    expect(body.messages).toMatchObject([{ ticketId: waiting.id }])
    const { body: ticket } = await company.admin.call(showTicket, { params: { id: waiting.id } })
    expect(ticket).toMatchObject({ status: 'pending', userId: null })
  })

  test('asked for again under the same id is sent once', async () => {
    const to = await makeContact(company)
    const id = await said('Uma vez')
    const [first, second] = [
      await forward(id, [to.id], company.admin, 'k'),
      await forward(id, [to.id], company.admin, 'k')
    ]
    expect(second.body.messages.map((message) => message.id)).toEqual(first.body.messages.map((message) => message.id))
    expect(await historyOf(first.body.messages[0]?.ticketId ?? 0)).toHaveLength(1)
  })
})

describe('several messages', () => {
  const bodiesOf = async (ticketId = 0) => (await historyOf(ticketId)).map(({ body }) => body)

  test('come to each person in the order in which they are named', async () => {
    const ids = [await said('Um'), await said('Dois'), await said('Três')]
    const [first, second] = [await makeContact(company), await makeContact(company)]
    const { body } = await forwardAll(ids.toReversed(), [first.id, second.id])
    expect(body.refused).toEqual([])
    expect(body.messages.map(({ contactId, body: text }) => [contactId, text])).toEqual(
      [first.id, second.id].flatMap((contactId) => ['Três', 'Dois', 'Um'].map((text) => [contactId, text]))
    )
    for (const { ticketId } of body.messages) expect(await bodiesOf(ticketId)).toEqual(['Três', 'Dois', 'Um'])
  })

  test('asked for again under the same id are sent once, also when one is named twice', async () => {
    const ids = [await said('Um'), await said('Dois')]
    const to = await makeContact(company)
    const first = await forwardAll([...ids, ids[0] ?? ''], [to.id], 'k')
    const second = await forwardAll([...ids, ids[0] ?? ''], [to.id], 'k')
    expect(second.body.messages.map(({ id }) => id).toSorted()).toEqual(
      first.body.messages.map(({ id }) => id).toSorted()
    )
    expect(await bodiesOf(first.body.messages[0]?.ticketId)).toEqual(['Um', 'Dois'])
  })

  test('are all refused when one of them cannot be passed on, or is of another conversation', async () => {
    const to = await makeContact(company)
    const elsewhere = await makeTicket(company, { connectionId })
    const first = await said('Um')
    const foreign = await said('De outra conversa', { ticketId: elsewhere.id, contactId: elsewhere.contactId })
    const deleted = await said('Apagada', { isDeleted: true })
    expect((await forwardAll([first, deleted], [to.id])).error).toBe('ERR_MESSAGE_NOT_FORWARDABLE')
    expect((await forwardAll([first, foreign], [to.id])).error).toBe('ERR_NO_MESSAGE_FOUND')
    const many = Array.from({ length: mostForwardedMessages + 1 }, () => first)
    expect((await forwardAll(many, [to.id])).status).toBe(400)
    expect(await app.ctx.db.$count(messages, eq(messages.contactId, to.id))).toBe(0)
  })

  test('go out to WhatsApp in that order', async () => {
    const ids = [await said('Um'), await said('Dois'), await said('Três')]
    const to = await makeContact(company)
    const { body } = await forwardAll(ids, [to.id])
    const tasks = await app.ctx.db.select().from(outbox).where(eq(outbox.companyId, company.id)).orderBy(outbox.id)
    expect(tasks.map(({ messageId }) => messageId)).toEqual(body.messages.map(({ id }) => id))
  })
})

test('what is deleted while it is being passed on goes to nobody else, and whoever passes it on is told', async () => {
  const id = await said('Segredo')
  const first = await makeContact(company)
  const second = await makeTicket(company, { status: 'open', userId: company.admin.id, connectionId })
  let passing: ReturnType<typeof forward> | undefined
  await openTransaction(app.ctx.db, async (db) => {
    // Nobody writes there until this ends.
    await db.select().from(tickets).where(eq(tickets.id, second.id)).for('update')
    passing = forward(id, [first.id, second.contactId])
    const isWaiting = sql`select 1 from pg_locks where not granted`
    await expect.poll(async () => (await app.ctx.db.execute(isWaiting)).length).toBeGreaterThan(0)
    await app.ctx.db.update(messages).set({ isDeleted: true, body: '' }).where(eq(messages.id, id))
  })
  const { body } = (await passing) as Awaited<ReturnType<typeof forward>>
  expect(body.messages).toMatchObject([{ contactId: first.id, body: 'Segredo' }])
  expect(body.refused).toMatchObject([{ contactId: second.contactId, code: 'ERR_MESSAGE_NOT_FORWARDABLE' }])
  expect(await historyOf(second.id)).toEqual([])
})

test('a voice note keeps its sound, length and waveform', async () => {
  const media = { key: `c${company.id}/2026-01/a.ogg`, name: 'voz.ogg', mime: 'audio/ogg', size: 12 }
  const facts = { voice: true, duration: 7, waveform: Array.from({ length: 64 }, (_, index) => index) }
  const id = await said('', { mediaType: 'audio', mediaState: 'ready', media: { ...media, ...facts } })
  const { body } = await forward(id, [(await makeContact(company)).id])
  expect(body.messages).toMatchObject([
    {
      mediaType: 'audio',
      isVoice: true,
      duration: 7,
      waveform: facts.waveform,
      mediaState: 'ready',
      mediaName: 'voz.ogg'
    }
  ])
})

test('a file that was sent is there for the next one, also when the first message is deleted', async () => {
  const to = await makeContact(company)
  const bytes = Buffer.from('%PDF-1.4 contrato')
  const answer = await postForm(
    app.url,
    company.admin.token,
    source.id,
    formOf([formFile('contrato.pdf', 'application/pdf', bytes)], { body: 'Segue' })
  )
  const [sent] = answer.messages as Message[]
  const { body } = await forward(sent?.id ?? '', [to.id])
  await company.admin.call(deleteMessage, { params: { messageId: sent?.id ?? '' } })
  const [passed] = body.messages
  expect(passed).toMatchObject({ mediaType: 'application', body: 'Segue', mediaName: 'contrato.pdf' })
  const file = await fetch(`${app.url}${new URL(passed?.mediaUrl ?? '').pathname}`)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
})

const lostImage = { fromMe: true, delivery: 'failed', mediaType: 'image', mediaState: 'ready' } as const

describe('what this customer never got', () => {
  test.for([
    ['a text', { fromMe: true, delivery: 'failed', failure: 'refused' }],
    ['a file', { ...lostImage, failure: 'not-on-whatsapp' }]
  ] as const)('may be for somebody else: %s', async ([, further]) => {
    const [failed, next] = [await said('Segue', further), await said('E mais')]
    const { body } = await forwardAll([failed, next], [(await makeContact(company)).id])
    expect(body.messages).toMatchObject([
      { body: 'Segue', delivery: 'waiting', failure: null },
      { body: 'E mais', delivery: 'waiting' }
    ])
  })
})

describe('what is refused', () => {
  test.for([
    ['a deleted message', { isDeleted: true }],
    ['a message that was taken back before it went out', { fromMe: true, delivery: 'cancelled' }],
    ['a file that WhatsApp takes from nobody', { ...lostImage, failure: 'media-too-large' }],
    ['a call', { mediaType: 'call_log' }],
    ['a place on the map', { mediaType: 'locationMessage' }],
    ['a file that is still being fetched', { mediaType: 'image', mediaState: 'fetching' as const }]
  ] as const)('%s', async ([, further]) => {
    const { error } = await forward(await said('x', further), [(await makeContact(company)).id])
    expect(error).toBe('ERR_MESSAGE_NOT_FORWARDABLE')
  })

  test('more people at once than a phone allows', async () => {
    const ids = Array.from({ length: mostForwards + 1 }, (_, index) => index + 1)
    expect((await forward(await said('x'), ids)).status).toBe(400)
  })

  test('a person whom somebody else serves out of sight, while the others get it', async () => {
    const [mine, theirs] = [await makeQueue(company), await makeQueue(company)]
    const bruno = await makeUser(company, { queueIds: [mine.id] })
    const hidden = await makeTicket(company, {
      ...{ status: 'open', userId: company.admin.id, queueId: theirs.id, connectionId }
    })
    source = await makeTicket(company, { status: 'open', userId: bruno.id, queueId: mine.id, connectionId })
    const free = await makeContact(company)
    const { body } = await forward(await said('Oi'), [hidden.contactId, free.id], bruno)
    expect(body.refused).toMatchObject([{ contactId: hidden.contactId, code: 'ERR_OTHER_OPEN_TICKET' }])
    expect(body.messages).toMatchObject([{ contactId: free.id }])
    expect(await historyOf(hidden.id)).toEqual([])
  })

  test('a message out of sight, and one or a person of another company', async () => {
    const bruno = await makeUser(company, { queueIds: [(await makeQueue(company)).id] })
    const id = await said('Segredo')
    expect((await forward(id, [(await makeContact(company)).id], bruno)).error).toBe('ERR_NO_MESSAGE_FOUND')
    const other = await makeCompany(app)
    expect((await forward(id, [(await makeContact(other)).id], other.admin)).error).toBe('ERR_NO_MESSAGE_FOUND')
    const stranger = await makeContact(other)
    const { body } = await forward(id, [stranger.id])
    expect(body).toEqual({
      messages: [],
      refused: [{ contactId: stranger.id, name: '', code: 'ERR_NO_CONTACT_FOUND' }]
    })
    expect(await app.ctx.db.select().from(messages).where(eq(messages.companyId, other.id))).toEqual([])
  })
})
