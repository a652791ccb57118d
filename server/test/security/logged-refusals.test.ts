// Whoever tries what they may not leaves a line in the log: who, from where, at which route, and no more than one a minute.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendExternally } from '@guiche/shared/features/automation/external-api.ts'
import { login } from '@guiche/shared/features/org/auth.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, nextAddress } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

function refusals() {
  const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  return lines
    .filter(({ msg }) => msg === 'a call was refused')
    .map(({ code, route, address, companyId, userId }) => ({ code, route, address, companyId, userId }))
}

test('an attendant at what is for admins, a program without a token, and a guesser', async () => {
  const company = await makeCompany(app)
  const attendant = await makeUser(company)
  const change = () =>
    attendant.call(updateSetting, { params: { key: 'userRating' }, body: { value: 'enabled' } as never })
  for (let count = 0; count < 3; count++) expect((await change()).error).toBe('ERR_NO_PERMISSION')
  const who = { companyId: company.id, userId: attendant.id }
  expect(refusals()).toEqual([
    { code: 'ERR_NO_PERMISSION', route: 'PUT /settings/:key', address: attendant.address, ...who }
  ])

  const from = nextAddress()
  const nobody = { companyId: undefined, userId: undefined }
  const sent = await injectCall(app.http, sendExternally, { body: {} as never }, { from, token: 'x'.repeat(40) })
  expect(sent.error).toBe('ERR_CONNECTION_TOKEN_INVALID')
  expect(refusals().at(-1)).toEqual({
    ...{ code: 'ERR_CONNECTION_TOKEN_INVALID', route: 'POST /api/messages/send', address: from, ...nobody }
  })

  const body = { email: company.admin.email, password: 'Errada-123' }
  for (let count = 0; count < 8; count++) await injectCall(app.http, login, { body }, { from })
  expect(refusals().filter(({ code }) => code === 'ERR_TOO_MANY_REQUESTS')).toEqual([
    { code: 'ERR_TOO_MANY_REQUESTS', route: 'POST /auth/login', address: from, ...nobody }
  ])
  expect(app.logged.join('')).not.toContain('Errada-123')
})

test('a sign-in with an address that nobody has: from where, and neither the address nor the password', async () => {
  const from = nextAddress()
  const body = { email: 'ninguem-aqui@fora.test', password: 'Errada-456' }
  expect((await injectCall(app.http, login, { body }, { from })).status).toBe(404)
  const lines = app.logged.filter((line) => line.includes('nobody has the mail address'))
  expect(lines.map((line) => (JSON.parse(line) as { address: string }).address)).toEqual([from])
  expect(app.logged.join('')).not.toMatch(/ninguem-aqui|Errada-456/)
})
