// A second factor that a company or the server demands: days of grace, setting it up while signing in, and the reset.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import {
  confirmSecondFactor,
  finishDemandedSecondFactor,
  finishLogin,
  resetSecondFactor,
  showSecondFactorOf,
  startDemandedSecondFactor,
  startSecondFactor
} from '@guiche/shared/features/org/second-factor.ts'
import { updateSetting, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import { buildTestApp, testSuper, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, nextAddress, type Company, type Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { demandedFrom } from './demand.ts'
import { resetSuperFactors } from './reset-super-factors.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { superSecondFactor: true } })
})
afterAll(() => app.close())

const day = 24 * 3600 * 1000

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })
}

type Credentials = Pick<Person, 'email' | 'password'>
const tryLogin = ({ email, password }: Credentials) =>
  injectCall(app.http, login, { body: { email, password } }, { from: nextAddress() })
const setUp = (challenge: string) => injectCall(app.http, startDemandedSecondFactor, { body: { challenge } })
const confirm = (challenge: string, code: string) =>
  injectCall(app.http, finishDemandedSecondFactor, { body: { challenge, code } }, { from: nextAddress() })

async function setSetting({ admin }: Company, key: SettingKey, value: string): Promise<void> {
  expect((await admin.call(updateSetting, { params: { key }, body: { value } })).status).toBe(200)
}

/** A company that demands a second factor of a group, with the days of grace. */
async function makeDemanding(group: string, graceDays: string): Promise<Company> {
  const company = await makeCompany(app)
  await setSetting(company, 'secondFactorGraceDays', graceDays)
  await setSetting(company, 'secondFactorFor', group)
  return company
}

function challengeIn({ refusal }: { refusal?: unknown }): string {
  return String((refusal as { values?: { challenge?: string } }).values?.challenge)
}

/** The clock of tests may be behind that of the database, by which accounts are made. */
function passGrace(due: string | null | undefined): void {
  app.clock.advance(new Date(String(due)).getTime() - app.clock.now().getTime())
}

async function challengeOf(person: Credentials): Promise<string> {
  const late = await tryLogin(person)
  expect(late).toMatchObject({ status: 428, error: 'ERR_SECOND_FACTOR_SETUP_REQUIRED' })
  expect(late.raw.cookies).toEqual([])
  return challengeIn(late)
}

async function challengeAfterGrace(person: Credentials): Promise<string> {
  const early = await tryLogin(person)
  expect(early.status).toBe(200)
  passGrace(early.body.user.secondFactorDue)
  return challengeOf(person)
}

test('in the days of grace the password opens and says until when; afterwards the login sets the factor up', async () => {
  const { admin } = await makeDemanding('everybody', '3')
  const early = await tryLogin(admin)
  const due = new Date(String(early.body.user.secondFactorDue)).getTime()
  expect(due - app.clock.now().getTime()).toBeGreaterThan(2.9 * day)
  const challenge = await challengeAfterGrace(admin)
  const { body: setup } = await setUp(challenge)
  expect(setup.address).toContain('otpauth://totp/')
  expect((await confirm(challenge, '000000')).error).toBe('ERR_SECOND_FACTOR_CODE_WRONG')
  const done = await confirm(challenge, codeOf(setup.secret))
  expect(done.status).toBe(200)
  expect(done.body.recoveryCodes).toHaveLength(10)
  expect(done.body.user.secondFactorDue).toBeNull()
  expect((await injectCall(app.http, me, {}, { token: done.body.token })).body.id).toBe(admin.id)
  // The challenge of before is used up, and the next login asks for a code.
  expect((await setUp(challenge)).error).toBe('ERR_SECOND_FACTOR_EXPIRED')
  const next = await tryLogin(admin)
  expect(next.error).toBe('ERR_SECOND_FACTOR_REQUIRED')
  app.clock.advance(30_000)
  const finished = await injectCall(
    app.http,
    finishLogin,
    { body: { challenge: challengeIn(next), code: codeOf(setup.secret) } },
    { from: nextAddress() }
  )
  expect(finished.status).toBe(200)
})

test('a challenge to set one up opens nothing by itself, and is for one account', async () => {
  const [one, two] = [await makeDemanding('everybody', '0'), await makeDemanding('everybody', '0')]
  const challenge = await challengeOf(one.admin)
  const finished = await injectCall(app.http, finishLogin, { body: { challenge, code: '123456' } })
  expect(finished.error).toBe('ERR_SECOND_FACTOR_EXPIRED')
  expect((await confirm(challenge, '123456')).error).toBe('ERR_SECOND_FACTOR_EXPIRED')
  const [, , ...rest] = challenge.split('.')
  expect((await setUp([two.id, two.admin.id, ...rest].join('.'))).error).toBe('ERR_SECOND_FACTOR_EXPIRED')
  expect((await injectCall(app.http, me, {}, { token: challenge })).error).toBe('ERR_SESSION_EXPIRED')
})

test('what is demanded of admins is demanded of nobody else', async () => {
  const company = await makeDemanding('admins', '3')
  const user = await makeUser(company)
  const entered = await tryLogin(user)
  expect(entered.status).toBe(200)
  expect(entered.body.user.secondFactorDue).toBeNull()
  await challengeAfterGrace(company.admin)
})

test('a login of before ends with its next exchange of tokens, and not where older clients are allowed', async () => {
  const exchange = async (settings: Partial<Record<SettingKey, string>>) => {
    const company = await makeDemanding('everybody', '3')
    for (const [key, value] of Object.entries(settings)) await setSetting(company, key as SettingKey, value)
    const early = await tryLogin(await makeUser(company))
    passGrace(early.body.user.secondFactorDue)
    const cookie = early.raw.cookies.find(({ name }) => name === 'jrt')?.value
    return injectCall(app.http, refreshToken, {}, { cookie })
  }
  expect((await exchange({ passwordOnlyClients: 'enabled' })).status).toBe(200)
  expect((await exchange({})).error).toBe('ERR_SESSION_ENDED')
})

test('a super user has a week, whatever the company says, and longer where the server does not demand it', async () => {
  const due = (demandsOfSuper: boolean) =>
    demandedFrom(
      { ...app.ctx, config: { ...app.ctx.config, superSecondFactor: demandsOfSuper } },
      { companyId: 1, profile: 'admin', isSuper: true, createdAt: new Date('2026-03-02T12:00:00Z') }
    )
  expect(await due(true)).toEqual(new Date('2026-03-09T12:00:00Z'))
  expect(await due(false)).toBeNull()
  app.clock.advance(8 * day)
  const challenge = await challengeOf(testSuper)
  const { body: setup } = await setUp(challenge)
  const done = await confirm(challenge, codeOf(setup.secret))
  expect((await tryLogin(testSuper)).error).toBe('ERR_SECOND_FACTOR_REQUIRED')
  // For one who lost phone and codes, and whom nobody else may help.
  await resetSuperFactors(app.ctx)
  expect((await tryLogin(testSuper)).error).toBe('ERR_SECOND_FACTOR_REQUIRED')
  await resetSuperFactors({ ...app.ctx, config: { ...app.ctx.config, resetsSuperFactors: true } })
  expect((await injectCall(app.http, me, {}, { token: done.body.token })).error).toBe('ERR_SESSION_ENDED')
  expect((await tryLogin(testSuper)).error).toBe('ERR_SECOND_FACTOR_SETUP_REQUIRED')
})

test('an admin resets the factor of somebody else: logins end, the person is told, the audit log knows', async () => {
  const company = await makeCompany(app)
  const [user, other] = [await makeUser(company), await makeCompany(app)]
  const { body: setup } = await user.call(startSecondFactor, { body: { currentPassword: user.password } })
  expect((await user.call(confirmSecondFactor, { body: { code: codeOf(setup.secret) } })).status).toBe(200)
  const params = { id: user.id }
  const body = { currentPassword: company.admin.password }
  expect((await company.admin.call(showSecondFactorOf, { params })).body.since).not.toBeNull()
  expect((await user.call(resetSecondFactor, { params, body: {} })).error).toBe('ERR_NO_PERMISSION')
  expect((await other.admin.call(resetSecondFactor, { params, body: {} })).error).toBe('ERR_NO_USER_FOUND')
  const own = await company.admin.call(resetSecondFactor, { params: { id: company.admin.id }, body })
  expect(own.error).toBe('ERR_NO_PERMISSION')
  const wrong = await company.admin.call(resetSecondFactor, { params, body: { currentPassword: 'errada' } })
  expect(wrong.error).toBe('ERR_CURRENT_PASSWORD_WRONG')
  expect((await company.admin.call(resetSecondFactor, { params, body })).body).toEqual({ since: null, passkeys: 0 })
  expect((await user.call(me)).error).toBe('ERR_SESSION_ENDED')
  expect((await company.admin.call(resetSecondFactor, { params, body })).error).toBe('ERR_SECOND_FACTOR_OFF')
  expect((await tryLogin(user)).status).toBe(200)
  await app.drain()
  const mails = app.mails.filter(({ to }) => to === user.email)
  expect(mails.at(-1)?.subject).toBe('A verificação em duas etapas foi redefinida')
  expect(mails.at(-1)?.text).toContain(company.admin.name)
  const { body: audit } = await company.admin.call(listAudit, { query: {} })
  expect(JSON.stringify(audit)).toContain('second-factor.reset')
})
