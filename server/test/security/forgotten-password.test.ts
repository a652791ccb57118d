// Whoever reads somebody's mail sets a new password by its code, and is then asked for the second factor like everybody else.
import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgotPassword, login, me, resetPasswordByBody } from '@guiche/shared/features/org/auth.ts'
import { confirmSecondFactor, startSecondFactor } from '@guiche/shared/features/org/second-factor.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, nextAddress } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('a code by mail opens no account that has a second factor', async () => {
  const { admin } = await makeCompany(app)
  const { body: setup } = await admin.call(startSecondFactor, { body: { currentPassword: admin.password } })
  const timestamp = app.clock.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(setup.secret) }).generate({ timestamp })
  expect((await admin.call(confirmSecondFactor, { body: { code } })).status).toBe(200)

  const { email } = admin
  const from = nextAddress()
  expect((await injectCall(app.http, forgotPassword, { params: { email } }, { from })).status).toBe(200)
  await app.drain()
  const mails = app.mails.filter(({ to }) => to === email).map(({ text }) => / ([A-Z0-9]{6})\n/.exec(text)?.[1])
  const mailed = mails.findLast((one) => one !== undefined) ?? ''
  const newPassword = 'Nova-Senha-1'
  const given = await injectCall(
    app.http,
    resetPasswordByBody,
    { body: { email, code: mailed, newPassword } },
    { from }
  )
  expect(given.status).toBe(200)
  expect(given.raw.cookies).toEqual([])

  const entered = await injectCall(app.http, login, { body: { email, password: newPassword } }, { from })
  expect(entered).toMatchObject({ status: 428, error: 'ERR_SECOND_FACTOR_REQUIRED' })
  expect(entered.raw.cookies).toEqual([])
  expect((await admin.call(me)).error).toBe('ERR_SESSION_ENDED')
})
