// With PASSWORD_POLICY=strong every form that sets a password has the rule of the one for forgotten passwords.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany, signUp } from '@guiche/shared/features/org/companies.ts'
import { createUser, updateUser } from '@guiche/shared/features/org/users.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { readConfig } from '#platform/config/env.ts'
import { buildTestApp, testSuper, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makePlan, makeUser, signIn, signInSuper, unique } from '#test/fixtures/factories.ts'
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
const good = 'Senha-forte-1'
const refusal = { error: 'ERR_PASSWORD_TOO_WEAK', fields: { password: 'ERR_PASSWORD_TOO_WEAK' } }

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
    expect(await set(weak)).toMatchObject({ status: 400, refusal })
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

test('the first super user is no exception', () => {
  const settings = { NODE_ENV: 'test', PASSWORD_POLICY: 'strong', SUPER_EMAIL: testSuper.email }
  expect(() => readConfig({ ...settings, SUPER_PASSWORD: 'fraca' })).toThrow(/^SUPER_PASSWORD:/)
  expect(readConfig({ ...settings, SUPER_PASSWORD: good }).wantsStrongPasswords).toBe(true)
})
