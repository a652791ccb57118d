// Hours of people: who may be signed in when, how logins end with them, and the admin that is never shut out.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { login, me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import type { ScheduleRow } from '@guiche/shared/features/org/opening-hours.ts'
import { listUsers, showUser, userEvent } from '@guiche/shared/features/org/users.ts'
import type { WorkHours } from '@guiche/shared/features/org/work-hours.ts'
import { saveWorkHours } from '@guiche/shared/features/org/work-times.ts'
import { buildTestApp, testSuper, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, nextAddress, signInSuper, type Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { sweepWorkTimes } from './sweep-work-times.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
  test.clock.stop()
})
afterAll(() => test.close())

const hour = 3_600_000
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

function row(weekdayEn: ScheduleRow['weekdayEn'], startTime: string, endTime: string): ScheduleRow {
  return { weekday: weekdayEn, weekdayEn, startTime, endTime }
}
function hours(startTime: string, endTime: string, daysOff: WorkHours['daysOff'] = []): WorkHours {
  return { schedules: weekdays.map((day) => row(day, startTime, endTime)), daysOff }
}

/** The next time that clocks of São Paulo show an hour: UTC-3 all year. */
function advanceTo(localHour: number): void {
  const now = test.clock.now().getTime()
  const day = 24 * hour
  test.clock.advance(((localHour + 3) * hour - (now % day) + day) % day)
}
beforeEach(() => advanceTo(12))

const tryLogin = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  injectCall(test.http, login, { body: { email, password } }, { from: nextAddress() })
const refresh = (cookie: string) => injectCall(test.http, refreshToken, {}, { cookie })

async function makeBound(wish: WorkHours) {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const set = (person: Person, own: WorkHours | null) =>
    company.admin.call(saveWorkHours, { params: { id: person.id }, body: { hours: own } })
  expect((await set(user, wish)).status).toBe(200)
  return { company, user, set }
}

describe('signing in', () => {
  it('is refused outside of the hours, with the moment from which it works, and to the right password alone', async () => {
    const { user } = await makeBound(hours('13:00', '18:00'))
    const refused = await tryLogin(user)
    expect(refused).toMatchObject({ status: 401, error: 'ERR_OUTSIDE_HOURS' })
    const opens = String(refused.refusal?.values?.['opens'])
    expect(Date.parse(opens) - test.clock.now().getTime()).toBe(hour)
    expect(refused.raw.cookies).toEqual([])
    expect((await tryLogin({ ...user, password: 'errada' })).error).toBe('ERR_INVALID_CREDENTIALS')
    test.clock.advance(hour)
    expect((await tryLogin(user)).status).toBe(200)
  })

  it('follows several stretches, nights, and days with hours of their own', async () => {
    const { user } = await makeBound(hours('22:00', '06:00'))
    expect((await tryLogin(user)).error).toBe('ERR_OUTSIDE_HOURS')
    advanceTo(23)
    expect((await tryLogin(user)).status).toBe(200)
    advanceTo(5)
    expect((await tryLogin(user)).status).toBe(200)
    advanceTo(12)
    const two = { schedules: [...hours('08:00', '11:00').schedules, ...hours('12:00', '18:00').schedules], daysOff: [] }
    const lunch = await makeBound(two)
    expect((await tryLogin(lunch.user)).status).toBe(200)
    const today = test.clock.now().toISOString().slice(0, 10)
    const dayOff = { date: today, name: 'Folga', everyYear: false, startTime: '', endTime: '' }
    const off = await makeBound(hours('08:00', '18:00', [dayOff]))
    const refused = await tryLogin(off.user)
    expect(Date.parse(String(refused.refusal?.values?.['opens'])) - test.clock.now().getTime()).toBe(20 * hour)
    expect((await off.set(off.user, null)).body.workHours).toBeNull()
    expect((await tryLogin(off.user)).status).toBe(200)
  })

  it('says no moment to whoever never works', async () => {
    const { user } = await makeBound(hours('00:00', '00:00'))
    const refused = await tryLogin(user)
    expect([refused.error, refused.refusal?.values]).toEqual(['ERR_OUTSIDE_HOURS', undefined])
  })
})

describe('somebody who is signed in', () => {
  it('has no further token once the hours are over, and the next login is a new one', async () => {
    const { user } = await makeBound(hours('08:00', '12:30'))
    test.clock.advance(hour / 2)
    const kept = await refresh(user.refreshToken)
    expect(kept.status).toBe(200)
    const cookie = kept.raw.cookies.find(({ name }) => name === 'jrt')?.value ?? ''
    test.clock.advance(60_000)
    expect((await refresh(cookie)).error).toBe('ERR_OUTSIDE_HOURS')
    advanceTo(9)
    expect((await refresh(cookie)).error).toBe('ERR_OUTSIDE_HOURS')
    expect((await tryLogin(user)).status).toBe(200)
  })

  it('is out within a minute, sockets included, and the log says why', async () => {
    const { company, user } = await makeBound(hours('08:00', '12:05'))
    const colleague = await makeUser(company)
    const [socket, other] = [await user.connect(), await colleague.connect()]
    test.clock.advance(5 * 60_000)
    await sweepWorkTimes(test.ctx)
    expect((await user.call(me)).status).toBe(200)
    test.clock.advance(60_000)
    await sweepWorkTimes(test.ctx)
    expect(await socket.closed).toBe('io server disconnect')
    expect((await user.call(me)).error).toBe('ERR_OUTSIDE_HOURS')
    expect((await colleague.call(me)).status).toBe(200)
    await other.settle()
    const { body } = await company.admin.call(listAudit, { query: {} })
    const ended = body.entries.find(({ action }) => action === 'login.ended')
    expect(ended).toMatchObject({
      actor: { kind: 'system' },
      subject: { id: String(user.id) },
      before: { sessions: [user.sessionId] },
      after: { why: 'outside-hours' }
    })
  })

  it('is out as well when an admin takes the present hours away', async () => {
    const { user, set } = await makeBound(hours('08:00', '18:00'))
    await set(user, hours('13:00', '18:00'))
    await sweepWorkTimes(test.ctx)
    expect((await user.call(me)).error).toBe('ERR_OUTSIDE_HOURS')
  })
})

describe('the hours', () => {
  it('are set by admins of the company alone, seen by them and the person, and stand in the log', async () => {
    const { company, user, set } = await makeBound(hours('08:00', '18:00'))
    const colleague = await makeUser(company)
    const other = await makeCompany(test)
    const call = (person: Person) =>
      person.call(saveWorkHours, { params: { id: user.id }, body: { hours: null } }).then(({ error }) => error)
    expect([await call(user), await call(colleague), await call(other.admin)]).toEqual([
      'ERR_NO_PERMISSION',
      'ERR_NO_PERMISSION',
      'ERR_NO_USER_FOUND'
    ])
    const socket = await colleague.connect()
    const own = await user.connect()
    const shown = (person: Person) =>
      person.call(showUser, { params: { id: user.id } }).then(({ body }) => body.workHours?.schedules.length ?? null)
    expect([await shown(company.admin), await shown(user), await shown(colleague)]).toEqual([7, 7, null])
    expect((await company.admin.call(listUsers, { query: {} })).body.users.map((one) => one.workHours)).toContainEqual(
      hours('08:00', '18:00')
    )
    await set(user, hours('09:00', '17:00'))
    await Promise.all([socket.settle(), own.settle()])
    expect(own.of(userEvent).at(-1)).toMatchObject({ user: { workHours: hours('09:00', '17:00') } })
    expect(socket.of(userEvent).at(-1)).toMatchObject({ user: { id: user.id, workHours: null } })
    const { body } = await company.admin.call(listAudit, { query: {} })
    expect(body.entries.find(({ action }) => action === 'work-hours.changed')).toMatchObject({
      subject: { id: String(user.id) },
      before: { schedules: hours('08:00', '18:00').schedules },
      after: { schedules: hours('09:00', '17:00').schedules }
    })
  })

  it('that limit nothing are none', async () => {
    const { user, set } = await makeBound(hours('08:00', '18:00'))
    expect((await set(user, hours('', ''))).body.workHours).toBeNull()
  })

  it('bind no admin without another one who is free of them, and never the super user', async () => {
    const { company, set } = await makeBound(hours('08:00', '18:00'))
    const never = hours('00:00', '00:00')
    expect((await set(company.admin, never)).error).toBe('ERR_LAST_FREE_ADMIN')
    const second = await makeUser(company, { profile: 'admin' })
    expect((await set(second, never)).status).toBe(200)
    expect((await set(company.admin, never)).error).toBe('ERR_LAST_FREE_ADMIN')
    expect((await tryLogin(second)).error).toBe('ERR_OUTSIDE_HOURS')
    // The other one is an admin no more: by then the hours bind nobody.
    await test.ctx.db.execute(`update users set profile = 'user' where id = ${company.admin.id}`)
    expect((await tryLogin(second)).status).toBe(200)
    const owner = await signInSuper(test)
    const params = { id: owner.id }
    expect((await owner.call(saveWorkHours, { params, body: { hours: never } })).error).toBe('ERR_LAST_FREE_ADMIN')
    expect((await tryLogin(testSuper)).status).toBe(200)
  })
})
