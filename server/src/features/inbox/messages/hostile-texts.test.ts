// Whatever customers call themselves and write is stored, to the letter where it has room, and shown.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import type { ConnectionRef, InboundContent } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { receiveMessages } from './receive/receive-message.ts'

let app: TestApp
let company: Company
let ref: ConnectionRef

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  company = await makeCompany(app)
  ;({ ref } = await makeConnection(company))
})
afterAll(() => app.close())

/** Texts as they leave the whatsapp room: of every script, without NUL and half characters, often about as long as columns are. */
const texts = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 90, maxLength: 300 }) },
  fc
    .tuple(fc.nat(3), fc.integer({ min: 40, max: 200 }))
    .map(([lead, length]) => 'a'.repeat(lead) + '😀'.repeat(length)),
  fc.constantFrom(
    "'; drop table messages; --",
    '<script>alert(1)</script>',
    '%_\\',
    '\u202egnp.exe',
    '{"$ne":1}',
    '\\u0000'
  )
)
const storableTexts = texts.map((text) => text.replaceAll('\u0000', '').toWellFormed())

const contents = fc.oneof(
  storableTexts.map((body): InboundContent => ({ kind: 'text', body })),
  storableTexts.map((body): InboundContent => ({ kind: 'vcard', body })),
  storableTexts.map((label): InboundContent => ({
    kind: 'unknown',
    label,
    raw: { label, deep: [{ [label]: label }] }
  })),
  fc.tuple(storableTexts, storableTexts).map(([body, name]): InboundContent => {
    const facts = { size: 1, duration: 1, width: 1, height: 1, voice: false, waveform: null, thumbnail: null }
    return { kind: 'media', body, media: { kind: 'application', mime: name, name, source: { name }, ...facts } }
  })
)

test('of every kind, in batches', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(contents, storableTexts), { minLength: 1, maxLength: 8 }), async (given) => {
      const customers = given.map(([, name]) => ({ ...newCustomer(), name }))
      const batch = given.map(([content], index) => inbound(customers[index]!, content))
      await receiveMessages(app.ctx, ref, batch)
      const rows = await app.ctx.pool.$client<{ waId: string; body: string; ticketId: number }[]>`
        select wa_id, body, ticket_id from messages where wa_id = any(${batch.map(({ waId }) => waId)})`
      expect(rows).toHaveLength(batch.length)
      for (const { waId, content } of batch) {
        const sent = content.kind === 'unknown' ? content.label : content.kind === 'media' ? content.body : content.body
        expect(rows.find((row) => row.waId === waId)?.body).toBe(sent)
      }
    }),
    { numRuns: 40 }
  )
  const shown = await company.admin.call(listTickets, { query: { showAll: 'true', status: 'pending' } })
  expect(shown.status).toBe(200)
  for (const { id, lastMessage } of shown.body.tickets.slice(0, 10)) {
    expect(lastMessage.isWellFormed()).toBe(true)
    expect((await company.admin.call(listMessages, { params: { ticketId: id }, query: {} })).status).toBe(200)
  }
})
