// Signing up where the address is confirmed first: nothing before the link, one company for it, and no word of known ones.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmSignUp, requestSignUp, signUp } from '@guiche/shared/features/org/companies.ts'
import { companies } from '#database/tables/org/companies.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makePlan, nextAddress, signIn, unique } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** A node of the same server that confirms addresses; companies of other tests are made by the first one. */
async function withConfirmation(work: (node: TestApp) => Promise<void>): Promise<void> {
  const node = await buildTestApp({ besides: app, config: { signUpByMail: true } })
  try {
    await work(node)
  } finally {
    await node.close()
  }
}

async function formOf() {
  const n = unique()
  return {
    name: `Confeitaria ${n}`,
    userName: 'Ana Souza',
    email: `confeitaria${n}@empresa.test`,
    password: 'Senha-123',
    confirmPassword: 'Senha-123',
    planId: (await makePlan(app)).id,
    language: 'pt-BR'
  }
}
type Form = Awaited<ReturnType<typeof formOf>>

const request = (node: TestApp, body: Form, from = nextAddress()) =>
  injectCall(node.http, requestSignUp, { body }, { from })
const confirm = (node: TestApp, token: string) => injectCall(node.http, confirmSignUp, { body: { token } })

async function mailTo(node: TestApp, email: string) {
  await node.drain()
  return [...app.mails, ...node.mails].findLast(({ to }) => to === email)
}

async function tokenOf(node: TestApp, form: Form): Promise<string> {
  expect((await request(node, form)).status).toBe(200)
  const text = (await mailTo(node, form.email))?.text ?? ''
  return /\/console\/signup\/confirmation#([\w-]+)/.exec(text)?.[1] ?? ''
}

const companiesCalled = (name: string) => app.ctx.db.select().from(companies).where(eq(companies.name, name))

test('a company is made by the link that was mailed, once, and its trial begins then', () =>
  withConfirmation(async (node) => {
    const form = await formOf()
    expect((await injectCall(node.http, signUp, { body: form })).error).toBe('ERR_SIGN_UP_BY_MAIL')
    const token = await tokenOf(node, form)
    expect(token).not.toContain('Senha')
    expect(await companiesCalled(form.name)).toEqual([])
    const before = app.clock.now().getTime()
    expect((await confirm(node, token)).body).toEqual({ email: form.email })
    const [made] = await companiesCalled(form.name)
    expect(Number(made?.dueDate?.getTime()) - before).toBeGreaterThanOrEqual(3 * 24 * 3_600_000)
    expect(await signIn(app, form)).toMatchObject({ name: 'Ana Souza', companyId: made?.id })
    expect((await confirm(node, token)).error).toBe('ERR_EMAIL_ALREADY_EXISTS')
    expect(await companiesCalled(form.name)).toHaveLength(1)
  }))

test('the answer for a known address is that for an unknown one, and its owner is told', () =>
  withConfirmation(async (node) => {
    const { admin } = await makeCompany(app)
    const form = await formOf()
    const [known, unknown] = [await request(node, { ...form, email: admin.email }), await request(node, form)]
    expect([known.status, known.raw.body]).toEqual([unknown.status, unknown.raw.body])
    const mail = await mailTo(node, admin.email)
    expect(mail?.subject).toBe('Você já tem uma conta no Guichê')
    expect(mail?.text).not.toContain(form.name)
    expect(mail?.text).not.toContain('confirmation#')
    expect(await companiesCalled(form.name)).toEqual([])
  }))

test('a link of another form, changed or old, makes nothing', () =>
  withConfirmation(async (node) => {
    const form = await formOf()
    const token = await tokenOf(node, form)
    const other = app.ctx.secrets.encrypt(Buffer.from(JSON.stringify({ kind: 'other' }))).toString('base64url')
    const changed = `${token.slice(0, -8)}${token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`
    for (const wrong of ['', 'lixo', other, changed]) {
      expect(await confirm(node, wrong)).toMatchObject({ status: 404, error: 'ERR_SIGN_UP_LINK_INVALID' })
    }
    node.clock.advance(24 * 3_600_000)
    expect((await confirm(node, token)).error).toBe('ERR_SIGN_UP_LINK_INVALID')
    expect(await companiesCalled(form.name)).toEqual([])
  }))

test('what is wrong with a form is said at once, and mails to one address are few', () =>
  withConfirmation(async (node) => {
    const form = await formOf()
    const taken = await makeCompany(app)
    const [stored] = await app.ctx.db.select().from(companies).where(eq(companies.id, taken.id))
    const name = stored?.name ?? ''
    expect((await request(node, { ...form, name: name.toUpperCase() })).refusal?.fields).toEqual({
      name: 'ERR_COMPANY_NAME_ALREADY_EXISTS'
    })
    expect((await request(node, { ...form, planId: 999_999 })).error).toBe('ERR_NO_PLAN_FOUND')
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await request(node, form)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  }))

test('where addresses are not confirmed nothing changes', async () => {
  const form = await formOf()
  expect((await injectCall(app.http, signUp, { body: form })).body).toMatchObject({ name: form.name })
})
