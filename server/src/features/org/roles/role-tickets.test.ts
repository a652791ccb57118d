// What roles change about tickets: whose may be moved, who gets them, and whose figures a person sees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PermissionKey } from '@guiche/shared/kernel/access.ts'
import { exportContacts } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { changeTickets } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { createTicket, listTickets, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, makeUserWith, type Person } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeContact, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

describe('tickets', () => {
  async function setUp(permissions: PermissionKey[]) {
    const company = await makeCompany(app)
    const queue = await makeQueue(company)
    const connection = await makeConnectionRow(company)
    const [person, colleague] = [
      await makeUserWith(company, permissions, { queueIds: [queue.id] }),
      await makeUser(company, { queueIds: [queue.id] })
    ]
    const open = async (by: Person) =>
      (await makeTicket(company, { queueId: queue.id, status: 'open', userId: by.id, connectionId: connection.id })).id
    return { company, queue, connection, person, colleague, open }
  }

  it('of somebody else are taken over, given back and ended only with the permission', async () => {
    const { person, colleague, open } = await setUp(['tickets:transfer'])
    const id = await open(colleague)
    for (const body of [
      { status: 'open', userId: person.id, transfer: true },
      { status: 'pending', userId: null },
      { status: 'closed', userId: person.id }
    ] as const) {
      expect((await person.call(updateTicket, { params: { id }, body })).error).toBe('ERR_NO_PERMISSION')
    }
    const bulk = await person.call(changeTickets, { body: { ticketIds: [id], action: { kind: 'giveBack' } } })
    expect(bulk.body.results).toMatchObject([{ outcome: 'refused', error: 'ERR_NO_PERMISSION' }])
    const own = await open(person)
    const given = await person.call(updateTicket, {
      params: { id: own },
      body: { userId: colleague.id, transfer: true }
    })
    expect(given.status).toBe(200)
    // What was given away by mistake is taken from nobody.
    const { status, queueId, whatsappId } = given.body
    const back = {
      kind: 'restore',
      from: { status, userId: colleague.id, queueId },
      status,
      userId: person.id,
      queueId,
      whatsappId
    }
    const restored = await person.call(changeTickets, { body: { ticketIds: [own], action: back as never } })
    expect(restored.body.results).toMatchObject([{ outcome: 'done' }])
  })

  it('are given to others only with the permission, in every way', async () => {
    const { company, queue, connection, person, colleague, open } = await setUp([
      'tickets:takeOver',
      'contacts-page:write'
    ])
    const other = await makeQueue(company)
    const [id, theirs] = [await open(person), await open(colleague)]
    for (const body of [{ userId: colleague.id }, { queueId: other.id }, { queueId: other.id, transfer: true }]) {
      expect((await person.call(updateTicket, { params: { id }, body })).error).toBe('ERR_NO_PERMISSION')
    }
    const { id: contactId } = await makeContact(company)
    const draft = { contactId, queueId: queue.id, whatsappId: connection.id }
    const forOther = await person.call(createTicket, { body: { ...draft, userId: colleague.id } })
    expect(forOther.error).toBe('ERR_NO_PERMISSION')
    const restore = { kind: 'restore', from: { status: 'open', userId: person.id, queueId: queue.id }, status: 'open' }
    const action = { ...restore, userId: colleague.id, queueId: queue.id, whatsappId: connection.id } as never
    const moved = await person.call(changeTickets, { body: { ticketIds: [id], action } })
    expect(moved.body.results).toMatchObject([{ outcome: 'refused', error: 'ERR_NO_PERMISSION' }])
    expect((await person.call(createTicket, { body: draft })).status).toBe(200)
    const taken = { status: 'open', userId: person.id, transfer: true } as const
    expect((await person.call(updateTicket, { params: { id: theirs }, body: taken })).status).toBe(200)
  })

  it('and the figures of reports are those that a person sees', async () => {
    const { company, person, colleague, open } = await setUp(['dashboard:view'])
    await open(colleague)
    await makeTicket(company, { queueId: (await makeQueue(company)).id })
    const seen = async (who: Person) => {
      const { supportHappening, supportPending } = (await who.call(showDashboard, { query: {} })).body.counters
      return [supportHappening, supportPending]
    }
    expect(await seen(person)).toEqual([1, 0])
    expect(await seen(company.admin)).toEqual([1, 1])
    const all = await makeUserWith(company, ['dashboard:view', 'tickets:seeAll'])
    expect(await seen(all)).toEqual([1, 1])
    expect(await seen(await makeUser(company, { profile: 'supervisor' }))).toEqual([0, 0])
    const listed = await all.call(listTickets, { query: { showAll: true, status: 'open' } as never })
    expect(listed.body.count).toBe(1)
    expect((await all.call(exportContacts, { body: { format: 'csv' } })).error).toBe('ERR_NO_PERMISSION')
  })
})
