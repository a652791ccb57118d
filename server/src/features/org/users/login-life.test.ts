// When logins end: without use, after their whole life, as a company has them, and within what the server allows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { listSettings, updateSetting } from '@guiche/shared/features/org/settings.ts'
import { readConfig } from '#platform/config/env.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, signIn, type Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { connectSocket } from '#test/server/test-socket.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const day = 24 * 3600_000
const refresh = (cookie: string | undefined, app = test) => injectCall(app.http, refreshToken, {}, { cookie })
const cookieOf = ({ raw }: Awaited<ReturnType<typeof refresh>>) => raw.cookies.find(({ name }) => name === 'jrt')?.value
const set = (admin: Person, key: 'loginDays' | 'loginIdleDays', value: string) =>
  admin.call(updateSetting, { params: { key }, body: { value } })
async function livesOf(admin: Person) {
  const { body } = await admin.call(listSettings)
  return ['loginDays', 'loginIdleDays'].map((key) => body.find((one) => one.key === key)?.value)
}

describe('a login of a company that says nothing', () => {
  it('ends after seven days without use', async () => {
    const { admin } = await makeCompany(test)
    test.clock.advance(7 * day - 1000)
    const kept = await refresh(admin.refreshToken)
    expect(kept.status).toBe(200)
    test.clock.advance(7 * day)
    const cookie = kept.raw.cookies.find(({ name }) => name === 'jrt')?.value
    expect((await refresh(cookie)).error).toBe('ERR_SESSION_ENDED')
  })

  it('ends after thirty days of use as well, and its access token with it', async () => {
    const { admin } = await makeCompany(test)
    let cookie: string | undefined = admin.refreshToken
    let token = admin.token
    for (let days = 1; days <= 29; days++) {
      test.clock.advance(day)
      const kept = await refresh(cookie)
      expect(kept.status).toBe(200)
      cookie = kept.raw.cookies.find(({ name }) => name === 'jrt')?.value
    }
    test.clock.advance(day - 60_000)
    const last = await refresh(cookie)
    token = last.body.token
    expect((await injectCall(test.http, me, {}, { token })).status).toBe(200)
    test.clock.advance(60_000)
    expect((await injectCall(test.http, me, {}, { token })).error).toBe('ERR_SESSION_ENDED')
    expect((await refresh(last.raw.cookies.find(({ name }) => name === 'jrt')?.value)).error).toBe('ERR_SESSION_ENDED')
  })
})

describe('a company', () => {
  it('lets its logins live for 1 to 90 days, and for 1 to 30 without use', async () => {
    const { admin } = await makeCompany(test)
    expect(await livesOf(admin)).toEqual(['30', '7'])
    const tried = [
      await set(admin, 'loginDays', '90'),
      await set(admin, 'loginIdleDays', '30'),
      await set(admin, 'loginDays', '91'),
      await set(admin, 'loginDays', '0'),
      await set(admin, 'loginIdleDays', '31'),
      await set(admin, 'loginIdleDays', '1.5'),
      await set(admin, 'loginIdleDays', '')
    ]
    expect(tried.map((one) => one.status)).toEqual([200, 200, 400, 400, 400, 400, 400])
    expect(await livesOf(admin)).toEqual(['90', '30'])
  })

  it('never has the time without use above the whole one', async () => {
    const { admin } = await makeCompany(test)
    expect((await set(admin, 'loginDays', '3')).status).toBe(200)
    expect(await livesOf(admin)).toEqual(['3', '3'])
    expect((await set(admin, 'loginIdleDays', '4')).error).toBe('ERR_VALIDATION')
    const { body: log } = await admin.call(listAudit, { query: {} })
    const changes = log.entries.filter(({ action }) => action === 'setting.changed')
    expect(changes.map(({ subject, before, after }) => [subject?.id, before, after]).toSorted()).toEqual([
      ['loginDays', { value: '30' }, { value: '3' }],
      ['loginIdleDays', { value: '7' }, { value: '3' }]
    ])
  })

  it('that shortens the whole life ends logins that exist with their next exchange, and revives none later', async () => {
    const company = await makeCompany(test)
    const [early, quiet, late] = [await makeUser(company), await makeUser(company), await makeUser(company)]
    test.clock.advance(3 * day)
    const [fresh, admin] = [await signIn(test, late), await signIn(test, company.admin)]
    const kept = await refresh(early.refreshToken)
    const [earlyCookie, quietCookie] = [cookieOf(kept), cookieOf(await refresh(quiet.refreshToken))]
    const socket = await connectSocket(test, { ...early, token: kept.body.token })
    expect((await set(admin, 'loginDays', '3')).status).toBe(200)
    expect((await refresh(fresh.refreshToken)).status).toBe(200)
    expect((await refresh(earlyCookie)).error).toBe('ERR_SESSION_ENDED')
    expect(await socket.closed).toBe('io server disconnect')
    expect((await set(admin, 'loginDays', '90')).status).toBe(200)
    expect((await refresh(earlyCookie)).error).toBe('ERR_SESSION_ENDED')
    // One that was not looked at in the meantime goes on.
    expect((await refresh(quietCookie)).status).toBe(200)
  })

  it('that shortens the life without use ends those that were not used since', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company)
    test.clock.advance(2 * day)
    expect((await set(await signIn(test, company.admin), 'loginIdleDays', '2')).status).toBe(200)
    expect((await refresh(user.refreshToken)).error).toBe('ERR_SESSION_ENDED')
  })

  it('that lets them live longer has its logins end later, and no later than the server allows', async () => {
    const { admin } = await makeCompany(test)
    expect((await set(admin, 'loginIdleDays', '14')).status).toBe(200)
    const longer = await signIn(test, admin)
    test.clock.advance(14 * day - 1000)
    const kept = await refresh(longer.refreshToken)
    expect(kept.status).toBe(200)
    const strict = await buildTestApp({ besides: test, config: { loginIdle: 86_400 } })
    try {
      test.clock.advance(day)
      expect((await refresh(cookieOf(kept), strict)).error).toBe('ERR_SESSION_ENDED')
    } finally {
      await strict.close()
    }
  })
})

it('is allowed in days by the server, and without use it is never longer than as a whole', () => {
  const read = (settings: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...settings })
  expect(read({})).toMatchObject({ loginLife: 90 * 86_400, loginIdle: 30 * 86_400 })
  expect(read({ LOGIN_DAYS: '2' })).toMatchObject({ loginLife: 2 * 86_400, loginIdle: 2 * 86_400 })
  expect(() => read({ LOGIN_DAYS: '0' })).toThrow(/^LOGIN_DAYS:/)
})
