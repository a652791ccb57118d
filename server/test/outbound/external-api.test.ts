// Another program sends with the token of a connection: what customers get, what attendants see, what is refused.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  externalMessageSchema,
  sendExternally,
  showExternally
} from '@guiche/shared/features/automation/external-api.ts'
import { showContact } from '@guiche/shared/features/inbox/contacts.ts'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { showTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { plans } from '#database/tables/org/companies.ts'
import { eventually } from '#test/eventually.ts'
import { makeCompany } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { giveToken, makeConnectionRow } from '#test/fixtures/make-ticket.ts'
import { formFile, formOf, storedFiles } from '#test/fixtures/upload.ts'
import { newWriter, openChat, startPairedApp, type PairedApp } from '../faults/paired-app.ts'

let app: PairedApp
let token: string

beforeAll(async () => {
  app = await startPairedApp()
  token = await giveToken(app.company, app.connection.id)
})
afterAll(() => app.stop())

const send = (body: Record<string, unknown>, headers: Record<string, string> = {}, by = token) =>
  injectCall(app.test.http, sendExternally, { body: body as never }, { token: by, headers })
async function sendForm(form: FormData, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.test.url}/api/messages/send`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: form
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, any> }
}
const newCustomer = (wishes: object = {}) => newWriter(app, wishes)
const textsTo = (id: string) =>
  app.simulator.sentTo(app.phone, id).map(({ text, caption }: any) => text ?? caption ?? '')
const stateOf = async (id: string) =>
  (await injectCall(app.test.http, showExternally, { params: { id } }, { token })).body.state

test('the OpenAPI document tells what the page of the API shows: fields of both kinds of body, and of the answer', async () => {
  const document = (await (await fetch(`${app.test.url}/docs/json`)).json()) as Record<string, any>
  const { requestBody, responses } = document.paths['/api/messages/send'].post
  expect(Object.keys(requestBody.content)).toEqual(['application/json', 'multipart/form-data'])
  const { properties, required } = requestBody.content['application/json'].schema
  expect([Object.keys(properties), required]).toEqual([['number', 'body', 'closeTicket'], ['number']])
  const answer = responses['200'].content['application/json'].schema
  expect(Object.keys(answer.properties.messages.items.properties)).toEqual(Object.keys(externalMessageSchema.shape))
  const [id] = document.paths['/api/messages/{id}'].get.parameters
  expect(id).toMatchObject({ name: 'id', required: true, schema: { type: 'string' } })
})

describe('a program with the token of a connection', { timeout: 120_000 }, () => {
  test('writes to somebody new: the number is checked, the ticket waits for everybody, the state follows the ticks', async () => {
    const customer = newCustomer({ receipts: 'read' })
    const { status, body } = await send({
      number: `+${customer.number.slice(0, 2)} ${customer.number.slice(2)}`,
      body: 'Seu pedido saiu!'
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ mensagem: 'Mensagem enviada', messages: [{ state: 'waiting', reason: null }] })
    const [message] = body.messages
    await eventually(() => textsTo(customer.id).includes('Seu pedido saiu!'), 'the message to arrive')
    await eventually(async () => (await stateOf(message?.id ?? '')) === 'read', 'the blue ticks')
    const ticket = (await app.admin.call(showTicket, { params: { id: message?.ticketId ?? 0 } })).body
    expect(ticket).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: null,
      lastMessage: 'Seu pedido saiu!',
      unreadMessages: 0
    })
    const contact = (await app.admin.call(showContact, { params: { id: ticket.contactId } })).body
    expect(contact.number).toBe(customer.number)
  })

  test('writes into the conversation that is there, and attendants see it come', async () => {
    const chat = await openChat(app)
    const socket = await app.admin.connect()
    const { body } = await send({ number: chat.customer.number, body: 'Nota fiscal a caminho' })
    expect(body.messages[0]?.ticketId).toBe(chat.ticketId)
    await eventually(() => textsTo(chat.customer.id).includes('Nota fiscal a caminho'), 'the message to arrive')
    await socket.settle()
    expect(JSON.stringify(socket.heard)).toContain('Nota fiscal a caminho')
    expect((await app.admin.call(showTicket, { params: { id: chat.ticketId } })).body.status).toBe('open')
    await socket.close()
  })

  test('sends files with a text, and closes what nobody attends', async () => {
    const customer = newCustomer()
    const files = [
      formFile('boleto.pdf', 'application/pdf', '%PDF-1.4 boleto'),
      formFile('lista.txt', 'text/plain', 'itens')
    ]
    const { status, body } = await sendForm(
      formOf(files, { number: customer.number, body: 'Segue o boleto', closeTicket: 'true' })
    )
    expect(status).toBe(200)
    expect(body['messages']).toHaveLength(2)
    await eventually(() => app.simulator.sentTo(app.phone, customer.id).length === 2, 'both files')
    expect(textsTo(customer.id)[0]).toBe('Segue o boleto')
    const ticket = (await app.admin.call(showTicket, { params: { id: body['messages'][0].ticketId } })).body
    expect(ticket.status).toBe('closed')
  })

  test('may repeat a call with its key: nothing is sent twice, and a closed conversation stays closed', async () => {
    const customer = newCustomer()
    const key = { 'idempotency-key': 'pedido-4711' }
    const first = await send({ number: customer.number, body: 'Uma vez só', closeTicket: true }, key)
    const again = await send({ number: customer.number, body: 'Uma vez só' }, key)
    expect(again.status).toBe(200)
    expect(again.body.messages.map(({ id }) => id)).toEqual(first.body.messages.map(({ id }) => id))
    const other = await send(
      { number: customer.number, body: 'Outra', closeTicket: true },
      { 'idempotency-key': 'pedido-4712' }
    )
    await eventually(() => textsTo(customer.id).includes('Outra'), 'the other message')
    expect(textsTo(customer.id)).toEqual(['Uma vez só', 'Outra'])
    expect(other.body.messages[0]?.ticketId).toBe(first.body.messages[0]?.ticketId)
    const params = { id: first.body.messages[0]?.ticketId ?? 0 }
    expect((await app.admin.call(showTicket, { params })).body.status).toBe('closed')
  })

  test('is told so when a key comes again with another number, text or file', async () => {
    const [customer, other] = [newCustomer(), newCustomer()]
    const key = { 'idempotency-key': 'fatura-88' }
    await send({ number: customer.number, body: 'Vence amanhã' }, key)
    const tries = [
      await send({ number: customer.number, body: 'Vence hoje' }, key),
      await send({ number: other.number, body: 'Vence amanhã' }, key),
      await sendForm(
        formOf([formFile('fatura.txt', 'text/plain', 'itens')], { number: customer.number, body: 'Vence amanhã' }),
        key
      )
    ]
    expect(tries.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(tries.map(({ body }) => (body as unknown as { error: string }).error)).toEqual(
      tries.map(() => 'ERR_IDEMPOTENCY_KEY_REUSED')
    )
    await send({ number: customer.number, body: 'Por último' })
    await eventually(() => textsTo(customer.id).includes('Por último'), 'the last message')
    expect(textsTo(customer.id)).toEqual(['Vence amanhã', 'Por último'])
    expect(textsTo(other.id)).toEqual([])
  })

  test('ten calls with one key at once send one message', async () => {
    const customer = newCustomer()
    const calls = Array.from({ length: 10 }, () =>
      send({ number: customer.number, body: 'Junto' }, { 'idempotency-key': 'junto' })
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.flatMap(({ body }) => body.messages.map(({ id }) => id))).size).toBe(1)
    await eventually(() => textsTo(customer.id).length > 0, 'the message')
    expect(textsTo(customer.id)).toEqual(['Junto'])
  })

  test('gets a conversation that goes on in one ticket when an attendant takes it and closes it', async () => {
    const customer = newCustomer()
    const ticketId = (await send({ number: customer.number, body: 'Um' })).body.messages[0]?.ticketId ?? 0
    await app.admin.call(updateTicket, { params: { id: ticketId }, body: { status: 'open' } })
    await app.admin.call(sendMessage, { params: { ticketId }, body: { body: 'Dois' } })
    await app.admin.call(updateTicket, { params: { id: ticketId }, body: { status: 'closed' } })
    expect((await send({ number: customer.number, body: 'Três' })).body.messages[0]?.ticketId).toBe(ticketId)
    expect((await app.admin.call(showTicket, { params: { id: ticketId } })).body.status).toBe('pending')
  })
})

describe('is refused', () => {
  const number = '5511987654321'

  test.each([undefined, 'errado', 'a\u0000b'])('without a token that somebody has: %j', async (wrong) => {
    const answer = await injectCall(
      app.test.http,
      sendExternally,
      { body: { number, body: 'x' } },
      { token: wrong && encodeURIComponent(wrong) }
    )
    expect(answer).toMatchObject({ status: 401, error: 'ERR_CONNECTION_TOKEN_INVALID' })
  })

  test.each([
    [{ number, body: '  ' }, 400, 'ERR_EMPTY_MESSAGE'],
    [{ number: '12', body: 'x' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
    [{ number: 'abc', body: 'x' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
    [{ body: 'x' }, 400, 'ERR_VALIDATION'],
    [{ number: { $gt: '' }, body: 'x' }, 400, 'ERR_VALIDATION'],
    [{ number, body: 'x'.repeat(70_000) }, 400, 'ERR_VALIDATION']
  ])('with %j', async (body, status, error) => {
    expect(await send(body)).toMatchObject({ status, error })
  })

  test('for a number that is not on WhatsApp, and no contact is made of it', async () => {
    const customer = newCustomer({ onWhatsApp: false })
    expect(await send({ number: customer.number, body: 'alô?' })).toMatchObject({
      status: 400,
      error: 'ERR_WAPP_INVALID_CONTACT'
    })
    const rows = await app.test.ctx.pool.$client`select 1 from contacts where number = ${customer.number}`
    expect(rows).toHaveLength(0)
  })

  test('with files for nobody, and none of them stays', async () => {
    const before = storedFiles(app.test)
    const { status } = await sendForm(formOf([formFile('a.txt', 'text/plain', 'a')], { number: '12' }))
    expect(status).toBe(400)
    expect(storedFiles(app.test)).toEqual(before)
  })

  test('by a plan without it, for an inactive company, and across companies', async () => {
    const poor = await makeCompany(app.test, { plan: { useExternalApi: false } })
    const theirs = await giveToken(poor, (await makeConnectionRow(poor)).id)
    expect(await send({ number, body: 'x' }, {}, theirs)).toMatchObject({
      status: 403,
      error: 'ERR_PLAN_FEATURE_OFF'
    })
    await app.test.ctx.db.update(plans).set({ useExternalApi: true }).where(eq(plans.id, poor.plan.id))
    const { body } = await send({ number: newCustomer().number, body: 'nosso' })
    const { id } = externalMessageSchema.parse(body.messages[0])
    const look = await injectCall(app.test.http, showExternally, { params: { id } }, { token: theirs })
    expect(look).toMatchObject({ status: 404, error: 'ERR_NO_MESSAGE_FOUND' })
    await app.test.ctx.pool.$client`update companies set status = false where id = ${poor.id}`
    expect(await send({ number, body: 'x' }, {}, theirs)).toMatchObject({ status: 401 })
  })
})
