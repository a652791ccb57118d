// The copy of a person has what programs were told of them, whatever bytes the body of a delivery holds.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebhook } from '@guiche/shared/features/automation/webhooks.ts'
import { openPersonExport, startPersonExport } from '@guiche/shared/features/inbox/personal-data.ts'
import { webhookDeliveries, webhooks } from '#database/tables/automation/webhooks.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { accepted, makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { readZip } from '#test/fixtures/read-zip.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { contentOf } from './delivery-content.ts'

let app: TestApp
let company: Company
let contactId: number
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
  company = await makeCompany(app)
  const { ref } = await makeConnection(company)
  await receiveMessages(app.ctx, ref, [inbound(newCustomer(), 'um xilofone')])
  const [row] = await app.ctx.db.select().from(messages).where(eq(messages.body, 'um xilofone'))
  contactId = row?.contactId ?? 0
})
afterAll(() => app.close())

async function copy() {
  const { call } = company.admin
  const { id } = accepted(app, await call(startPersonExport, { body: { contactId } }))
  await app.drain()
  const { url } = accepted(app, await call(openPersonExport, { params: { id }, body: {} }))
  const zip = readZip((await app.http.inject({ url: new URL(url, app.url).pathname })).rawPayload)
  const data = JSON.parse(zip.get('data.json')?.toString() ?? '') as { records: Record<string, object[]> }
  return { told: data.records['deliveries'] ?? [], page: zip.get('index.html')?.toString() ?? '' }
}

test('half signs, zeros and bodies that were cut break no copy', async () => {
  const url = 'http://127.0.0.1:9/'
  accepted(app, await company.admin.call(createWebhook, { body: { url, events: ['message.created'] as never } }))
  const of = (fields: string) => `{"event":"message.created","data":{"message":{"contactId":${contactId},${fields}}}}`
  const bodies = [
    of(String.raw`"body":"meia \ud800 e nada \u0000 fim","mediaType":"image","mediaUrl":null,"ack":3`),
    of('"body":"open","delivery":"failed"'),
    of('"body":"cort').slice(0, -3),
    `{"data":{"message":{"contactId":0,"quotedMsg":{"contactId":${contactId},"body":"dela"},"body":"alguém viu?"}}}`
  ]
  const [hook] = await app.ctx.db.select().from(webhooks)
  await app.ctx.db.insert(webhookDeliveries).values(
    bodies.map((body, n) => ({
      ...{ companyId: company.id, id: uuidv7(Date.now() + n), webhookId: hook?.id ?? 0 },
      ...{ event: 'message.created', body, state: 'delivered' as const, lastAnswer: 'ok' }
    }))
  )
  const { told, page } = await copy()
  expect(told).toMatchObject([
    { content: { message: { contactId, body: 'meia \ud800 e nada \0 fim', ack: 3 } }, answer: 'ok' },
    { content: { message: { body: 'open' } } },
    { unreadable: true },
    { receiver: '127.0.0.1:9' }
  ])
  expect(told[0]).not.toHaveProperty('content.message.mediaUrl')
  for (const row of told.slice(2)) for (const name of ['content', 'answer']) expect(row).not.toHaveProperty(name)
  expect(JSON.stringify(told)).not.toContain('alguém viu?')
  const shown = page.slice(page.indexOf('id="deliveries"'))
  expect(shown).toContain('Texto: meia \ufffd e nada  fim; Tipo de conteúdo: imagem; Nível de confirmação: 3')
  // What the customer wrote is no state of that name; the state is one.
  expect(shown).toContain('Texto: open; Entrega: falhou')
  expect(shown).toContain('<dt>Não foi possível ler o conteúdo</dt><dd dir="auto">sim</dd>')
})

test.each([
  ['a list', '[]'],
  ['nothing', ''],
  ['no text', undefined]
])('of %s nothing is told', (_what, body) => expect(contentOf(body, 'ok', [1])).toEqual({ unreadable: true }))

test.each([
  ['a ticket', '{"data":{"ticket":{"contactId":7}}}', true],
  ['a contact', '{"data":{"contact":{"id":7}}}', true],
  ['a contact that is gone', '{"data":{"contactId":7}}', true],
  ['somebody else', '{"data":{"message":{"contactId":8},"contactId":7}}', false],
  ['no contact', '{"data":{"message":"7"}}', false]
])('what is said of %s', (_what, body, isOwn) => expect('content' in contentOf(body, 'ok', [7])).toBe(isOwn))
