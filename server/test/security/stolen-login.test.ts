// A stolen login that still runs: it does not become the thief's account, and the owner hears of every try that works.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { login, me, resetPasswordByBody, forgotPassword } from '@guiche/shared/features/org/auth.ts'
import { createCompany, listCompanies } from '@guiche/shared/features/org/companies.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { createUser, listUsers, updateUser } from '@guiche/shared/features/org/users.ts'
import { createPrompt, listPrompts, updatePrompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import {
  createIntegration,
  listIntegrations,
  updateIntegration
} from '@guiche/shared/features/automation/integrations.ts'
import {
  createWebhook,
  listWebhooks,
  renewWebhookSecret,
  updateWebhook
} from '@guiche/shared/features/automation/webhooks.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, signIn, signInSuper, type Person } from '#test/fixtures/factories.ts'
import { injectCall, type Answer } from '#test/server/inject-call.ts'

const minute = 60_000

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
  // Delays of two seconds would be over on a busy machine.
  test.clock.stop()
})
afterAll(() => test.close())

const change = (person: Person, body: object, id = person.id) => person.call(updateUser, { params: { id }, body })
async function mailsTo(email: string) {
  await test.drain()
  return test.mails.filter(({ to }) => to === email)
}
const maySignIn = async ({ email }: Person, password: string) =>
  (await injectCall(test.http, login, { body: { email, password } }, { from: '198.18.3.3' })).status === 200

it('changes neither password nor address without the current password, and tells clients why', async () => {
  const { admin: stolen } = await makeCompany(test)
  test.clock.advance(5 * minute + 1000)
  for (const body of [
    { password: 'Roubada-123' },
    { email: 'ladrao@fora.test' },
    { password: 'Roubada-123', email: 'l@f.test' }
  ]) {
    const missing = await change(stolen, body)
    expect([missing.status, missing.error]).toEqual([400, 'ERR_CURRENT_PASSWORD_REQUIRED'])
    expect(missing.refusal?.fields).toEqual({ currentPassword: 'ERR_CURRENT_PASSWORD_REQUIRED' })
    const wrong = await change(stolen, { ...body, currentPassword: 'palpite' })
    expect([wrong.status, wrong.error]).toEqual([400, 'ERR_CURRENT_PASSWORD_WRONG'])
  }
  expect((await stolen.call(me)).body.email).toBe(stolen.email)
  expect(await mailsTo(stolen.email)).toEqual([])
  expect(await maySignIn(stolen, stolen.password)).toBe(true)
})

it('keeps forms that send everything anew working: name, queues and the same address are no change of these', async () => {
  const { admin } = await makeCompany(test)
  test.clock.advance(14 * minute)
  const body = { name: 'Outro Nome', email: admin.email.toUpperCase(), password: '', profile: 'admin', queueIds: [] }
  const saved = await change(admin, body)
  expect([saved.status, saved.body?.name]).toEqual([200, 'Outro Nome'])
  expect(await mailsTo(admin.email)).toEqual([])
})

it('lets a client that knows no such field change them within five minutes of the login, and no longer by refreshing', async () => {
  const { admin } = await makeCompany(test)
  test.clock.advance(4 * minute)
  expect((await change(admin, { password: 'Segunda-123' })).status).toBe(200)
  test.clock.advance(2 * minute)
  expect((await change(admin, { password: 'Terceira-123' })).error).toBe('ERR_CURRENT_PASSWORD_REQUIRED')
  expect((await change(admin, { password: 'Terceira-123', currentPassword: 'Segunda-123' })).status).toBe(200)
  const again = await signIn(test, { email: admin.email, password: 'Terceira-123' })
  expect((await change(again, { password: 'Quarta-123' })).status).toBe(200)
})

it('guesses no current password: five tries, then waiting, counted over all at once', async () => {
  const { admin: stolen } = await makeCompany(test)
  test.clock.advance(6 * minute)
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => change(stolen, { email: 'l@fora.test', currentPassword: `Senha-${n}00` }))
  )
  const errors = Map.groupBy(guesses, ({ error }) => error)
  expect(errors.get('ERR_CURRENT_PASSWORD_WRONG')).toHaveLength(5)
  expect(errors.get('ERR_TOO_MANY_REQUESTS')).toHaveLength(15)
  // A right one in the middle of it is no better.
  expect((await change(stolen, { email: 'l@fora.test', currentPassword: stolen.password })).status).toBe(429)
  // The owner signs in all the same, and so can change what the thief wanted.
  const owner = await signIn(test, stolen)
  expect((await change(owner, { password: 'Minha-1234' })).status).toBe(200)
})

/** The call is refused without the own password and with another one, changes nothing by it, and is let through with it. */
async function asksAgain(
  { password }: Person,
  send: (confirmed: {
    currentPassword?: string
  }) => Promise<Pick<Answer<typeof updateUser>, 'status' | 'error' | 'refusal'>>,
  seen: () => Promise<unknown>
) {
  const before = await seen()
  const missing = await send({})
  expect([missing.status, missing.error]).toEqual([400, 'ERR_CURRENT_PASSWORD_REQUIRED'])
  expect(missing.refusal?.fields).toEqual({ currentPassword: 'ERR_CURRENT_PASSWORD_REQUIRED' })
  const wrong = await send({ currentPassword: 'palpite' })
  expect([wrong.status, wrong.error]).toEqual([400, 'ERR_CURRENT_PASSWORD_WRONG'])
  expect(await seen()).toEqual(before)
  // Wrong ones count for the login, also after a right one.
  test.clock.advance(30_000)
  expect((await send({ currentPassword: password })).status).toBe(200)
}

it('makes no account of its own with a password that the thief knows, nor an admin of an attendant', async () => {
  const company = await makeCompany(test)
  const { admin: stolen } = company
  const helper = await makeUser(company)
  test.clock.advance(6 * minute)
  const seen = async () =>
    (await stolen.call(listUsers)).body.users.map(({ email, profile, permissions }) => ({
      email,
      profile,
      permissions
    }))
  for (const profile of ['user', 'admin'] as const) {
    const body = { name: 'Porta dos fundos', email: `porta-${profile}@fora.test`, password: 'Roubada-123', profile }
    const draft = (confirmed: object) => stolen.call(createUser, { body: { ...body, ...confirmed } })
    expect((await draft({})).status).toBe(400)
    expect((await injectCall(test.http, login, { body }, { from: '198.18.5.5' })).status).toBe(404)
    await asksAgain(stolen, draft, seen)
  }
  for (const body of [{ permissions: ['prompts-page:write' as const] }, { profile: 'admin' as const }]) {
    await asksAgain(stolen, (confirmed) => change(stolen, { ...body, ...confirmed }, helper.id), seen)
  }
  // What makes nobody mightier is asked of nobody, and neither is what stays as it is.
  const form = { name: 'Nome Novo', profile: 'admin', permissions: ['prompts-page:write'], allTicket: 'enabled' }
  expect((await change(stolen, form, helper.id)).status).toBe(200)
})

it('carries no events away: a webhook, its address and its secret ask for the password', async () => {
  const { admin: stolen } = await makeCompany(test)
  const events = ['message.created' as const]
  const url = 'https://programa.exemplo.com.br/gancho'
  const early = await stolen.call(createWebhook, { body: { url, events } })
  expect(early.status).toBe(200)
  const params = { id: early.body.webhook.id }
  test.clock.advance(6 * minute)
  const seen = async () => (await stolen.call(listWebhooks)).body
  const away = { url: 'https://ladrao.exemplo.com.br/gancho' }
  await asksAgain(stolen, (more) => stolen.call(createWebhook, { body: { ...away, events, ...more } }), seen)
  await asksAgain(stolen, (more) => stolen.call(updateWebhook, { params, body: { ...away, ...more } }), seen)
  await asksAgain(stolen, (more) => stolen.call(renewWebhookSecret, { params, body: more }), seen)
  // The address as it is, and what it hears.
  const form = { ...away, events: ['ticket.updated' as const], active: false }
  expect((await stolen.call(updateWebhook, { params, body: form })).status).toBe(200)
})

it('leads no customers away: prompts and integrations that go elsewhere ask for the password', async () => {
  const company = await makeCompany(test)
  const { admin: stolen } = company
  const { id: queueId } = await makeQueue(company)
  const prompt = { name: 'Ajuda', prompt: 'Ajude.', queueId, apiKey: 'sk-da-empresa' }
  const flow = { type: 'n8n' as const, name: 'Fluxo', urlN8N: 'https://fluxo.exemplo.com.br/a' }
  const agent = { type: 'dialogflow' as const, name: 'Agente', projectName: 'agente-da-empresa' }
  const made = {
    prompt: (await stolen.call(createPrompt, { body: prompt })).body,
    flow: (await stolen.call(createIntegration, { body: flow })).body,
    agent: (await stolen.call(createIntegration, { body: agent })).body
  }
  test.clock.advance(6 * minute)
  const seen = async () => [(await stolen.call(listPrompts)).body, (await stolen.call(listIntegrations)).body]
  const asksOnPrompt = async (body: typeof prompt & { baseUrl?: string; voiceRegion?: string }) => {
    const params = { id: made.prompt.id }
    await asksAgain(stolen, (more) => stolen.call(updatePrompt, { params, body: { ...body, ...more } }), seen)
  }
  await asksAgain(stolen, (more) => stolen.call(createPrompt, { body: { ...prompt, ...more } }), seen)
  await asksOnPrompt({ ...prompt, apiKey: 'sk-do-ladrao' })
  await asksOnPrompt({ ...prompt, apiKey: '', baseUrl: 'https://ladrao.exemplo.com.br/v1' })
  const voiceRegion = 'https://ladrao.exemplo.com.br/voz'
  await asksOnPrompt({ ...prompt, apiKey: '', baseUrl: 'https://ladrao.exemplo.com.br/v1', voiceRegion })
  await asksAgain(stolen, (more) => stolen.call(createIntegration, { body: { ...flow, ...more } }), seen)
  for (const [{ id }, body] of [
    [made.flow, { ...flow, urlN8N: 'https://fluxo.exemplo.com.br/ladrao' }],
    [made.agent, { ...agent, projectName: 'agente-do-ladrao' }],
    [made.agent, { ...agent, projectName: 'agente-do-ladrao', jsonContent: '{}' }]
  ] as const) {
    await asksAgain(
      stolen,
      (more) => stolen.call(updateIntegration, { params: { id }, body: { ...body, ...more } }),
      seen
    )
  }
  // What goes where it went.
  const words = {
    ...prompt,
    apiKey: '',
    baseUrl: 'https://ladrao.exemplo.com.br/v1',
    voiceRegion,
    prompt: 'Ajude mais.'
  }
  expect((await stolen.call(updatePrompt, { params: { id: made.prompt.id }, body: words })).status).toBe(200)
  const renamed = { ...agent, projectName: 'agente-do-ladrao', name: 'Outro nome' }
  expect((await stolen.call(updateIntegration, { params: { id: made.agent.id }, body: renamed })).status).toBe(200)
})

it('makes no company of the super user’s: its first login would be the thief’s', async () => {
  const stolen = await signInSuper(test)
  const body = { name: 'Loja do ladrão', email: 'loja@ladrao.test', password: 'Roubada-123' }
  test.clock.advance(6 * minute)
  const seen = async () => (await stolen.call(listCompanies)).body.map(({ name }) => name)
  await asksAgain(stolen, (more) => stolen.call(createCompany, { body: { ...body, ...more } }), seen)
  expect(await seen()).toContain(body.name)
})

it('tells the address before of a changed address and password, in the language of the company', async () => {
  const subjects = {
    pt: [
      'Sua senha foi trocada',
      'O e-mail da sua conta foi trocado',
      'O e-mail e a senha da sua conta foram trocados'
    ],
    en: [
      'Your password was changed',
      'The e-mail of your account was changed',
      'The e-mail and the password of your account were changed'
    ],
    es: [
      'Se cambió tu contraseña',
      'Se cambió el correo de tu cuenta',
      'Se cambiaron el correo y la contraseña de tu cuenta'
    ]
  }
  for (const [language, told] of Object.entries(subjects)) {
    const { admin } = await makeCompany(test)
    await admin.call(updateSetting, { params: { key: 'chatBotLanguage' }, body: { value: language } })
    const moved = `nova${language}@empresa.test`
    expect((await change(admin, { password: 'Nova-1234' })).status).toBe(200)
    expect((await change(admin, { email: moved })).status).toBe(200)
    expect((await change(admin, { email: `outra${language}@empresa.test`, password: 'Nova-12345' })).status).toBe(200)
    const first = await mailsTo(admin.email)
    expect(first.map(({ subject }) => subject)).toEqual(told.slice(0, 2))
    expect((await mailsTo(moved)).map(({ subject }) => subject)).toEqual(told.slice(2))
    for (const { text } of first) {
      expect(text).toContain(admin.name)
      expect(text).toMatch(/\d{2}\/\d{2}\/\d{4}.*\(America\/Sao_Paulo\)/)
      expect(text).not.toContain(moved)
    }
    expect(first[0]?.text).toContain('/console/forgetpsw')
    expect(first[1]?.text).toContain('no…@empresa.test')
  }
})

it('lets an admin set somebody else’s password by the admin’s own, and tells the person who did it', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  test.clock.advance(6 * minute)
  const body = { password: 'Outra-123' }
  expect((await change(company.admin, body, user.id)).error).toBe('ERR_CURRENT_PASSWORD_REQUIRED')
  // The password of the person is not that of the admin.
  const other = { ...body, currentPassword: 'Senha-999' }
  expect((await change(company.admin, other, user.id)).error).toBe('ERR_CURRENT_PASSWORD_WRONG')
  const right = { ...body, currentPassword: company.admin.password }
  expect((await change(company.admin, right, user.id)).status).toBe(200)
  const [mail] = await mailsTo(user.email)
  expect(mail?.subject).toBe('Sua senha foi trocada')
  expect(mail?.text).toContain(`Quem: ${company.admin.name}, que administra a conta da sua empresa.`)
  expect(await mailsTo(company.admin.email)).toEqual([])
})

it('opens nothing with a code that was mailed before the address changed, and tells of a password set by a code', async () => {
  const { admin } = await makeCompany(test)
  const codeFor = async (email: string) => {
    await injectCall(test.http, forgotPassword, { params: { email } }, { from: '198.18.4.4' })
    const code = (await mailsTo(email)).map(({ text }) => /: ([A-Z0-9]{6})\n/.exec(text)?.[1]).findLast(Boolean) ?? ''
    return { email, code, newPassword: 'Roubada-123' }
  }
  const old = await codeFor(admin.email)
  const email = 'segura@empresa.test'
  expect((await change(admin, { email })).status).toBe(200)
  expect((await injectCall(test.http, resetPasswordByBody, { body: { ...old, email } })).error).toBe(
    'ERR_RESET_CODE_INVALID'
  )

  expect((await injectCall(test.http, resetPasswordByBody, { body: await codeFor(email) })).status).toBe(200)
  const last = (await mailsTo(email)).at(-1)
  expect(last?.text).toContain('Como: com o código que enviamos a este e-mail.')
})
