// A forgotten password: the mail, the code, and what ends with it.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  forgotPassword,
  login,
  me,
  refreshToken,
  resetPassword,
  resetPasswordByBody
} from '@guiche/shared/features/org/auth.ts'
import { passwordResets } from '#database/tables/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, nextAddress } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const minute = 60_000
const somewhere = () => ({ from: nextAddress() })
const newPassword = 'Nova-Senha-1'

async function ask(email: string, language?: string) {
  const headers: Record<string, string> = language ? { 'accept-language': language } : {}
  const answer = await injectCall(test.http, forgotPassword, { params: { email } }, { ...somewhere(), headers })
  await test.drain()
  return answer
}
function codeSentTo(email: string): string {
  const mail = test.mails.findLast(({ to }) => to === email)
  return / ([A-Z0-9]{6})\n/.exec(mail?.text ?? '')?.[1] ?? 'no code'
}
const give = (email: string, code: string, password = newPassword) =>
  injectCall(test.http, resetPasswordByBody, { body: { email, code, newPassword: password } }, somewhere())
const canLogIn = async (email: string, password: string) =>
  (await injectCall(test.http, login, { body: { email, password } }, somewhere())).status === 200

describe('asking for a code', () => {
  it('mails six letters that cannot be mistaken for one another', async () => {
    const { admin } = await makeCompany(test)
    const { status, body } = await ask(admin.email)
    expect([status, body.message]).toEqual([200, 'Email enviado com sucesso!'])
    expect(codeSentTo(admin.email)).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{6}$/)
  })

  it('answers 404 for an unknown mail address', async () => {
    const { status, error } = await ask('ninguem@empresa.test')
    expect([status, error]).toEqual([404, 'ERR_NO_USER_FOUND'])
  })

  it('answers alike for known and unknown ones where that is wanted', async () => {
    const hiding = await buildTestApp({ besides: test, config: { hideUnknownEmail: true } })
    try {
      const { admin } = await makeCompany(test)
      const asking = (email: string) => injectCall(hiding.http, forgotPassword, { params: { email } }, somewhere())
      const [known, unknown] = [await asking(admin.email), await asking('ninguem@empresa.test')]
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
      await hiding.drain()
      const asked = [admin.email, 'ninguem@empresa.test']
      const mailed = [...hiding.mails, ...test.mails].map(({ to }) => to).filter((to) => asked.includes(to))
      expect(mailed).toEqual([admin.email])
      for (const email of asked) {
        const start = performance.now()
        const body = { email, code: 'AAAAAA', newPassword }
        const { status, error } = await injectCall(hiding.http, resetPasswordByBody, { body }, somewhere())
        expect([status, error]).toEqual([404, 'ERR_RESET_CODE_INVALID'])
        expect(performance.now() - start).toBeGreaterThan(240)
      }
    } finally {
      await hiding.close()
    }
  })

  it.each([
    ['pt-BR,pt;q=0.9', 'Seu código para redefinir a senha'],
    ['en-US', 'Your code to reset your password'],
    ['es', 'Tu código para restablecer la contraseña']
  ])('writes to a browser in %s: %s', async (language, subject) => {
    const { admin } = await makeCompany(test)
    await ask(admin.email, language)
    expect(test.mails.findLast(({ to }) => to === admin.email)?.subject).toBe(subject)
  })

  it('keeps the code nowhere in the clear: neither in the table, nor in the log', async () => {
    const { admin } = await makeCompany(test)
    await ask(admin.email)
    const code = codeSentTo(admin.email)
    expect(JSON.stringify(await test.ctx.db.select().from(passwordResets))).not.toContain(code)
    expect(test.logged.join('\n')).not.toContain(code)
    expect(test.logged.join('\n')).not.toContain(admin.email)
  })

  it('is slowed down for one account', async () => {
    const { admin } = await makeCompany(test)
    for (let n = 0; n < 3; n++) expect((await ask(admin.email)).status).toBe(200)
    expect((await ask(admin.email)).error).toBe('ERR_TOO_MANY_REQUESTS')
  })
})

describe('giving the code', () => {
  it('sets the new password once and ends every login', async () => {
    const { admin } = await makeCompany(test)
    const socket = await admin.connect()
    await ask(admin.email)
    const code = codeSentTo(admin.email)
    const { status, body } = await give(admin.email, code)
    expect([status, body.message]).toEqual([200, 'Senha redefinida com sucesso.'])
    expect(await socket.closed).toBe('io server disconnect')
    expect((await admin.call(me)).status).toBe(401)
    expect((await injectCall(test.http, refreshToken, {}, { cookie: admin.refreshToken })).status).toBe(401)
    expect(await canLogIn(admin.email, admin.password)).toBe(false)
    expect(await canLogIn(admin.email, newPassword)).toBe(true)
    expect((await give(admin.email, code)).error).toBe('ERR_RESET_CODE_INVALID')
  })

  it('works as older clients spell it, in small letters and with spaces', async () => {
    const { admin } = await makeCompany(test)
    await ask(admin.email)
    const token = codeSentTo(admin.email)
      .toLowerCase()
      .replace(/^(...)/, '$1 ')
    const params = { email: admin.email.toUpperCase(), token, newPassword }
    expect((await injectCall(test.http, resetPassword, { params }, somewhere())).status).toBe(200)
    expect(await canLogIn(admin.email, newPassword)).toBe(true)
  })

  it('takes a code for fifteen minutes', async () => {
    const { admin } = await makeCompany(test)
    await ask(admin.email)
    test.clock.advance(15 * minute)
    const { status, error } = await give(admin.email, codeSentTo(admin.email))
    expect([status, error]).toEqual([404, 'ERR_RESET_CODE_INVALID'])
  })

  it('takes five wrong codes, even at once, and then not even the right one', async () => {
    const { admin } = await makeCompany(test)
    await ask(admin.email)
    const code = codeSentTo(admin.email)
    const wrong = code === 'AAAAAA' ? 'CCCCCC' : 'AAAAAA'
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(admin.email, wrong)))
    expect(answers.map(({ error }) => error)).toEqual(Array(5).fill('ERR_RESET_CODE_INVALID'))
    expect((await give(admin.email, code)).error).toBe('ERR_RESET_CODE_INVALID')
    await ask(admin.email)
    expect((await give(admin.email, codeSentTo(admin.email))).status).toBe(200)
  })

  it('takes the newest code only, and never that of somebody else', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    await ask(one.admin.email)
    const first = codeSentTo(one.admin.email)
    await ask(one.admin.email)
    const second = codeSentTo(one.admin.email)
    await ask(other.admin.email)
    expect((await give(one.admin.email, first)).status).toBe(404)
    expect((await give(other.admin.email, second)).status).toBe(404)
    expect((await give(one.admin.email, second)).status).toBe(200)
  })

  it.each(['curta1A', 'semmaiuscula1', 'SEMMINUSCULA1', 'SemNumeroAqui', `Aa1${'x'.repeat(48)}`])(
    'refuses the weak password %s with a sentence',
    async (weak) => {
      const { admin } = await makeCompany(test)
      const { status, refusal } = await give(admin.email, 'AAAAAA', weak)
      expect(status).toBe(400)
      expect(Object.keys(refusal?.fields ?? {})).toEqual(['newPassword'])
    }
  )

  it('opens an account again that was slowed down', async () => {
    const { admin } = await makeCompany(test)
    for (let n = 0; n < 5; n++) await canLogIn(admin.email, 'errada')
    expect(await canLogIn(admin.email, admin.password)).toBe(false)
    await ask(admin.email)
    await give(admin.email, codeSentTo(admin.email))
    expect(await canLogIn(admin.email, newPassword)).toBe(true)
  })

  it('never breaks, whatever is typed', async () => {
    const { admin } = await makeCompany(test)
    const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constant('\u0000'))
    await fc.assert(
      fc.asyncProperty(typed, typed, fc.boolean(), async (email, code, known) => {
        const { status } = await give(known ? admin.email : email, code)
        expect([400, 404, 429]).toContain(status)
        const path = await ask(known ? admin.email : encodeURIComponent(email.toWellFormed()) || 'x')
        expect([200, 400, 404, 429]).toContain(path.status)
      }),
      { numRuns: 40 }
    )
  })
})
