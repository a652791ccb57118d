// Sending scheduled messages: at their moment, once, again and again, and never late without a person's word.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import {
  decideSchedule,
  deleteSchedule,
  updateSchedule,
  type Schedule
} from '@guiche/shared/features/outreach/schedules.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { messages, outbox } from '#database/tables/inbox/messages.ts'
import { schedules } from '#database/tables/outreach/schedules.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { createScheduleFixture, sweepSchedules, type ScheduleFixture } from '#test/fixtures/schedule-fixture.ts'
import { scheduleWorker } from './send-schedules.ts'

let app: TestApp
let node2: TestApp
let fixture: ScheduleFixture
/** Stands in the way of the next message: the process ends between the claim and the send. */
let crashes = 0

beforeAll(async () => {
  // Nobody else wakes the worker or sweeps here.
  const config = { roles: ['api' as const] }
  const newMessageId = () => {
    if (crashes-- > 0) throw new Error('the process ended here')
    return randomUUID()
  }
  app = await buildTestApp({ config, whatsapp: { newMessageId } })
  node2 = await buildTestApp({ config, besides: app })
})
afterAll(async () => {
  await node2.close()
  await app.close()
})
beforeEach(async () => {
  crashes = 0
  fixture = await createScheduleFixture(app)
})

const sweep = () => sweepSchedules(app.ctx)
const bodies = async () => (await fixture.written()).map(({ body }) => body)
const statuses = async () => (await fixture.all()).map(({ status }) => status)
async function due(wish: object = {}, minutesAgo = 0): Promise<Schedule> {
  const schedule = await fixture.schedule(wish)
  await fixture.makeDue(schedule, minutesAgo)
  return schedule
}
const decide = (schedule: Schedule, decision: 'send' | 'skip') =>
  fixture.company.admin.call(decideSchedule, { params: { id: schedule.id }, body: { decision } })
const put = (schedule: Schedule, body: object) =>
  fixture.company.admin.call(updateSchedule, { params: { id: schedule.id }, body })

describe('at its moment', () => {
  test('a message is written with its variables, goes to the outbox, and is shown as sent', async () => {
    await due({ body: 'Olá {{name}}, aqui é {{user}}' })
    await sweep()
    const [message] = await fixture.written()
    expect(message).toMatchObject({
      body: `Olá ${fixture.contact.name}, aqui é ${fixture.company.admin.name}`,
      userId: fixture.company.admin.id,
      connectionId: fixture.connection.id,
      delivery: 'waiting'
    })
    const tasks = await app.ctx.db.select().from(outbox).where(eq(outbox.companyId, fixture.companyId))
    expect(tasks).toMatchObject([{ kind: 'send', messageId: message?.id }])
    const [sent] = await fixture.all()
    expect(sent).toMatchObject({ status: 'ENVIADA', ticketId: message?.ticketId })
    expect(sent?.sentAt).not.toBeNull()
  })

  test('it wakes by itself, and not before', async () => {
    await fixture.schedule({ sendAt: fixture.inMinutes(5).toISOString() })
    await app.drain()
    expect(await bodies()).toEqual([])
    app.clock.advance(5 * 60_000 + 1_000)
    await app.drain()
    expect(await bodies()).toEqual(['Seu pedido chegou'])
  })

  test('it goes into the ticket in service and leaves it there; one without a ticket waits for nobody', async () => {
    const { id: ticketId } = await makeTicket(fixture.company, {
      contactId: fixture.contact.id,
      status: 'open',
      userId: fixture.company.admin.id,
      connectionId: fixture.connection.id
    })
    await due()
    await sweep()
    expect(await fixture.written()).toMatchObject([{ ticketId }])
    const history = await fixture.company.admin.call(listMessages, { params: { ticketId }, query: {} })
    expect(history.body.ticket.status).toBe('open')
    const other = await createScheduleFixture(app)
    await other.makeDue(await other.schedule())
    await sweep()
    const rows = await app.ctx.db.select().from(tickets).where(eq(tickets.companyId, other.companyId))
    expect(rows.map(({ status }) => status)).toEqual(['closed'])
  })

  test('one that was moved or deleted meanwhile is not sent at its old moment', async () => {
    const [moved, gone] = [await fixture.schedule(), await fixture.schedule()]
    await put(moved, { sendAt: fixture.inMinutes(180).toISOString() })
    await fixture.company.admin.call(deleteSchedule, { params: { id: gone.id } })
    app.clock.advance(60 * 60_000 + 1_000)
    await app.drain()
    expect(await bodies()).toEqual([])
  })

  test('a contact without a number, or a message that WhatsApp refuses, is shown as an error', async () => {
    const { db } = app.ctx
    await db.update(contacts).set({ number: null }).where(eq(contacts.companyId, fixture.companyId))
    const unreachable = await due()
    await sweep()
    expect(await fixture.all()).toMatchObject([
      { status: 'ERRO', failure: 'ERR_TICKET_CONTACT_UNREACHABLE', sentAt: null }
    ])
    await db.update(contacts).set({ number: '5511987650000' }).where(eq(contacts.companyId, fixture.companyId))
    expect((await decide(unreachable, 'send')).body.status).toBe('ENVIADA')
    await db
      .update(messages)
      .set({ delivery: 'failed', failure: 'not-on-whatsapp' })
      .where(eq(messages.companyId, fixture.companyId))
    expect(await fixture.all()).toMatchObject([{ status: 'ERRO', failure: 'not-on-whatsapp' }])
    expect((await put(unreachable, { body: 'Outro texto' })).error).toBe('ERR_SCHEDULE_ALREADY_SENT')
  })
})

describe('once and no more', () => {
  test('two nodes, wakes and sweeps at the same time write one message each', async () => {
    const made = [await due(), await due(), await due()]
    const wakes = made.flatMap((one) =>
      [app, node2].flatMap(({ ctx }) => [scheduleWorker.run(ctx, one), scheduleWorker.run(ctx, one)])
    )
    await Promise.all([...wakes, sweep(), sweepSchedules(node2.ctx), sweep()])
    expect(await fixture.written()).toHaveLength(3)
    expect(await statuses()).toEqual(['ENVIADA', 'ENVIADA', 'ENVIADA'])
  })

  test('what ends between the claim and the send leaves it waiting, and the next look sends it', async () => {
    const schedule = await due({ repeat: 'daily' })
    crashes = 1
    await expect(scheduleWorker.run(app.ctx, schedule)).rejects.toThrow('the process ended here')
    expect(await bodies()).toEqual([])
    expect(await statuses()).toEqual(['PENDENTE'])
    await sweepSchedules(node2.ctx)
    await sweep()
    expect(await fixture.written()).toHaveLength(1)
    expect(await statuses()).toEqual(['ENVIADA', 'PENDENTE'])
  })

  test('two people who say send at once send it once', async () => {
    const late = await due({}, 20)
    await sweep()
    const answers = await Promise.all([decide(late, 'send'), decide(late, 'send'), decide(late, 'skip')])
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set([undefined, 'ERR_SCHEDULE_NOT_WAITING']))
    expect(await fixture.written()).toHaveLength(taken[0]?.body.status === 'ENVIADA' ? 1 : 0)
  })
})

describe('late', () => {
  test('one that is found after more than 15 minutes waits for a word; a younger one is sent', async () => {
    await due({ body: 'Atrasada' }, 16)
    await due({ body: 'Ainda vale' }, 14)
    await sweep()
    expect(await bodies()).toEqual(['Ainda vale'])
    expect(await fixture.all({ undecided: true })).toMatchObject([
      { body: 'Atrasada', status: 'ATRASADA', sentAt: null }
    ])
    await sweep()
    expect(await bodies()).toEqual(['Ainda vale'])
  })

  test('it is sent or skipped by a word, and asked about no more', async () => {
    const [first, second] = [await due({ body: 'Primeira' }, 30), await due({ body: 'Segunda' }, 20)]
    await sweep()
    expect((await decide(first, 'send')).body).toMatchObject({ status: 'ENVIADA' })
    expect((await decide(second, 'skip')).body).toMatchObject({ status: 'PULADA', sentAt: null })
    expect(await bodies()).toEqual(['Primeira'])
    expect((await decide(first, 'send')).error).toBe('ERR_SCHEDULE_NOT_WAITING')
    expect((await decide(second, 'send')).error).toBe('ERR_SCHEDULE_NOT_WAITING')
    expect(await fixture.all({ undecided: true })).toEqual([])
  })

  test('one that is moved ahead waits for its new moment', async () => {
    const late = await due({}, 20)
    await sweep()
    expect((await put(late, { sendAt: fixture.inMinutes(30).toISOString() })).body).toMatchObject({
      status: 'PENDENTE'
    })
    await fixture.makeDue(late)
    await sweep()
    expect(await bodies()).toEqual(['Seu pedido chegou'])
  })

  test('while the connection is down it waits: sent when it is back within 15 minutes, asked about after', async () => {
    await fixture.setLine('DISCONNECTED')
    const schedule = await due({}, 10)
    await sweep()
    expect(await statuses()).toEqual(['PENDENTE'])
    await fixture.makeDue(schedule, 16)
    await sweep()
    expect(await statuses()).toEqual(['ATRASADA'])
    const second = await due({ body: 'A tempo' }, 10)
    await sweep()
    await fixture.setLine('CONNECTED')
    await sweep()
    expect(await bodies()).toEqual(['A tempo'])
    expect((await fixture.all()).find(({ id }) => id === second.id)?.status).toBe('ENVIADA')
  })

  test('one that was handed over just before the connection fell is taken back, and goes under the same id', async () => {
    const schedule = await due({}, 14)
    await sweep()
    const [before] = await fixture.written()
    await fixture.setLine('DISCONNECTED')
    await app.ctx.db
      .update(schedules)
      .set({ sendAt: fixture.inMinutes(-16), sentAt: fixture.inMinutes(-15) })
      .where(eq(schedules.id, schedule.id))
    await sweep()
    expect(await statuses()).toEqual(['ATRASADA'])
    const waiting = () => app.ctx.db.$count(outbox, eq(outbox.companyId, fixture.companyId))
    expect(await waiting()).toBe(0)
    expect((await decide(schedule, 'send')).body.status).toBe('ENVIADA')
    expect(await waiting()).toBe(1)
    expect(await fixture.written()).toMatchObject([{ id: before?.id, waId: before?.waId, delivery: 'waiting' }])
    await sweep()
    expect(await statuses()).toEqual(['ENVIADA'])
  })

  test('nothing goes out for a company that may not send, and it is asked about when it may again', async () => {
    const { db } = app.ctx
    const setFlag = (useSchedules: boolean) =>
      db.update(plans).set({ useSchedules }).where(eq(plans.id, fixture.company.plan.id))
    const schedule = await due()
    await setFlag(false)
    await sweep()
    await db.update(companies).set({ status: false }).where(eq(companies.id, fixture.companyId))
    await setFlag(true)
    await sweep()
    expect(await bodies()).toEqual([])
    await fixture.makeDue(schedule, 16)
    await sweep()
    await db.update(companies).set({ status: true }).where(eq(companies.id, fixture.companyId))
    await sweep()
    expect(await statuses()).toEqual(['ATRASADA'])
    expect(await bodies()).toEqual([])
  })

  test('for three days after the due date they go out, then they wait', async () => {
    const setDue = (days: number) =>
      app.ctx.db
        .update(companies)
        .set({ dueDate: new Date(app.clock.now().getTime() - days * 86_400_000) })
        .where(eq(companies.id, fixture.companyId))
    await due()
    await setDue(3.01)
    await sweep()
    expect(await bodies()).toEqual([])
    await setDue(2.99)
    await sweep()
    expect(await bodies()).toHaveLength(1)
  })
})
