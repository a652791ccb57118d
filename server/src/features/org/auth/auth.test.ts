// Signing in, staying signed in, signing out: through HTTP on a real database.
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, logout, me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { companies } from '#database/tables/org/companies.ts'
import { loginAttempts, loginSessions, users } from '#database/tables/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, nextAddress, signIn, unique, type Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { connectSocket } from '#test/server/test-socket.ts'
import { actorCache } from '#features/org/sessions/actor-cache.ts'
import { hashOfSecret, parseRefreshToken } from '#features/org/sessions/refresh-token.ts'
import { inTransaction } from '#platform/events/transaction.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const minute = 60_000
const refresh = (cookie: string | undefined) => injectCall(test.http, refreshToken, {}, { cookie })
const tryLogin = (email: string, password: string, from = nextAddress()) =>
  injectCall(test.http, login, { body: { email, password } }, { from })
const cookieOf = (answer: { raw: { cookies: { name: string; value: string }[] } }) =>
  answer.raw.cookies.find((cookie) => cookie.name === 'jrt')
const sessionRow = async ({ sessionId }: Person) =>
  (await test.ctx.db.select().from(loginSessions).where(eq(loginSessions.id, sessionId)))[0]

describe('login', () => {
  it('answers with a token and the user, with company, due date and settings', async () => {
    const { id, admin, plan } = await makeCompany(test)
    const { status, body } = await tryLogin(` ${admin.email.toUpperCase()} `, admin.password)
    expect(status).toBe(200)
    expect(body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(body.user).toMatchObject({
      id: admin.id,
      companyId: id,
      email: admin.email,
      profile: 'admin',
      super: false,
      company: { id, planId: plan.id, status: true, recurrence: 'MENSAL' }
    })
    expect(new Date(body.user.company.dueDate ?? 0).getTime()).toBeGreaterThan(test.clock.now().getTime())
    expect(body.user.company.settings).toContainEqual({ key: 'scheduleType', value: 'disabled' })
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  it('puts the claims into the token that legacy clients read', async () => {
    const { admin, id } = await makeCompany(test)
    const payload = Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString()
    const claims = JSON.parse(payload) as { iat: number; exp: number }
    expect(claims).toMatchObject({ id: admin.id, companyId: id, profile: 'admin', usarname: admin.name })
    expect(claims.exp - claims.iat).toBe(15 * 60)
  })

  it('sets the refresh cookie for scripts to leave alone, and stores only its hash', async () => {
    const { admin } = await makeCompany(test)
    const cookie = cookieOf(await tryLogin(admin.email, admin.password))
    // As long as a company may let a login rest; the server ends it earlier.
    expect(cookie).toMatchObject({ httpOnly: true, path: '/', sameSite: 'Lax', maxAge: 30 * 24 * 3600 })
    const token = parseRefreshToken(cookie?.value)
    expect(Buffer.from(token?.secret ?? '', 'base64url')).toHaveLength(32)
    const [row] = await test.ctx.db
      .select()
      .from(loginSessions)
      .where(eq(loginSessions.id, token?.sessionId ?? ''))
    expect(row?.tokenHash).toBe(hashOfSecret(token?.secret ?? ''))
    expect(JSON.stringify(row)).not.toContain(token?.secret)
  })

  it('answers 404 to an unknown mail address and 401 to a wrong password', async () => {
    const { admin } = await makeCompany(test)
    const unknown = await tryLogin('ninguem@empresa.test', 'Senha-123')
    expect([unknown.status, unknown.error]).toEqual([404, 'ERR_NO_USER_FOUND'])
    const wrong = await tryLogin(admin.email, 'Senha-1234')
    expect([wrong.status, wrong.error]).toEqual([401, 'ERR_INVALID_CREDENTIALS'])
    expect(cookieOf(wrong)).toBeUndefined()
  })

  it('answers 401 to both, after the same work, where unknown addresses are hidden', async () => {
    const hiding = await buildTestApp({ besides: test, config: { hideUnknownEmail: true } })
    try {
      const { admin } = await makeCompany(test)
      const timed = async (email: string) => {
        const start = performance.now()
        const body = { email, password: 'Senha-1234' }
        const answer = await injectCall(hiding.http, login, { body }, { from: nextAddress() })
        return { answer, took: performance.now() - start }
      }
      await timed('primeiro@empresa.test')
      const unknown = await timed('ninguem@empresa.test')
      const wrong = await timed(admin.email)
      expect(unknown.answer.refusal).toEqual(wrong.answer.refusal)
      expect([unknown.answer.status, unknown.answer.error]).toEqual([401, 'ERR_INVALID_CREDENTIALS'])
      // A look-up alone takes a millisecond; a hash takes many.
      expect(unknown.took).toBeGreaterThan(wrong.took / 4)
    } finally {
      await hiding.close()
    }
  })

  it('refuses people of a company that is switched off', async () => {
    const { id, admin } = await makeCompany(test)
    await test.ctx.db.update(companies).set({ status: false }).where(eq(companies.id, id))
    expect((await tryLogin(admin.email, admin.password)).error).toBe('ERR_COMPANY_INACTIVE')
    expect((await refresh(admin.refreshToken)).error).toBe('ERR_COMPANY_INACTIVE')
  })
})

describe('guessing', () => {
  it('slows down on one account with growing delays, and starts anew after a success', async () => {
    const { admin } = await makeCompany(test)
    for (let n = 0; n < 5; n++) expect((await tryLogin(admin.email, 'errada')).status).toBe(401)
    const delays: number[] = []
    for (let n = 0; n < 6; n++) {
      const { status, error, refusal } = await tryLogin(admin.email, admin.password)
      expect([status, error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
      const seconds = Number(refusal?.values?.['seconds'])
      delays.push(seconds)
      test.clock.advance(seconds * 1000)
      expect((await tryLogin(admin.email, 'errada')).status).toBe(401)
    }
    expect(delays).toEqual([2, 4, 8, 16, 32, 60])
    test.clock.advance(minute)
    expect((await tryLogin(admin.email, admin.password)).status).toBe(200)
    expect((await tryLogin(admin.email, 'errada')).status).toBe(401)
    expect((await tryLogin(admin.email, 'errada')).status).toBe(401)
  })

  it('slows down one address over many accounts, and nobody else', async () => {
    const { admin } = await makeCompany(test)
    const from = '203.0.113.7'
    for (let n = 0; n < 30; n++) {
      expect((await tryLogin(`vitima${n}@empresa.test`, 'errada', from)).status).toBe(404)
    }
    expect((await tryLogin(admin.email, admin.password, from)).error).toBe('ERR_TOO_MANY_REQUESTS')
    expect((await tryLogin(admin.email, admin.password)).status).toBe(200)
  })

  it('counts a hundred guesses at once as a hundred', async () => {
    const { admin } = await makeCompany(test)
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryLogin(admin.email, 'errada')))
    const statuses = Map.groupBy(answers, ({ status }) => status)
    expect(statuses.get(401)).toHaveLength(5)
    expect(statuses.get(429)).toHaveLength(35)
  })

  it('lets a whole office in that signs in at the same moment, and one person many times', async () => {
    const company = await makeCompany(test)
    const people = await Promise.all(Array.from({ length: 40 }, () => makeUser(company)))
    const office = await Promise.all(people.map(({ email, password }) => tryLogin(email, password, '203.0.113.8')))
    expect(office.map(({ status }) => status)).toEqual(people.map(() => 200))
    const { email, password } = company.admin
    const often = await Promise.all(people.map((_one, n) => tryLogin(email, password, `203.0.113.${n + 10}`)))
    expect(often.map(({ status }) => status)).toEqual(people.map(() => 200))
  })

  it('is remembered over restarts, without any mail address', async () => {
    const { admin } = await makeCompany(test)
    // Begun before: the wait is of seconds, and a start may take longer on a slow machine.
    const later = await buildTestApp({ besides: test })
    try {
      for (let n = 0; n < 5; n++) await tryLogin(admin.email, 'errada')
      const body = { email: admin.email, password: admin.password }
      expect((await injectCall(later.http, login, { body }, { from: '10.7.0.1' })).status).toBe(429)
    } finally {
      await later.close()
    }
    const rows = await test.ctx.db.select().from(loginAttempts)
    expect(JSON.stringify(rows)).not.toContain('@')
  })
})

describe('refresh', () => {
  it('answers like the login and changes the token each time', async () => {
    const { admin } = await makeCompany(test)
    const first = await refresh(admin.refreshToken)
    expect(first.status).toBe(200)
    expect(first.body.user).toMatchObject({ id: admin.id, company: { id: admin.companyId } })
    expect(first.body.user.company.dueDate).not.toBeNull()
    expect(first.body.user.company.settings.length).toBeGreaterThan(5)
    const next = cookieOf(first)?.value
    expect(next).not.toBe(admin.refreshToken)
    expect((await refresh(next)).status).toBe(200)
    expect((await injectCall(test.http, me, {}, { token: first.body.token })).status).toBe(200)
  })

  it('gives two tabs that refresh at once one and the same new token, which works for both', async () => {
    const { admin } = await makeCompany(test)
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(admin.refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const tokens = new Set(answers.map((answer) => cookieOf(answer)?.value))
    expect(tokens.size).toBe(1)
    expect((await refresh([...tokens][0])).status).toBe(200)
  })

  it('gives whoever lost the answer the same token again, however late, until that one is used', async () => {
    const { admin } = await makeCompany(test)
    const next = cookieOf(await refresh(admin.refreshToken))?.value
    for (const pause of [9_000, 30_000, 12 * minute]) {
      test.clock.advance(pause)
      const again = await refresh(admin.refreshToken)
      expect([again.status, cookieOf(again)?.value]).toEqual([200, next])
    }
    expect((await refresh(next)).status).toBe(200)
    const old = await refresh(admin.refreshToken)
    expect([old.status, old.error]).toEqual([401, 'ERR_SESSION_ENDED'])
    expect((await sessionRow(admin))?.endReason).toBe('token-reused')
    expect((await refresh(next)).error).toBe('ERR_SESSION_ENDED')
    expect((await admin.call(me)).error).toBe('ERR_SESSION_ENDED')
  })

  it('ends the login when two holders of one token take turns', async () => {
    const { admin } = await makeCompany(test)
    const takeTurns = async (token: string | undefined) => {
      const thief = cookieOf(await refresh(token))?.value
      test.clock.advance(minute)
      const owner = await refresh(token)
      test.clock.advance(14 * minute)
      return owner.status === 200 && cookieOf(owner)?.value === thief ? thief : undefined
    }
    let token: string | undefined = admin.refreshToken
    for (let n = 0; n < 3; n++) token = await takeTurns(token)
    expect(token).toBeDefined()
    // An exchange that nobody repeats makes the count begin anew.
    token = cookieOf(await refresh(token))?.value
    for (let n = 0; n < 3; n++) token = await takeTurns(token)
    expect(token).toBeDefined()
    expect(await takeTurns(token)).toBeUndefined()
    expect((await sessionRow(admin))?.endReason).toBe('token-reused')
  })

  it('ends the login for a token that is many exchanges old', async () => {
    const { admin } = await makeCompany(test)
    let token: string | undefined = admin.refreshToken
    for (let n = 0; n < 5; n++) token = cookieOf(await refresh(token))?.value
    test.clock.advance(minute)
    expect((await refresh(admin.refreshToken)).status).toBe(401)
    expect((await sessionRow(admin))?.endReason).toBe('token-reused')
  })

  it('does not let somebody end a login who knows its name but not its secret', async () => {
    const { admin } = await makeCompany(test)
    const guess = `${admin.companyId}.${admin.sessionId}.${'A'.repeat(43)}`
    expect((await refresh(guess)).status).toBe(401)
    expect((await injectCall(test.http, logout, {}, { cookie: guess })).status).toBe(200)
    expect((await sessionRow(admin))?.endedAt).toBeNull()
    expect((await refresh(admin.refreshToken)).status).toBe(200)
  })

  it('is over after seven days without use', async () => {
    const { admin } = await makeCompany(test)
    test.clock.advance(6 * 24 * 60 * minute)
    const next = cookieOf(await refresh(admin.refreshToken))?.value
    test.clock.advance(7 * 24 * 60 * minute + 1000)
    expect((await refresh(next)).error).toBe('ERR_SESSION_ENDED')
  })

  it('answers 401 without a cookie and to any text in it', async () => {
    expect((await refresh(undefined)).status).toBe(401)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect((await refresh(encodeURIComponent(text.toWellFormed()))).status).toBe(401)
      }),
      { numRuns: 30 }
    )
  })
})

describe('access tokens', () => {
  it('expire after fifteen minutes, which asks for a refresh', async () => {
    const { admin } = await makeCompany(test)
    test.clock.advance(15 * minute - 2000)
    expect((await admin.call(me)).status).toBe(200)
    test.clock.advance(3000)
    const expired = await admin.call(me)
    expect([expired.status, expired.error]).toEqual([403, 'ERR_SESSION_EXPIRED'])
  })

  it('are refused when missing, changed or made by somebody else', async () => {
    const { admin } = await makeCompany(test)
    const [header = '', payload = ''] = admin.token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const forged = [undefined, 'lixo', `${header}.${payload}.`, `${none}.${payload}.`, `${header}.${payload}.AAAA`]
    for (const token of forged) {
      const { status, error } = await injectCall(test.http, me, {}, { token })
      expect([status, error]).toEqual([403, 'ERR_SESSION_EXPIRED'])
    }
  })

  it('are believed for five seconds at most when nobody tells of a change', async () => {
    const { admin, id } = await makeCompany(test)
    expect((await admin.call(me)).status).toBe(200)
    await test.ctx.db.update(companies).set({ status: false }).where(eq(companies.id, id))
    expect((await admin.call(me)).status).toBe(200)
    test.clock.advance(5001)
    const refused = await admin.call(me)
    expect([refused.status, refused.error]).toEqual([401, 'ERR_COMPANY_INACTIVE'])
  })

  it('open a socket only while they are good', async () => {
    const { admin } = await makeCompany(test)
    await expect(connectSocket(test, { ...admin, token: 'lixo' })).rejects.toThrow('ERR_SESSION_EXPIRED')
    test.clock.advance(16 * minute)
    await expect(admin.connect()).rejects.toThrow('ERR_SESSION_EXPIRED')
  })

  it('carry no rights: those come from the database, at once', async () => {
    const { admin } = await makeCompany(test)
    expect((await admin.call(me)).body.profile).toBe('admin')
    await test.ctx.db.update(users).set({ profile: 'user' }).where(eq(users.id, admin.id))
    await inTransaction(test.ctx, (tx) => actorCache.forget(tx, `${admin.companyId}:`))
    expect((await admin.call(me)).body).toEqual({
      id: admin.id,
      name: admin.name,
      email: admin.email,
      profile: 'user',
      companyId: admin.companyId,
      super: false
    })
  })
})

describe('logout', () => {
  it('ends the login and clears the cookie', async () => {
    const { admin } = await makeCompany(test)
    const answer = await injectCall(test.http, logout, {}, { cookie: admin.refreshToken })
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(cookieOf(answer)).toMatchObject({ value: '', path: '/', expires: new Date(0) })
    expect((await admin.call(me)).error).toBe('ERR_SESSION_ENDED')
    expect((await refresh(admin.refreshToken)).error).toBe('ERR_SESSION_ENDED')
  })

  it('works by the access token alone, twice, and without any login', async () => {
    const { admin } = await makeCompany(test)
    expect((await admin.call(logout)).body).toEqual({})
    expect((await admin.call(logout)).status).toBe(200)
    expect((await refresh(admin.refreshToken)).status).toBe(401)
    const [one, other] = [(await makeCompany(test)).admin, (await makeCompany(test)).admin]
    await injectCall(test.http, logout, {}, { cookie: other.refreshToken, token: one.token })
    expect([(await one.call(me)).status, (await other.call(me)).status]).toEqual([401, 401])
    expect((await injectCall(test.http, logout)).status).toBe(200)
    expect((await injectCall(test.http, logout, {}, { cookie: 'lixo', token: 'lixo' })).status).toBe(200)
  })

  it('leaves the logins of others alone', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company)
    await injectCall(test.http, logout, {}, { cookie: user.refreshToken })
    expect((await company.admin.call(me)).status).toBe(200)
  })
})

describe('whatever is typed', () => {
  it('never breaks the login', async () => {
    const { admin } = await makeCompany(test)
    const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('\u0000'), fc.constant('\ud800'))
    await fc.assert(
      fc.asyncProperty(typed, typed, fc.boolean(), async (email, password, known) => {
        const { status } = await tryLogin(known ? admin.email : email, password, `10.6.${unique() % 250}.1`)
        expect([400, 401, 404, 429]).toContain(status)
      }),
      { numRuns: 60 }
    )
  })

  it('gets a clear answer when the body is no login at all', async () => {
    const bodies: unknown[] = [undefined, null, [], 1, 'texto', {}, { email: 1, password: [] }, { email: { $ne: '' } }]
    for (const body of bodies) {
      const answer = await injectCall(test.http, login, { body: body as never })
      expect([answer.status, answer.error]).toEqual([400, 'ERR_VALIDATION'])
    }
  })

  it('is never written to the log', async () => {
    const { admin } = await makeCompany(test)
    await tryLogin(admin.email, 'Minha-Senha-Secreta-1')
    const next = cookieOf(await refresh(admin.refreshToken))?.value
    const log = test.logged.join('\n')
    for (const secret of ['Minha-Senha-Secreta-1', admin.password, admin.refreshToken, next, admin.token]) {
      expect(log).not.toContain(secret)
    }
  })
})

it('signs the same person in again and again', async () => {
  const { admin } = await makeCompany(test)
  for (let n = 0; n < 3; n++) expect((await (await signIn(test, admin)).call(me)).status).toBe(200)
})
