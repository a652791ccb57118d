// The attack: somebody who may not see numbers of customers reads one in what some call answers, or in what a socket is told.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { permissionKeys } from '@guiche/shared/kernel/access.ts'
import { features } from '#app/features.ts'
import { makeCompany, makeUserWith, type Company, type Person } from '../fixtures/factories.ts'
import {
  fillWithNumbers,
  numbersShown,
  ownNumber,
  storedNumbers,
  type NumberedCompany
} from '../fixtures/numbered-company.ts'
import { buildTestApp, type TestApp } from '../server/build-test-app.ts'
import { pathOf } from '../server/inject-call.ts'
import { connectSocket, type TestSocket } from '../server/test-socket.ts'
import { inputFor } from '../routes/route-inputs.ts'

const calls = features
  .flatMap((feature) => feature.routes ?? [])
  .map(({ endpoint }) => endpoint)
  .filter(({ access, numbers }) => access === 'user' && numbers !== 'revealed')

let test: TestApp
let company: Company
let filled: NumberedCompany
/** May everything but see numbers, and sees every ticket. */
let blind: Person
let seeing: Person
let sockets: { blind: TestSocket; older: TestSocket; seeing: TestSocket }
/** Calls whose answer told somebody who sees numbers one. */
const telling = new Set<string>()

beforeAll(async () => {
  test = await buildTestApp()
  company = await makeCompany(test)
  blind = await makeUserWith(
    company,
    permissionKeys.filter((key) => key !== 'numbers:view')
  )
  seeing = await makeUserWith(company, permissionKeys)
  filled = await fillWithNumbers(company, blind)
  sockets = {
    blind: await connectSocket(test, blind),
    older: await connectSocket(test, blind, 'auth'),
    seeing: await connectSocket(test, seeing)
  }
}, 60_000)
afterAll(async () => {
  console.info(`${calls.length} calls, ${telling.size} of which tell a number to whoever may see it`)
  await test.close()
})

/** Reads the rich rows where a call reads rows, instead of those that every test makes. */
const richPaths: Record<string, () => string[]> = {
  '/contacts/:id': () => filled.contactIds.map((id) => `/contacts/${id}`),
  '/tickets/:id': () => filled.ticketIds.map((id) => `/tickets/${id}`),
  '/tickets/:id/earlier': () => filled.ticketIds.map((id) => `/tickets/${id}/earlier`),
  '/messages/:ticketId': () => filled.ticketIds.map((id) => `/messages/${id}`),
  '/messages/:ticketId/search': () => filled.ticketIds.map((id) => `/messages/${id}/search?searchParam=n`),
  '/tickets/hits': () => [`/tickets/hits?searchParam=seu&ticketIds=${JSON.stringify(filled.ticketIds)}`],
  '/ticket-notes/list': () => filled.ticketIds.map((id) => `/ticket-notes/list?ticketId=${id}`),
  '/contact-list-items': () => [`/contact-list-items?contactListId=${filled.contactListId}`],
  '/contacts/imports/:id': () => [`/contacts/imports/${filled.importIds[0]}`],
  '/contact-lists/:id/imports/:importId': () => [
    `/contact-lists/${filled.contactListId}/imports/${filled.importIds[1]}`
  ],
  '/contact-lists/:id/imports': () => [`/contact-lists/${filled.contactListId}/imports`],
  '/campaigns/:id': () => [`/campaigns/${filled.campaignId}`],
  '/campaigns/:id/preview': () => [`/campaigns/${filled.campaignId}/preview`],
  '/campaigns/:id/recipients': () => [`/campaigns/${filled.campaignId}/recipients`],
  '/tickets': () => ['/tickets?status=open&showAll=true', '/tickets?status=pending&showAll=true']
}

async function answersOf(person: Person, endpoint: Endpoint, isOlder: boolean): Promise<string[]> {
  const input = await inputFor(endpoint, company)
  const rich = endpoint.method === 'GET' ? (richPaths[endpoint.path]?.() ?? []) : []
  const headers = { authorization: `Bearer ${person.token}`, ...(isOlder ? {} : { 'x-guiche-contract': '1' }) }
  const told: string[] = []
  for (const url of [pathOf(endpoint, input), ...rich]) {
    const hasBody = input.body !== undefined && url === pathOf(endpoint, input)
    const answer = await test.http.inject({
      ...{ method: endpoint.method, url, headers },
      ...(hasBody
        ? { payload: JSON.stringify(input.body), headers: { ...headers, 'content-type': 'application/json' } }
        : {})
    })
    expect([url, answer.statusCode < 500 ? '' : answer.body + test.logged.slice(-3).join('')]).toEqual([url, ''])
    told.push(answer.body)
  }
  return told
}

// What was told is looked at when all calls were made.
describe('hidden numbers', { shuffle: false }, () => {
  describe('no call tells a number', () => {
    it.each(calls.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
      '%s',
      async (name, endpoint) => {
        const found: string[] = []
        for (const isOlder of [false, true]) {
          const answers = await answersOf(blind, endpoint, isOlder)
          const numbers = await storedNumbers(company)
          for (const answer of answers) if (numbersShown(answer, numbers).length > 0) found.push(answer)
        }
        expect(found).toEqual([])
        const shown = await answersOf(seeing, endpoint, false)
        const numbers = await storedNumbers(company)
        if (shown.some((answer) => numbersShown(answer, numbers).length > 0)) telling.add(name)
      }
    )
  })

  it('tells them to whoever may see them, by every list and record of customers', () => {
    const expected = [
      'GET /contacts',
      'GET /contacts/list',
      'GET /contacts/:id',
      'GET /tickets',
      'GET /tickets/:id',
      'GET /messages/:ticketId',
      'GET /messages/:ticketId/search',
      'GET /tickets/hits',
      'GET /ticket-notes/list',
      'GET /contact-list-items',
      'GET /campaigns/:id/preview',
      'GET /campaigns/:id/recipients',
      'GET /schedules',
      'GET /inbound-failures'
    ]
    expect(expected.filter((name) => !telling.has(name))).toEqual([])
  })

  it('tells none to sockets, nor to whoever catches up, of what the whole walk changed', async () => {
    await test.drain()
    for (const socket of Object.values(sockets)) await socket.settle()
    const numbers = await storedNumbers(company)
    const heard = (socket: TestSocket) =>
      socket.heard.filter((one) => numbersShown(JSON.stringify(one), numbers).length > 0)
    expect(heard(sockets.blind)).toEqual([])
    expect(heard(sockets.older)).toEqual([])
    expect(heard(sockets.seeing).length).toBeGreaterThan(20)
    const caughtUp = async (who: Person) => (await who.call(syncEvents, { query: { after: 0 } })).raw.body
    expect(numbersShown(await caughtUp(blind), numbers)).toEqual([])
    expect(numbersShown(await caughtUp(seeing), numbers).length).toBeGreaterThan(20)
    // Both heard the same things, in the same order.
    const namesOf = ({ heard: all }: TestSocket) =>
      all.flatMap(({ name, payload }) => ((payload as { seq?: number }).seq === undefined ? [] : [name]))
    expect(sockets.blind.heard.length).toBeGreaterThan(20)
    expect(namesOf(sockets.blind).filter((name) => name.endsWith('-contact'))).toEqual(
      namesOf(sockets.seeing).filter((name) => name.endsWith('-contact'))
    )
  })

  it('hides no number of the company itself', async () => {
    for (const endpoint of calls.filter(({ method, path }) => method === 'GET' && path === '/whatsapp'))
      expect((await answersOf(blind, endpoint, false)).join('')).toContain(ownNumber)
  })
})
