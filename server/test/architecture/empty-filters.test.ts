// What legacy clients leave in a query for an id that they do not have counts as no filter, on every list.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listQueueOptions } from '@guiche/shared/features/automation/chatbot.ts'
import { listInvoicesOf } from '@guiche/shared/features/billing/invoices.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { listAllContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { listAllTags, listTags } from '@guiche/shared/features/inbox/tags.ts'
import { listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { listQuickMessagePage, listQuickMessages } from '@guiche/shared/features/library/quick-messages.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { listAllUsers } from '@guiche/shared/features/org/users.ts'
import { listAllContactLists } from '@guiche/shared/features/outreach/contact-lists.ts'
import { chartTicketsDay, chartTicketsUsers } from '@guiche/shared/features/team/dashboard.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { pathOf } from '#test/server/inject-call.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await buildTestApp()
  company = await makeCompany(app)
})
afterAll(() => app.close())

const lists = {
  'users of a picker': [listAllUsers, ['companyId']],
  queues: [listQueues, ['companyId']],
  connections: [listConnections, ['companyId', 'session']],
  'contacts of a picker': [listAllContacts, ['companyId']],
  tags: [listTags, ['companyId']],
  'tags of a picker': [listAllTags, ['companyId']],
  'quick messages': [listQuickMessagePage, ['companyId', 'userId']],
  suggestions: [listQuickMessages, ['companyId', 'userId']],
  'contact lists of a picker': [listAllContactLists, ['companyId']],
  'options of queues': [listQueueOptions, ['queueId', 'parentId']],
  invoices: [listInvoicesOf, ['companyId']],
  'tickets of users': [chartTicketsUsers, ['companyId']],
  'tickets of days': [chartTicketsDay, ['companyId']]
} as const

const nothings = ['', 'null', 'undefined']

async function read(endpoint: { path: `/${string}` }, query: object) {
  const headers = { authorization: `Bearer ${company.admin.token}` }
  const { statusCode, body } = await app.http.inject({ url: pathOf(endpoint, { query }), headers })
  return { statusCode, body }
}

test.each(Object.entries(lists))('%s', async (_name, [endpoint, names]) => {
  const all = await read(endpoint, {})
  expect(all.statusCode).toBe(200)
  for (const nothing of nothings) {
    expect(await read(endpoint, Object.fromEntries(names.map((name) => [name, nothing])))).toEqual(all)
  }
})

test('notes of a ticket, whose contact is not named', async () => {
  const { id } = await makeTicket(company)
  for (const contactId of nothings) {
    expect(await read(listNotes, { ticketId: id, contactId })).toEqual({ statusCode: 200, body: '[]' })
  }
})
