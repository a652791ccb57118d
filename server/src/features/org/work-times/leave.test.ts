// Leave of people: no sign-in and no work meanwhile, tickets that go to the stand-in or the queue, and its end.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listActivities } from '@guiche/shared/features/inbox/ticket-activities.ts'
import { createTicket, showTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { login, me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { deleteUser, listAllUsers, showUser, userEvent } from '@guiche/shared/features/org/users.ts'
import { endLeave, saveLeave } from '@guiche/shared/features/org/work-times.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  nextAddress,
  signIn,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { sweepWorkTimes } from './sweep-work-times.ts'

let test: TestApp
let company: Company
let eva: Person
let bruno: Person
beforeAll(async () => {
  test = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await makeCompany(test)
  const queue = await makeQueue(company)
  eva = await makeUser(company, { queueIds: [queue.id] })
  bruno = await makeUser(company, { queueIds: [queue.id] })
})

const day = 24 * 3_600_000
/** The day so many days from now in São Paulo: UTC-3 all year. */
function inDays(days: number): string {
  return new Date(test.clock.now().getTime() - 3 * 3_600_000 + days * day).toISOString().slice(0, 10)
}
function setLeave(person: Person, from: number, until: number, standIn: Person | null = null) {
  const body = { from: inDays(from), until: inDays(until), standInId: standIn?.id ?? null }
  return company.admin.call(saveLeave, { params: { id: person.id }, body })
}
const tryLogin = ({ email, password }: Person) =>
  injectCall(test.http, login, { body: { email, password } }, { from: nextAddress() })
const ticketOf = (person: Person) => makeTicket(company, { status: 'open', userId: person.id })
const shown = async (id: number) => accepted(test, await company.admin.call(showTicket, { params: { id } }))
async function kinds(ticketId: number) {
  const found = accepted(test, await company.admin.call(listActivities, { params: { ticketId } }))
  return found.map(({ kind, user, toUser }) => [kind, user?.id, toUser?.id])
}

describe('somebody on leave', () => {
  it('is out at once, may not sign in until it ends, and may on the day after', async () => {
    const socket = await eva.connect()
    expect((await setLeave(eva, 0, 1)).body.leave).toEqual({ from: inDays(0), until: inDays(1), standInId: null })
    expect(await socket.closed).toBe('io server disconnect')
    expect((await eva.call(me)).error).toBe('ERR_ON_LEAVE')
    expect((await injectCall(test.http, refreshToken, {}, { cookie: eva.refreshToken })).error).toBe('ERR_ON_LEAVE')
    const refused = await tryLogin(eva)
    expect([refused.status, refused.error, refused.refusal?.values]).toEqual([
      401,
      'ERR_ON_LEAVE',
      { until: inDays(1) }
    ])
    expect((await tryLogin({ ...eva, password: 'errada' })).error).toBe('ERR_INVALID_CREDENTIALS')
    test.clock.advance(2 * day)
    expect((await tryLogin(eva)).status).toBe(200)
    await sweepWorkTimes(test.ctx)
    const boss = await signIn(test, company.admin)
    expect((await boss.call(showUser, { params: { id: eva.id } })).body.leave).toBeNull()
  })

  it('may sign in again when an admin ends it early', async () => {
    await setLeave(eva, 0, 10)
    expect((await company.admin.call(endLeave, { params: { id: eva.id } })).body.leave).toBeNull()
    expect((await tryLogin(eva)).status).toBe(200)
  })

  it('is given no ticket, by nobody, and everybody hears why', async () => {
    await setLeave(eva, 0, 3)
    const { id } = await ticketOf(bruno)
    const patch = { userId: eva.id, status: 'open', transfer: true } as const
    const refused = await bruno.call(updateTicket, { params: { id }, body: patch })
    expect([refused.status, refused.error]).toEqual([409, 'ERR_USER_ON_LEAVE'])
    expect(refused.refusal?.values).toEqual({ user: eva.name, until: inDays(3) })
    const { contactId, connectionId } = await ticketOf(bruno)
    const body = { contactId, whatsappId: connectionId, userId: eva.id, queueId: null, status: 'open' } as never
    expect((await company.admin.call(createTicket, { body })).error).toBe('ERR_USER_ON_LEAVE')
    const colleagues = (await bruno.call(listAllUsers, { query: {} })).body
    expect(colleagues.find((one) => one.id === eva.id)?.leave?.until).toBe(inDays(3))
  })
})

describe('the tickets', () => {
  it('go to the stand-in when the leave begins by the clock, once, and say so', async () => {
    const [first, other] = [await ticketOf(eva), await ticketOf(bruno)]
    await setLeave(eva, 1, 5, bruno)
    expect((await shown(first.id)).userId).toBe(eva.id)
    await sweepWorkTimes(test.ctx)
    expect((await eva.call(me)).status).toBe(200)
    test.clock.advance(day)
    company = { ...company, admin: await signIn(test, company.admin) }
    const socket = await company.admin.connect()
    await sweepWorkTimes(test.ctx)
    const moved = await shown(first.id)
    expect([moved.status, moved.userId]).toEqual(['open', bruno.id])
    expect(moved.handover).toMatchObject({ kind: 'standIn', from: eva.name, fromId: null })
    expect(await kinds(first.id)).toEqual([['onLeave', eva.id, bruno.id]])
    expect(await kinds(other.id)).toEqual([])
    await socket.settle()
    expect(socket.of(userEvent).some((event) => event.action === 'update' && event.user.id === eva.id)).toBe(true)
    // What she gets in between in another way is not taken from her again.
    const activities = await kinds(first.id)
    await sweepWorkTimes(test.ctx)
    expect(await kinds(first.id)).toEqual(activities)
  })

  it('go back to their queue without a stand-in, or with one who is away as well', async () => {
    const { id } = await ticketOf(eva)
    await setLeave(bruno, 0, 2)
    await setLeave(eva, 0, 2, bruno)
    const moved = await shown(id)
    expect([moved.status, moved.userId]).toEqual(['pending', null])
    expect(moved.handover).toMatchObject({ kind: 'onLeave', from: eva.name })
    expect(await kinds(id)).toEqual([['onLeave', eva.id, undefined]])
  })

  it('go to nobody who was deleted meanwhile', async () => {
    const { id } = await ticketOf(eva)
    await setLeave(eva, 1, 2, bruno)
    await company.admin.call(deleteUser, { params: { id: bruno.id } })
    test.clock.advance(day)
    await sweepWorkTimes(test.ctx)
    company = { ...company, admin: await signIn(test, company.admin) }
    expect((await shown(id)).status).toBe('pending')
  })
})

describe('a leave', () => {
  it('is refused the wrong way round, in the past, and with a stand-in who is the person or of nobody', async () => {
    const other = await makeCompany(test)
    const tries = [
      await setLeave(eva, 3, 2),
      await setLeave(eva, -3, -1),
      await setLeave(eva, 0, 2, eva),
      await setLeave(eva, 0, 2, other.admin)
    ]
    expect(tries.map(({ error }) => error)).toEqual([
      'ERR_VALIDATION',
      'ERR_VALIDATION',
      'ERR_VALIDATION',
      'ERR_NO_USER_FOUND'
    ])
    expect((await eva.call(me)).status).toBe(200)
    const params = { id: eva.id }
    const body = { from: inDays(0), until: inDays(1), standInId: null }
    expect((await bruno.call(saveLeave, { params, body })).error).toBe('ERR_NO_PERMISSION')
    expect((await other.admin.call(endLeave, { params })).error).toBe('ERR_NO_USER_FOUND')
  })

  it('leaves an admin who is free of one, and stands in the log with what was before', async () => {
    expect((await setLeave(company.admin, 0, 2)).error).toBe('ERR_LAST_FREE_ADMIN')
    const second = await makeUser(company, { profile: 'admin' })
    expect((await setLeave(second, 0, 2)).status).toBe(200)
    expect((await setLeave(company.admin, 0, 2)).error).toBe('ERR_LAST_FREE_ADMIN')
    expect((await setLeave(second, 0, 4, eva)).status).toBe(200)
    const { body } = await company.admin.call(listAudit, { query: {} })
    const [newest] = body.entries.filter(({ action }) => action === 'leave.changed')
    expect(newest).toMatchObject({
      before: { until: inDays(2), standInId: null },
      after: { until: inDays(4), standInId: eva.id }
    })
  })
})
