// A company that schedules messages: a connection that is up or down, a contact, and what was written to it.
import { and, asc, eq } from 'drizzle-orm'
import { anchorOf } from '@guiche/shared/features/outreach/repetition.ts'
import { createSchedule, listSchedules, type Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { connections } from '#database/tables/connections.ts'
import { messages } from '#database/tables/messages.ts'
import { schedules } from '#database/tables/schedules.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import type { TestApp } from './build-test-app.ts'
import { accepted, makeCompany, type Person } from './factories.ts'
import { makeConnectionRow, makeContact } from './make-ticket.ts'

const minute = 60_000

/** Builds it; the connection is the company's default and is up. */
export async function createScheduleFixture(test: TestApp, wishes: { plan?: Partial<Plan> } = {}) {
  const company = await makeCompany(test, wishes)
  const companyId = company.id
  const connection = await makeConnectionRow(company, { status: 'CONNECTED', isDefault: true })
  const contact = await makeContact(company)
  const { db } = test.ctx
  const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * minute)
  const isSchedule = (id: number) => and(eq(schedules.companyId, companyId), eq(schedules.id, id))
  return {
    company,
    companyId,
    connection,
    contact,
    inMinutes,
    /** An hour ahead unless told otherwise. */
    schedule: async (wish: object = {}, by: Person = company.admin): Promise<Schedule> => {
      const draft = { body: 'Seu pedido chegou', contactId: contact.id, sendAt: inMinutes(60).toISOString(), ...wish }
      return accepted(test, await by.call(createSchedule, { body: draft }))
    },
    /** Its moment has come, so many minutes ago. */
    makeDue: async ({ id }: Schedule, minutesAgo = 0) => {
      const sendAt = inMinutes(-minutesAgo)
      const { day: repeatDay, minutes: repeatMinute } = anchorOf(sendAt, 'America/Sao_Paulo')
      await db.update(schedules).set({ sendAt, repeatDay, repeatMinute }).where(isSchedule(id))
    },
    setLine: async (status: 'CONNECTED' | 'DISCONNECTED') => {
      await db
        .update(connections)
        .set({ status })
        .where(and(eq(connections.companyId, companyId), eq(connections.id, connection.id)))
    },
    /** By moment, the earliest first. */
    all: async (query: object = {}): Promise<Schedule[]> =>
      accepted(test, await company.admin.call(listSchedules, { query })).schedules.toReversed(),
    /** What was written to the company's contacts, the oldest first. */
    written: () =>
      db
        .select()
        .from(messages)
        .where(and(eq(messages.companyId, companyId), eq(messages.fromMe, true)))
        .orderBy(asc(messages.seq))
  }
}

export type ScheduleFixture = Awaited<ReturnType<typeof createScheduleFixture>>
