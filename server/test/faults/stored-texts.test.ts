// A text that is taken comes back to the letter, from the answer and from a fresh look; one that cannot be kept is refused.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContact, showContact } from '@guiche/shared/features/inbox/contacts.ts'
import { listMessages, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { createTag, listAllTags } from '@guiche/shared/features/inbox/tags.ts'
import { createNote, listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { listQueues, updateQueue } from '@guiche/shared/features/org/queues.ts'
import { showUser, updateUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, unique, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
let ticketId: number
let queueId: number

beforeAll(async () => {
  app = await buildTestApp()
  company = await makeCompany(app)
  const { id: connectionId } = await makeConnectionRow(company)
  ticketId = (await makeTicket(company, { status: 'open', userId: company.admin.id, connectionId })).id
  queueId = (await makeQueue(company)).id
})
afterAll(() => app.close())

interface Told {
  status: number
  /** As the call answered, and as it is read afterwards. */
  texts: (string | undefined)[]
}

const refused = (status: number): Told => ({ status, texts: [] })

/** Where texts are kept, and how they are read again. */
const places: Record<string, (text: string) => Promise<Told>> = {
  message: async (text) => {
    const answer = await company.admin.call(sendMessage, { params: { ticketId }, body: { body: text } })
    if (answer.status !== 200) return refused(answer.status)
    const sent = answer.body.messages[0]
    const { messages } = accepted(app, await company.admin.call(listMessages, { params: { ticketId }, query: {} }))
    return { status: 200, texts: [sent?.body, messages.find(({ id }) => id === sent?.id)?.body] }
  },
  note: async (text) => {
    const answer = await company.admin.call(createNote, { body: { ticketId, note: text } })
    if (answer.status !== 200) return refused(answer.status)
    const notes = accepted(app, await company.admin.call(listNotes, { query: { ticketId } }))
    return { status: 200, texts: [answer.body.note, notes.find(({ id }) => id === answer.body.id)?.note] }
  },
  tag: async (text) => {
    const answer = await company.admin.call(createTag, { body: { name: text, color: '#123456' } as never })
    if (answer.status !== 200) return refused(answer.status)
    const tags = accepted(app, await company.admin.call(listAllTags, { query: {} as never }))
    return { status: 200, texts: [answer.body.name, tags.find(({ id }) => id === answer.body.id)?.name] }
  },
  contact: async (text) => {
    const number = `55119${String(60_000_000 + unique())}`
    const answer = await company.admin.call(createContact, { body: { name: text, number } as never })
    if (answer.status !== 200) return refused(answer.status)
    const { id } = answer.body
    return {
      status: 200,
      texts: [answer.body.name, accepted(app, await company.admin.call(showContact, { params: { id } })).name]
    }
  },
  queue: async (text) => {
    const answer = await company.admin.call(updateQueue, { params: { id: queueId }, body: { name: text } })
    if (answer.status !== 200) return refused(answer.status)
    const queues = accepted(app, await company.admin.call(listQueues, { query: {} as never }))
    return { status: 200, texts: [answer.body.name, queues.find(({ id }) => id === queueId)?.name] }
  },
  user: async (text) => {
    const { id } = company.admin
    const answer = await company.admin.call(updateUser, { params: { id }, body: { name: text } })
    if (answer.status !== 200) return refused(answer.status)
    return { status: 200, texts: [accepted(app, await company.admin.call(showUser, { params: { id } })).name] }
  }
}

const texts = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', minLength: 3, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 3, maxLength: 20 }) },
  fc.constantFrom(
    "'; drop table tags; --",
    '<b>&amp;</b>',
    '%_\\%',
    '\u202egnp.exe',
    'a\u200bb\u200d',
    '{"$ne":1}',
    '\\u0000 \\x00',
    'só meio \ud83d',
    '\ude00 meio',
    'um\u0000dois',
    '${process.exit()}',
    '1e5',
    '__proto__'
  )
)

test.for(Object.keys(places))('%s', { timeout: 120_000 }, async (place) => {
  const seen = new Set<string>()
  let taken = 0
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      // Names of one kind may not repeat, whatever their case.
      const isNew = !seen.has(text.trim().toLowerCase())
      seen.add(text.trim().toLowerCase())
      const told = await places[place]?.(text)
      const isStorable = text.isWellFormed() && !text.includes('\u0000')
      expect(told?.status).toBeLessThan(500)
      if (!isStorable) expect(told?.status).toBe(400)
      if (told?.status !== 200) {
        if (isStorable && isNew && text.trim().length >= 3) expect([400, 409]).toContain(told?.status)
        return
      }
      taken++
      // Names lose the spaces around them.
      const kept = place === 'message' ? text : text.trim()
      for (const read of told.texts) expect(read).toBe(kept)
    }),
    { numRuns: 40 }
  )
  expect(taken).toBeGreaterThan(10)
})
