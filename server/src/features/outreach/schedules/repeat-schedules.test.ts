// Scheduled messages that are sent again and again: the next one appears when the moment of one has come.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteSchedule, type Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { companies } from '#database/tables/org/companies.ts'
import { schedules } from '#database/tables/outreach/schedules.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { createScheduleFixture, sweepSchedules, type ScheduleFixture } from '#test/fixtures/schedule-fixture.ts'

let app: TestApp
let fixture: ScheduleFixture

beforeAll(async () => {
  // Nobody else wakes the worker or sweeps here.
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  fixture = await createScheduleFixture(app)
})

const sweep = () => sweepSchedules(app.ctx)
const bodies = async () => (await fixture.written()).map(({ body }) => body)
const statuses = async () => (await fixture.all()).map(({ status }) => status)
const due = async (wish: object, minutesAgo = 0): Promise<void> =>
  fixture.makeDue(await fixture.schedule(wish), minutesAgo)

test('the next one appears when one is sent, and carries the repetition on', async () => {
  await due({ repeat: 'weekly', body: 'Toda semana' })
  await sweep()
  const [first, next] = await fixture.all()
  expect(first).toMatchObject({ status: 'ENVIADA', repeat: 'none' })
  expect(next).toMatchObject({ status: 'PENDENTE', repeat: 'weekly', body: 'Toda semana' })
  await fixture.makeDue(next as Schedule)
  await sweep()
  expect(await bodies()).toEqual(['Toda semana', 'Toda semana'])
  expect(await statuses()).toEqual(['ENVIADA', 'ENVIADA', 'PENDENTE'])
})

test('days on which the server was off are asked about one by one, and the series goes on', async () => {
  await due({ repeat: 'daily' }, 2 * 24 * 60 + 60)
  await sweep()
  await sweep()
  await sweep()
  expect(await statuses()).toEqual(['ATRASADA', 'ATRASADA', 'ATRASADA', 'PENDENTE'])
  expect((await fixture.all()).map(({ repeat }) => repeat)).toEqual(['none', 'none', 'none', 'daily'])
  expect(await bodies()).toEqual([])
})

test('the 31st is the last day of a shorter month, by the clocks of the company', async () => {
  const { db } = app.ctx
  await db.update(companies).set({ timeZone: 'America/New_York' }).where(eq(companies.id, fixture.companyId))
  const schedule = await fixture.schedule({ repeat: 'monthly' })
  await db
    .update(schedules)
    .set({ sendAt: new Date('2025-01-31T14:00:00Z'), repeatDay: 31, repeatMinute: 540 })
    .where(eq(schedules.id, schedule.id))
  for (let month = 0; month < 4; month++) await sweep()
  expect((await fixture.all()).slice(0, 5).map(({ sendAt }) => sendAt)).toEqual([
    '2025-01-31T14:00:00.000Z',
    '2025-02-28T14:00:00.000Z',
    '2025-03-31T13:00:00.000Z',
    '2025-04-30T13:00:00.000Z',
    '2025-05-31T13:00:00.000Z'
  ])
})

test('deleting the one that waits ends the series', async () => {
  await due({ repeat: 'daily' })
  await sweep()
  const next = (await fixture.all()).find(({ status }) => status === 'PENDENTE') as Schedule
  await fixture.company.admin.call(deleteSchedule, { params: { id: next.id } })
  app.clock.advance(24 * 3_600_000 + 1_000)
  await app.drain()
  await sweep()
  expect(await bodies()).toHaveLength(1)
})
