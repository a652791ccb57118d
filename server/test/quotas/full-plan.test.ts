// A plan that is full: what people and programs add is refused, what customers send is kept, and nobody gets past it together.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import { listMessages, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { showQuotas } from '@guiche/shared/features/org/quotas.ts'
import { companyMonths, companyStorage } from '#database/tables/org/quotas.ts'
import { plans } from '#database/tables/org/companies.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { makeContact, makeTicket } from '#test/fixtures/make-ticket.ts'
import { formFile, formOf, postForm, storedFiles } from '#test/fixtures/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function open(plan: Parameters<typeof makeCompany>[1] extends infer W ? NonNullable<W> : never) {
  const company = await makeCompany(app, plan)
  const { ref } = await makeConnection(company)
  const place = { status: 'open', userId: company.admin.id, connectionId: ref.connectionId } as const
  const ticket = await makeTicket(company, place)
  const say = (body: string, clientId?: string) =>
    company.admin.call(sendMessage, { params: { ticketId: ticket.id }, body: { body, clientId } })
  return { company, ref, ticket, say }
}
const quotas = async ({ admin }: Company) => (await admin.call(showQuotas)).body
const own = ({ id }: Company) => app.ctx.db.$count(messages, eq(messages.companyId, id))

test('the message beyond the limit is refused with both figures, and what was sent is sent when it is asked for again', async () => {
  const { company, say } = await open({ plan: { messages: 2 } })
  const [, second] = [await say('Um', 'a'), await say('Dois', 'b')]
  const refused = await say('Três', 'c')
  expect(refused).toMatchObject({ status: 400, error: 'ERR_PLAN_LIMIT_MESSAGES' })
  expect(refused.raw.json()).toMatchObject({ values: { limit: 2, used: 2 } })
  expect((await say('Dois', 'b')).body).toEqual(second.body)
  expect([await own(company), (await quotas(company)).messages]).toEqual([2, { used: 2, limit: 2 }])
})

test('of many at once as many go out as are left', async () => {
  const { company, say } = await open({ plan: { messages: 5 } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => say(`Oi ${n}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const refusals = answers.filter(({ error }) => error === 'ERR_PLAN_LIMIT_MESSAGES')
  expect([refusals.length, await own(company), (await quotas(company)).messages.used]).toEqual([7, 5, 5])
})

test('what customers write and send is kept however full the plan is, and nothing of it counts against the limit', async () => {
  const { company, ref, say } = await open({ plan: { messages: 0, storage: 0 } })
  const customer = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Bom dia'), inbound(customer, 'Alguém aí?')])
  expect(await quotas(company)).toMatchObject({ messages: { used: 0, limit: 0 }, received: 2 })
  expect((await say('Oi')).error).toBe('ERR_PLAN_LIMIT_MESSAGES')
})

test('a raised limit lets messages out at once, and a new month begins at zero', async () => {
  const { company, say } = await open({ plan: { messages: 1 } })
  await say('Um')
  expect((await say('Dois')).error).toBe('ERR_PLAN_LIMIT_MESSAGES')
  await app.ctx.db.update(plans).set({ messages: 2 }).where(eq(plans.id, company.plan.id))
  expect((await say('Dois')).status).toBe(200)
  expect((await say('Três')).error).toBe('ERR_PLAN_LIMIT_MESSAGES')
  await app.ctx.db.update(companyMonths).set({ month: '2020-01-01' }).where(eq(companyMonths.companyId, company.id))
  expect((await say('Três')).status).toBe(200)
})

test('who is passed something on and gets nothing is named with the reason', async () => {
  const { company, ticket, say } = await open({ plan: { messages: 2 } })
  await say('Um')
  const { body } = await company.admin.call(listMessages, { params: { ticketId: ticket.id }, query: {} })
  const contactIds = [(await makeContact(company)).id, (await makeContact(company)).id]
  const params = { messageId: body.messages[0]?.id ?? '' }
  await app.ctx.db.update(messages).set({ delivery: 'sent' }).where(eq(messages.companyId, company.id))
  const passed = (await company.admin.call(forwardMessage, { params, body: { contactIds } })).body
  expect(passed.messages).toHaveLength(1)
  expect(passed.refused).toMatchObject([{ contactId: contactIds[1], code: 'ERR_PLAN_LIMIT_MESSAGES' }])
})

const pdf = (size: number) =>
  formFile('a.pdf', 'application/pdf', Buffer.concat([Buffer.from('%PDF-1.4 '), Buffer.alloc(size)]))

test('a file for which there is no room is refused, and nothing of it stays', async () => {
  const { company, ticket } = await open({ plan: { storage: 3_000 } })
  const send = (size: number) => postForm(app.url, company.admin.token, ticket.id, formOf([pdf(size)]))
  expect((await send(1_991)).status).toBe(200)
  const before = storedFiles(app).length
  const refused = await send(1_500)
  expect(refused).toMatchObject({ status: 400, error: 'ERR_PLAN_LIMIT_STORAGE' })
  expect(refused.values).toEqual({ limitBytes: 3_000, usedBytes: 2_000 })
  expect(storedFiles(app)).toHaveLength(before)
  expect((await quotas(company)).storage.used).toBe(2_000)
  expect((await send(991)).status).toBe(200)
  // Full to the byte: nothing is even taken in.
  expect((await send(1)).error).toBe('ERR_PLAN_LIMIT_STORAGE')
})

test('files of several people at once do not get past the limit together', async () => {
  const { company, ticket } = await open({ plan: { storage: 5_000 } })
  const send = () => postForm(app.url, company.admin.token, ticket.id, formOf([pdf(1_991)]))
  const answers = await Promise.all([send(), send(), send(), send()])
  const taken = answers.filter(({ status }) => status === 200).length
  expect(taken).toBeLessThanOrEqual(2)
  expect((await quotas(company)).storage.used).toBe(taken * 2_000)
})

test('a file of a quick message is refused as well', async () => {
  const { company } = await open({ plan: { storage: 10 } })
  await app.ctx.db.insert(companyStorage).values({ companyId: company.id, bytes: 10 })
  const { body } = await company.admin.call(createQuickMessage, { body: { shortcode: 'oi', message: 'Olá' } as never })
  const form = new FormData()
  form.append('file', new Blob(['abc'], { type: 'text/plain' }), 'a.txt')
  const headers = { authorization: `Bearer ${company.admin.token}` }
  const answer = await fetch(`${app.url}/quick-messages/${body.id}/media-upload`, {
    method: 'POST',
    headers,
    body: form
  })
  expect(await answer.json()).toMatchObject({ error: 'ERR_PLAN_LIMIT_STORAGE' })
})
