// The devices of people: seen and ended by themselves and by their admins.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import {
  endLogin,
  endLogins,
  endOwnLogin,
  endOwnLogins,
  listLogins,
  listOwnLogins
} from '@guiche/shared/features/org/logins.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, signIn, signInSuper, type Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A company whose people may be signed in at several places. */
async function companyOfSeveral() {
  const company = await makeCompany(test)
  await company.admin.call(updateSetting, { params: { key: 'severalLogins' }, body: { value: 'enabled' } })
  return company
}
const status = async (person: Person) => (await person.call(me)).status
const refresh = (cookie: string | undefined) => injectCall(test.http, refreshToken, {}, { cookie })

describe('own logins', () => {
  it('are listed with browser, system and address, the present one marked', async () => {
    const { admin } = await companyOfSeveral()
    const body = { email: admin.email, password: admin.password }
    await injectCall(test.http, login, { body }, { from: '203.0.113.9', headers: { 'user-agent': firefox } })
    const { body: logins } = await admin.call(listOwnLogins)
    expect(logins).toHaveLength(2)
    expect(logins.filter(({ isThis }) => isThis).map(({ id }) => id)).toEqual([admin.sessionId])
    const other = logins.find(({ isThis }) => !isThis)
    expect(other).toMatchObject({ browser: 'Firefox', system: 'Windows', address: '203.0.113.9' })
    expect(Math.abs(Date.parse(other?.createdAt ?? '') - test.clock.now().getTime())).toBeLessThan(60_000)
    expect(JSON.stringify(logins)).not.toMatch(/token|hash/i)
  })

  it('say when they were last seen, and from where', async () => {
    const { admin } = await makeCompany(test)
    test.clock.advance(600_000)
    const headers = { 'user-agent': firefox }
    const options = { cookie: admin.refreshToken, from: '203.0.113.77', headers }
    expect((await injectCall(test.http, refreshToken, {}, options)).status).toBe(200)
    const [only] = (await admin.call(listOwnLogins)).body
    expect(only?.address).toBe('203.0.113.77')
    expect(Date.parse(only?.seenAt ?? '') - Date.parse(only?.createdAt ?? '')).toBeGreaterThanOrEqual(600_000)
  })

  it('end one by one: token, refresh and socket at once, the others stay', async () => {
    const { admin } = await companyOfSeveral()
    const [other, third] = [await signIn(test, admin), await signIn(test, admin)]
    const socket = await other.connect()
    const params = { loginId: other.sessionId }
    expect((await admin.call(endOwnLogin, { params, body: {} })).body).toEqual({ ended: 1 })
    expect(await socket.closed).toBe('io server disconnect')
    expect((await other.call(me)).error).toBe('ERR_SESSION_ENDED')
    expect((await refresh(other.refreshToken)).error).toBe('ERR_SESSION_ENDED')
    expect([await status(admin), await status(third)]).toEqual([200, 200])
    expect((await admin.call(endOwnLogin, { params, body: {} })).error).toBe('ERR_NO_LOGIN_FOUND')
  })

  it('end all but the one that asks', async () => {
    const { admin } = await companyOfSeveral()
    const others = [await signIn(test, admin), await signIn(test, admin)]
    expect((await admin.call(endOwnLogins, { body: {} })).body).toEqual({ ended: 2 })
    expect(await Promise.all([admin, ...others].map(status))).toEqual([200, 401, 401])
    expect((await admin.call(listOwnLogins)).body.map(({ id }) => id)).toEqual([admin.sessionId])
  })

  it('end at the word of whoever knows the password, once the sign-in is longer ago than five minutes', async () => {
    const { admin } = await companyOfSeveral()
    const thief = await signIn(test, admin)
    test.clock.advance(6 * 60_000)
    const params = { loginId: admin.sessionId }
    for (const tried of [thief.call(endOwnLogins, { body: {} }), thief.call(endOwnLogin, { params, body: {} })])
      expect((await tried).error).toBe('ERR_CURRENT_PASSWORD_REQUIRED')
    const guess = { params, body: { currentPassword: 'adivinhada' } }
    expect((await thief.call(endOwnLogin, guess)).error).toBe('ERR_CURRENT_PASSWORD_WRONG')
    expect(await status(admin)).toBe(200)
    expect((await admin.call(endOwnLogins, { body: { currentPassword: admin.password } })).body).toEqual({ ended: 1 })
    expect(await status(thief)).toBe(401)
  })

  it('of somebody else, in the company or out of it, are not ended as own ones', async () => {
    const [company, other] = [await makeCompany(test), await makeCompany(test)]
    const user = await makeUser(company)
    for (const person of [company.admin, other.admin]) {
      expect((await person.call(endOwnLogin, { params: { loginId: user.sessionId }, body: {} })).status).toBe(404)
    }
    expect(await status(user)).toBe(200)
  })
})

describe('logins of people', () => {
  it('are seen and ended by their admins', async () => {
    const company = await companyOfSeveral()
    const user = await makeUser(company)
    const again = await signIn(test, user)
    const params = { id: user.id }
    const { body } = await company.admin.call(listLogins, { params })
    expect(body.map(({ id, isThis }) => [id, isThis]).toSorted()).toEqual(
      [
        [user.sessionId, false],
        [again.sessionId, false]
      ].toSorted()
    )
    const ended = await company.admin.call(endLogin, { params: { ...params, loginId: user.sessionId }, body: {} })
    expect(ended.body).toEqual({ ended: 1 })
    expect([await status(user), await status(again)]).toEqual([401, 200])
    expect((await company.admin.call(endLogins, { params, body: {} })).body).toEqual({ ended: 1 })
    expect([await status(again), await status(company.admin)]).toEqual([401, 200])
  })

  it('are none of colleagues, of other companies, and those of the super user are nobody else’s', async () => {
    const [company, other] = [await makeCompany(test), await makeCompany(test)]
    const [user, colleague, owner] = [await makeUser(company), await makeUser(company), await signInSuper(test)]
    const one = { id: user.id, loginId: user.sessionId }
    const tries = (person: Person) => [
      person.call(listLogins, { params: { id: user.id } }),
      person.call(endLogin, { params: one, body: {} }),
      person.call(endLogins, { params: { id: user.id }, body: {} })
    ]
    expect((await Promise.all(tries(colleague))).map((answer) => answer.status)).toEqual([403, 403, 403])
    for (const person of [other.admin, owner]) {
      expect((await Promise.all(tries(person))).map((answer) => answer.status)).toEqual([404, 404, 404])
    }
    expect(await status(user)).toBe(200)
    const params = { id: company.admin.id, loginId: user.sessionId }
    expect((await company.admin.call(endLogin, { params, body: {} })).error).toBe('ERR_NO_LOGIN_FOUND')
    expect(await status(user)).toBe(200)
  })
})
