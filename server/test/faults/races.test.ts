// Two people do the same thing at the same instant: one gets it, the other is told, and everybody sees the same in the end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteMessage, listMessages, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import {
  deleteTicket,
  showTicket,
  updateTicket,
  type Ticket,
  type TicketPatch
} from '@guiche/shared/features/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

/** Every race is run this often: who wins is chance. */
const rounds = 8

let app: TestApp
let company: Company
let queueId: number
let people: Person[]
let connectionId: number

beforeAll(async () => {
  app = await buildTestApp()
  company = await makeCompany(app)
  queueId = (await makeQueue(company)).id
  people = []
  for (let n = 0; n < 4; n++) people.push(await makeUser(company, { queueIds: [queueId] }))
})
afterAll(() => app.close())
beforeEach(async () => {
  connectionId = (await makeConnectionRow(company)).id
})

const waiting = () => makeTicket(company, { queueId, connectionId })
const look = async (id: number): Promise<Ticket> =>
  accepted(app, await company.admin.call(showTicket, { params: { id } }))
const move = (person: Person, id: number, body: TicketPatch) => person.call(updateTicket, { params: { id }, body })
async function rounded(race: () => Promise<void>) {
  for (let round = 0; round < rounds; round++) await race()
}

describe('a ticket', () => {
  test('that four accept at once goes to one, and the others are told by name who has it', () =>
    rounded(async () => {
      const { id } = await waiting()
      const answers = await Promise.all(people.map((person) => move(person, id, { status: 'open' })))
      const winners = people.filter((_person, index) => answers[index]?.status === 200)
      expect(winners).toHaveLength(1)
      expect(await look(id)).toMatchObject({ status: 'open', userId: winners[0]?.id })
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer.error).toBe('ERR_TICKET_ALREADY_ACCEPTED')
        expect(answer.refusal?.values).toEqual({ user: winners[0]?.name })
      }
    }))

  test('that is accepted and given to somebody else at once is where one of them wanted it', () =>
    rounded(async () => {
      const [first, second, third] = people as [Person, Person, Person]
      const { id } = await waiting()
      const [accept, transfer] = await Promise.all([
        move(first, id, { status: 'open' }),
        move(second, id, { status: 'open', userId: third.id, transfer: true })
      ])
      expect([200, 409]).toContain(accept.status)
      expect(transfer.status).toBe(200)
      const { userId, status } = await look(id)
      expect(status).toBe('open')
      expect(userId).toBe(third.id)
      if (accept.status !== 200) expect(accept.refusal?.values).toEqual({ user: third.name })
    }))

  test('that two resolve at once is closed once, with one finished cycle', () =>
    rounded(async () => {
      const [first, second] = people as [Person, Person]
      const { id } = await waiting()
      accepted(app, await move(first, id, { status: 'open' }))
      const answers = await Promise.all([move(first, id, { status: 'closed' }), move(second, id, { status: 'closed' })])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect((await look(id)).status).toBe('closed')
      const cycles = await app.ctx.pool.$client<{ open: number; done: number }[]>`
        select count(*) filter (where finished_at is null)::int as open,
          count(*) filter (where finished_at is not null)::int as done
        from ticket_tracking where company_id = ${company.id} and ticket_id = ${id}`
      expect(cycles).toMatchObject([{ open: 0, done: 1 }])
    }))

  test('that is deleted while people write into it leaves no message behind, and nobody sees a failure', () =>
    rounded(async () => {
      const [first] = people as [Person]
      const { id } = await waiting()
      accepted(app, await move(first, id, { status: 'open' }))
      const sends = Array.from({ length: 6 }, (_, n) =>
        first.call(sendMessage, { params: { ticketId: id }, body: { body: `#${n}` } })
      )
      const [deletion, ...answers] = await Promise.all([company.admin.call(deleteTicket, { params: { id } }), ...sends])
      expect(deletion.status).toBe(200)
      for (const { status, error } of answers) {
        expect([`200 `, '404 ERR_NO_TICKET_FOUND']).toContain(`${status} ${error ?? ''}`)
      }
      const left = await app.ctx.pool.$client`
        select 1 from messages where company_id = ${company.id} and ticket_id = ${id}`
      expect(left).toHaveLength(0)
    }))
})

describe('a message', () => {
  test('that is sent six times under one id is there once', () =>
    rounded(async () => {
      const [first] = people as [Person]
      const { id } = await waiting()
      accepted(app, await move(first, id, { status: 'open' }))
      const body = { body: 'uma vez', clientId: `vez-${id}` }
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => first.call(sendMessage, { params: { ticketId: id }, body }))
      )
      const ids = answers.map((answer) => accepted(app, answer).messages[0]?.id)
      expect(new Set(ids).size).toBe(1)
      const history = await first.call(listMessages, { params: { ticketId: id }, query: {} })
      expect(accepted(app, history).messages).toHaveLength(1)
    }))

  test('that is deleted by several at once is cancelled once, and never goes out', () =>
    rounded(async () => {
      const [first] = people as [Person]
      const { id } = await waiting()
      accepted(app, await move(first, id, { status: 'open' }))
      const sent = await first.call(sendMessage, { params: { ticketId: id }, body: { body: 'engano' } })
      const messageId = accepted(app, sent).messages[0]?.id ?? ''
      const answers = await Promise.all(
        [first, company.admin, first].map((person) => person.call(deleteMessage, { params: { messageId } }))
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { status } of answers) expect(status).toBeLessThan(500)
      const tasks = await app.ctx.pool.$client`
        select 1 from outbox where company_id = ${company.id} and message_id = ${messageId}`
      expect(tasks).toHaveLength(0)
    }))
})
