// With PASSWORD_POLICY=strong every form that sets a password asks for twelve characters and refuses common ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, resetPasswordByBody } from '@guiche/shared/features/org/auth.ts'
import { createCompany, signUp } from '@guiche/shared/features/org/companies.ts'
import { createUser, updateUser } from '@guiche/shared/features/org/users.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { readConfig } from '#platform/config/env.ts'
import { buildTestApp, testSuper, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makePlan, makeUser, nextAddress, signIn, signInSuper, unique } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let plain: TestApp
let strict: TestApp
beforeAll(async () => {
  plain = await buildTestApp()
  strict = await buildTestApp({ besides: plain, config: { wantsStrongPasswords: true } })
})
afterAll(async () => {
  await strict.close()
  await plain.close()
})

const weak = 'senha1'
/** As long as it takes, and with every kind of character. */
const short = 'Senha-For-1'
const common = 'PasswordPassword'
/** More than bcrypt would read, and no kind of character but one. */
const good = 'uma frase que nenhuma lista conhece '.repeat(4).slice(0, 128)
const refusalOf = (code: string, field = 'password') => ({ error: code, fields: { [field]: code } })

test('a weak password is refused wherever one is set, beside its field, and a strong one is taken', async () => {
  const company = await makeCompany(plain)
  const user = await makeUser(company)
  const admin = await signIn(strict, { email: company.admin.email, password: company.admin.password })
  const owner = await signInSuper(strict)
  const planId = (await makePlan(strict)).id
  const email = () => `forte${unique()}@empresa.test`
  const tries: ((password: string) => Promise<{ status: number; refusal?: unknown }>)[] = [
    (password) => admin.call(createUser, { body: { name: 'Ana', email: email(), password } as never }),
    (password) => admin.call(updateUser, { params: { id: user.id }, body: { password } }),
    (password) => owner.call(createCompany, { body: { name: `Loja ${unique()}`, email: email(), password } as never }),
    (password) => {
      const form = { name: `Loja ${unique()}`, email: email(), phone: '11987654321', password, planId }
      return injectCall(strict.http, signUp, { body: form as never })
    }
  ]
  for (const set of tries) {
    for (const tooShort of [weak, short]) {
      expect(await set(tooShort)).toMatchObject({ status: 400, refusal: refusalOf('ERR_PASSWORD_TOO_WEAK') })
    }
    expect(await set(common)).toMatchObject({ status: 400, refusal: refusalOf('ERR_PASSWORD_COMMON') })
    expect((await set(`${good}1`)).status).toBe(400)
    expect((await set(good)).status).toBe(200)
  }
  expect((await admin.call(updateUser, { params: { id: user.id }, body: { password: '' } })).status).toBe(200)
  expect((await injectCall(strict.http, showVersion)).body.passwordPolicy).toBe('strong')
})

test('without the policy the forms keep their own rule', async () => {
  const { admin } = await makeCompany(plain)
  const body = { name: 'Ana', email: `simples${unique()}@empresa.test`, password: weak }
  expect((await admin.call(createUser, { body: body as never })).status).toBe(200)
})

test('a long password is read to its last character', async () => {
  const admin = await signIn(strict, (await makeCompany(plain)).admin)
  const email = `longa${unique()}@empresa.test`
  await admin.call(createUser, { body: { name: 'Ana', email, password: good } as never })
  const enter = (password: string) =>
    injectCall(strict.http, login, { body: { email, password } }, { from: nextAddress() })
  expect((await enter(`${good.slice(0, 127)}x`)).status).toBe(401)
  expect((await enter(good)).status).toBe(200)
})

test('a forgotten password is replaced by the same rule, with the name of its own field', async () => {
  const { admin } = await makeCompany(plain)
  const give = (newPassword: string) =>
    injectCall(strict.http, resetPasswordByBody, { body: { email: admin.email, code: 'AAAAAA', newPassword } })
  expect(await give('Nova-Senha')).toMatchObject({ refusal: refusalOf('ERR_PASSWORD_TOO_WEAK', 'newPassword') })
  expect(await give(common)).toMatchObject({ refusal: refusalOf('ERR_PASSWORD_COMMON', 'newPassword') })
  expect((await give(good)).error).toBe('ERR_RESET_CODE_INVALID')
})

test('plain passwords end at fifty characters', async () => {
  const { admin } = await makeCompany(plain)
  const make = (password: string) =>
    admin.call(createUser, { body: { name: 'Ana', email: `longa${unique()}@empresa.test`, password } as never })
  expect(await make('x'.repeat(51))).toMatchObject({ status: 400, refusal: { fields: { password: 'Too Long!' } } })
  expect((await make('x'.repeat(50))).status).toBe(200)
})

test('the first super user is no exception', async () => {
  const settings = { NODE_ENV: 'test', PASSWORD_POLICY: 'strong', SUPER_EMAIL: testSuper.email }
  expect(() => readConfig({ ...settings, SUPER_PASSWORD: short })).toThrow(/^SUPER_PASSWORD:/)
  expect(readConfig({ ...settings, SUPER_PASSWORD: good }).wantsStrongPasswords).toBe(true)
})

test('in production strong passwords and hidden addresses are the default, elsewhere neither', () => {
  const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.test' }
  expect(readConfig(production)).toMatchObject({ wantsStrongPasswords: true, hideUnknownEmail: true })
  const chosen = { ...production, PASSWORD_POLICY: 'plain', HIDE_UNKNOWN_EMAIL: 'false', SUPER_PASSWORD: 'curta' }
  expect(readConfig(chosen)).toMatchObject({ wantsStrongPasswords: false, hideUnknownEmail: false })
  expect(readConfig({ NODE_ENV: 'test' })).toMatchObject({ wantsStrongPasswords: false, hideUnknownEmail: false })
})

test.each([
  'Guiche@2026!!',
  'Suporte-WhatsApp',
  'ADMIN-admin-123',
  'Atend1mento2026',
  'senha-da-empresa',
  'Contraseña.2026'
])('%s is made of words of this place and refused', async (password) => {
  const body = { name: 'Ana', email: `palavra${unique()}@empresa.test`, password }
  const admin = await signIn(strict, (await makeCompany(plain)).admin)
  const answer = await admin.call(createUser, { body: body as never })
  expect(answer).toMatchObject({ status: 400, refusal: refusalOf('ERR_PASSWORD_COMMON') })
})

test('a phrase that holds such a word among others is taken', async () => {
  const admin = await signIn(strict, (await makeCompany(plain)).admin)
  for (const password of ['o cliente de chapéu azul', 'whatsapp-cavalo-bateria', '8417 lojas de guarda-chuva']) {
    const body = { name: 'Ana', email: `frase${unique()}@empresa.test`, password }
    expect((await admin.call(createUser, { body: body as never })).status).toBe(200)
  }
})
