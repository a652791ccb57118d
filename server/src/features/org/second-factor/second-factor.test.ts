// The second factor: set up, signing in with it, recovery codes, guesses, replays, and other companies.
import { TOTP, Secret } from 'otpauth'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, me } from '@guiche/shared/features/org/auth.ts'
import {
  confirmSecondFactor,
  finishLogin,
  removeSecondFactor,
  renewRecoveryCodes,
  showSecondFactor,
  startSecondFactor
} from '@guiche/shared/features/org/second-factor.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { updateUser } from '@guiche/shared/features/org/users.ts'
import { companies } from '#database/tables/org/companies.ts'
import { recoveryCodes, userFactors } from '#database/tables/org/second-factors.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, nextAddress, signIn, type Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const step = 30_000
/** The code of the app, `late` steps from now. */
function codeOf(secret: string, late = 0): string {
  const timestamp = app.clock.now().getTime() + late * step
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
/** A wrong code, whatever the right ones are. */
function wrongCode(secret: string): string {
  const right = [-1, 0, 1].map((late) => codeOf(secret, late))
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}

async function switchOn(person: Person): Promise<{ secret: string; codes: string[] }> {
  const { body: setup } = await person.call(startSecondFactor, { body: { currentPassword: person.password } })
  const confirmed = await person.call(confirmSecondFactor, { body: { code: codeOf(setup.secret) } })
  expect(confirmed.status).toBe(200)
  // The code of this step has been used.
  app.clock.advance(step)
  return { secret: setup.secret, codes: confirmed.body.recoveryCodes }
}

const tryLogin = ({ email, password }: Person) =>
  injectCall(app.http, login, { body: { email, password } }, { from: nextAddress() })

/** The status that a client without the header of the contract gets. */
async function legacyLogin({ email, password }: Person): Promise<number> {
  const call = { method: 'POST', url: login.path, remoteAddress: nextAddress(), payload: { email, password } } as const
  return (await app.http.inject(call)).statusCode
}
async function challengeOf(person: Person): Promise<string> {
  const { error, refusal } = await tryLogin(person)
  expect(error).toBe('ERR_SECOND_FACTOR_REQUIRED')
  return String((refusal as { values?: { challenge?: string } }).values?.challenge)
}
const finish = (challenge: string, code: string, from = nextAddress()) =>
  injectCall(app.http, finishLogin, { body: { challenge, code } }, { from })

test('setting it up asks for a code, gives ten recovery codes once and ends the other logins', async () => {
  const company = await makeCompany(app)
  await company.admin.call(updateSetting, { params: { key: 'severalLogins' }, body: { value: 'enabled' } })
  const user = await makeUser(company)
  const other = await signIn(app, user)
  const setup = await user.call(startSecondFactor, { body: {} })
  expect(setup.body.address).toMatch(/^otpauth:\/\/totp\/Guich%C3%AA:.*secret=/)
  // Nothing is asked for before a code was confirmed.
  expect((await tryLogin(user)).status).toBe(200)
  const wrong = await user.call(confirmSecondFactor, { body: { code: wrongCode(setup.body.secret) } })
  expect(wrong).toMatchObject({ status: 400, error: 'ERR_SECOND_FACTOR_CODE_WRONG' })
  const spaced = codeOf(setup.body.secret).replace(/^(...)/, '$1 ')
  const { body } = await user.call(confirmSecondFactor, { body: { code: spaced } })
  expect(new Set(body.recoveryCodes).size).toBe(10)
  expect((await other.call(me)).error).toBe('ERR_SESSION_ENDED')
  expect((await user.call(me)).status).toBe(200)
  expect((await user.call(showSecondFactor)).body).toMatchObject({ recoveryCodesLeft: 10 })
  expect((await user.call(startSecondFactor, { body: {} })).error).toBe('ERR_SECOND_FACTOR_ON')
  const rows = [await app.ctx.db.select().from(userFactors), await app.ctx.db.select().from(recoveryCodes)]
  expect(JSON.stringify(rows)).not.toContain(setup.body.secret)
  expect(JSON.stringify(rows)).not.toContain(body.recoveryCodes[0])
})

test('a right password gets no token but a challenge, and the code finishes the sign-in', async () => {
  const { admin } = await makeCompany(app)
  const { secret } = await switchOn(admin)
  const first = await tryLogin(admin)
  expect(first).toMatchObject({ status: 428, error: 'ERR_SECOND_FACTOR_REQUIRED' })
  expect(first.raw.cookies).toEqual([])
  // The login of before goes on until somebody has passed both.
  expect((await admin.call(me)).status).toBe(200)
  const challenge = await challengeOf(admin)
  expect((await injectCall(app.http, me, {}, { token: challenge })).error).toBe('ERR_SESSION_EXPIRED')
  const done = await finish(challenge, codeOf(secret))
  expect(done.status).toBe(200)
  expect(done.raw.cookies.map(({ name }) => name).toSorted()).toEqual(['jrt', 'known_device'])
  expect((await injectCall(app.http, me, {}, { token: done.body.token })).body.id).toBe(admin.id)
  expect((await admin.call(me)).error).toBe('ERR_SESSION_TAKEN_OVER')
})

test('who is refused behind a right code has guessed nothing', async () => {
  const { admin, id } = await makeCompany(app)
  const { secret } = await switchOn(admin)
  const challenge = await challengeOf(admin)
  await app.ctx.db.update(companies).set({ status: false }).where(eq(companies.id, id))
  for (let count = 0; count < 7; count++) {
    expect((await finish(challenge, codeOf(secret))).error).toBe('ERR_COMPANY_INACTIVE')
  }
  await app.ctx.db.update(companies).set({ status: true }).where(eq(companies.id, id))
  expect((await finish(challenge, codeOf(secret))).status).toBe(200)
})

test('a code is taken once, also by calls at once, and one of before never', async () => {
  const { admin } = await makeCompany(app)
  const { secret } = await switchOn(admin)
  const challenge = await challengeOf(admin)
  const code = codeOf(secret)
  const answers = await Promise.all([finish(challenge, code), finish(challenge, code), finish(challenge, code)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect((await finish(challenge, codeOf(secret, -1))).error).toBe('ERR_SECOND_FACTOR_CODE_WRONG')
  app.clock.advance(step)
  expect((await finish(challenge, codeOf(secret))).status).toBe(200)
})

test('a recovery code opens once, of calls at once only one', async () => {
  const { admin } = await makeCompany(app)
  const { codes } = await switchOn(admin)
  const challenge = await challengeOf(admin)
  const typed = codes[3]?.toLowerCase().replace('-', ' ') ?? ''
  const answers = await Promise.all([finish(challenge, typed), finish(challenge, typed), finish(challenge, typed)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  const token = answers.find(({ status }) => status === 200)?.body.token
  expect((await injectCall(app.http, showSecondFactor, {}, { token })).body.recoveryCodesLeft).toBe(9)
})

test('guesses are slowed down for the account, from wherever they come', async () => {
  const { admin } = await makeCompany(app)
  const { secret } = await switchOn(admin)
  const challenge = await challengeOf(admin)
  const codes: (string | undefined)[] = []
  for (let n = 0; n < 7; n++) codes.push((await finish(challenge, wrongCode(secret))).error)
  expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'ERR_SECOND_FACTOR_CODE_WRONG'))
  expect(codes[6]).toBe('ERR_TOO_MANY_REQUESTS')
  expect((await finish(challenge, codeOf(secret))).error).toBe('ERR_TOO_MANY_REQUESTS')
  app.clock.advance(step)
  expect((await finish(await challengeOf(admin), codeOf(secret))).status).toBe(200)
})

test('a challenge is for one account, ten minutes, and the password and factor of now', async () => {
  const [one, two] = [await makeCompany(app), await makeCompany(app)]
  const [mine, theirs] = [await switchOn(one.admin), await switchOn(two.admin)]
  const challenge = await challengeOf(one.admin)
  const [company, user, ...rest] = (await challengeOf(two.admin)).split('.')
  expect((await finish(challenge, codeOf(theirs.secret))).error).toBe('ERR_SECOND_FACTOR_CODE_WRONG')
  const forged = [one.id, one.admin.id, ...rest].join('.')
  for (const text of [forged, `${company}.${user}.9999999999999.${rest[1]}`, 'lixo', '', one.admin.token]) {
    expect((await finish(text, codeOf(mine.secret))).status).toBe(410)
  }
  const body = { password: 'Outra-Senha-1', currentPassword: one.admin.password }
  expect((await one.admin.call(updateUser, { params: { id: one.admin.id }, body })).status).toBe(200)
  expect((await finish(challenge, codeOf(mine.secret))).error).toBe('ERR_SECOND_FACTOR_EXPIRED')
  const late = await challengeOf(two.admin)
  app.clock.advance(10 * 60_000)
  expect((await finish(late, codeOf(theirs.secret))).error).toBe('ERR_SECOND_FACTOR_EXPIRED')
})

test('recovery codes are renewed for a code of the app, and those of before end', async () => {
  const { admin } = await makeCompany(app)
  const { secret, codes } = await switchOn(admin)
  expect((await admin.call(renewRecoveryCodes, { body: { code: codes[0] ?? '' } })).status).toBe(400)
  const renewed = await admin.call(renewRecoveryCodes, { body: { code: codeOf(secret) } })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  const challenge = await challengeOf(admin)
  expect((await finish(challenge, codes[1] ?? '')).status).toBe(400)
  expect((await finish(challenge, renewed.body.recoveryCodes[1] ?? '')).status).toBe(200)
})

test('it is switched off for the password and a code, not for one of them', async () => {
  const { admin } = await makeCompany(app)
  const { secret } = await switchOn(admin)
  const off = (password: string, code: string) => admin.call(removeSecondFactor, { body: { password, code } })
  expect(await off('errada', codeOf(secret))).toMatchObject({
    status: 400,
    refusal: { fields: { password: 'ERR_CURRENT_PASSWORD_WRONG' } }
  })
  expect((await off(admin.password, wrongCode(secret))).error).toBe('ERR_SECOND_FACTOR_CODE_WRONG')
  expect((await off(admin.password, codeOf(secret))).status).toBe(200)
  expect((await off(admin.password, codeOf(secret))).error).toBe('ERR_SECOND_FACTOR_OFF')
  const rows = await app.ctx.db.select().from(recoveryCodes).where(eq(recoveryCodes.companyId, admin.companyId))
  expect(rows).toEqual([])
  expect((await tryLogin(admin)).status).toBe(200)
})

test('a client that knows no second factor gets a status, and signs in only where the company allows it', async () => {
  const { admin } = await makeCompany(app)
  await switchOn(admin)
  expect(await legacyLogin(admin)).toBe(428)
  const setting = { params: { key: 'passwordOnlyClients' }, body: { value: 'enabled' } }
  expect((await admin.call(updateSetting, setting)).status).toBe(200)
  expect((await tryLogin(admin)).status).toBe(428)
  expect(await legacyLogin(admin)).toBe(200)
})

test('a change and a used recovery code are told by mail', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company)
  const { codes } = await switchOn(user)
  await finish(await challengeOf(user), codes[0] ?? '')
  await app.drain()
  const subjects = app.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)
  expect(subjects).toEqual(['A verificação em duas etapas foi ativada', 'Um código de recuperação foi usado'])
})
