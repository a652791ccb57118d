// The first steps: each is done by doing it, in the own company, and undone with what made it so.
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveOpeningHours } from '@guiche/shared/features/org/companies.ts'
import { createInvitations, revokeInvitation } from '@guiche/shared/features/org/invitations.ts'
import { updateQueue } from '@guiche/shared/features/org/queues.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { showFirstSteps } from '@guiche/shared/features/team/first-steps.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { ticketTracking } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const doneOf = async ({ admin }: Company) => accepted(test, await admin.call(showFirstSteps)).done

it('ticks a step when it is done, and only in the company that did it', async () => {
  const [company, other] = [await makeCompany(test), await makeCompany(test)]
  const { admin } = company
  const steps: string[] = []
  const expectDone = async (...more: string[]) => {
    steps.push(...more)
    expect((await doneOf(company)).toSorted()).toEqual(steps.toSorted())
  }
  await expectDone()
  const connection = await makeConnectionRow(company, { number: null })
  await expectDone()
  await test.ctx.db.update(connections).set({ number: '5511987654321' }).where(eq(connections.id, connection.id))
  await expectDone('number')
  const queue = await makeQueue(company)
  await expectDone('queue')
  accepted(test, await admin.call(createInvitations, { body: {} }))
  await expectDone('people')
  await admin.call(updateQueue, { params: { id: queue.id }, body: { greetingMessage: 'Olá!' } as never })
  await expectDone('greeting')

  const hours = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }
  const body = { schedules: [hours] }
  accepted(test, await admin.call(saveOpeningHours, { params: { id: company.id }, body: body as never }))
  // Hours that nothing follows are not set yet.
  await expectDone()
  await admin.call(updateSetting, { params: { key: 'scheduleType' }, body: { value: 'company' } })
  await expectDone('hours')

  const ticket = await makeTicket(company, { status: 'open', userId: admin.id, connectionId: connection.id })
  const place = { companyId: company.id, ticketId: ticket.id }
  const row = { ...place, contactId: ticket.contactId, fromMe: true, delivery: 'sent' as const }
  await test.ctx.db.insert(messages).values({ ...row, id: randomUUID() })
  const started = { startedAt: test.clock.now() }
  const { ticketId, companyId } = place
  await test.ctx.db.delete(ticketTracking).where(eq(ticketTracking.ticketId, ticketId))
  await test.ctx.db.insert(ticketTracking).values({ companyId, ticketId, ...started })
  // What the bot writes is no answer of the team.
  await expectDone()
  await test.ctx.db.insert(messages).values({ ...row, id: randomUUID(), userId: admin.id })
  await expectDone('answered')
  expect(await doneOf(other)).toEqual([])
})

it('counts people who are there, and no invitation that was taken back', async () => {
  const [invited, grown] = [await makeCompany(test), await makeCompany(test)]
  const [made] = accepted(test, await invited.admin.call(createInvitations, { body: {} }))
  await invited.admin.call(revokeInvitation, { params: { id: made?.invitation.id ?? 0 } })
  expect(await doneOf(invited)).toEqual([])
  await makeUser(grown)
  expect(await doneOf(grown)).toEqual(['people'])
})

it('is told to admins alone', async () => {
  const user = await makeUser(await makeCompany(test), { profile: 'supervisor' })
  expect((await user.call(showFirstSteps)).error).toBe('ERR_NO_PERMISSION')
})
