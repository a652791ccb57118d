// The audit log of access and people: who signed in or tried to, from where, and who changed whose rights.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgotPassword, login, logout, resetPasswordByBody } from '@guiche/shared/features/org/auth.ts'
import { acceptInvitation, createInvitations, revokeInvitation } from '@guiche/shared/features/org/invitations.ts'
import { deleteUser, updateUser } from '@guiche/shared/features/org/users.ts'
import { headsOf, rowsAfter } from '#platform/audit/audit-log.repo.ts'
import { checkChain } from '#platform/audit/check-chain.ts'
import { mostGuesses } from '#features/org/sessions/record-guesses.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  nextAddress,
  signIn,
  type Company
} from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
})

const logOf = ({ id } = company) => rowsAfter(app.ctx.db, id, 0, 10_000)
const actsOf = async (action: string, of = company) => (await logOf(of)).filter((row) => row.action === action)

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'

test('a login says who, from where and with what; the next one that it took over; and a logout', async () => {
  const { admin } = company
  const address = nextAddress()
  const body = { email: admin.email, password: admin.password }
  const answer = await injectCall(app.http, login, { body }, { from: address, headers: { 'user-agent': chrome } })
  expect(answer.status).toBe(200)
  const own = { actorKind: 'user', actorId: admin.id, actorName: admin.name, actorEmail: admin.email }
  const from = { address, agent: 'Chrome, Windows', subjectType: 'user', subjectId: String(admin.id) }
  expect((await actsOf('login.succeeded')).at(-1)).toMatchObject({ ...own, ...from })
  expect(await actsOf('login.taken-over')).toMatchObject([{ ...own, ...from, before: { sessions: [admin.sessionId] } }])
  const again = await signIn(app, admin, address)
  await again.call(logout)
  await again.call(logout)
  expect(await actsOf('login.ended')).toMatchObject([{ ...own, address, before: { sessions: [again.sessionId] } }])
})

test('a wrong password stands in the log of its company alone, and never what was typed', async () => {
  const other = await makeCompany(app)
  const before = await logOf(other)
  const address = nextAddress()
  const tried = { email: company.admin.email, password: 'Typed-wrongly-1' }
  expect((await injectCall(app.http, login, { body: tried }, { from: address })).status).toBe(401)
  expect(await actsOf('login.failed')).toMatchObject([
    { actorKind: 'visitor', actorId: null, address, subjectId: String(company.admin.id), after: null }
  ])
  await injectCall(app.http, login, { body: { ...tried, email: 'nobody@nowhere.test' } }, { from: address })
  expect(await actsOf('login.failed')).toHaveLength(1)
  expect(JSON.stringify(await logOf())).not.toContain('Typed-wrongly')
  expect(await logOf(other)).toEqual(before)
})

test('a stranger cannot fill the log: after so many an hour the last one says that more are left out', async () => {
  const body = { email: company.admin.email, password: 'wrong' }
  for (let made = 0; made < mostGuesses + 2; made++) {
    app.clock.advance(61_000 / 2)
    await injectCall(app.http, login, { body }, { from: nextAddress() })
    // The delay of the account, over which nothing is tried.
    app.clock.advance(20_000)
  }
  const failed = await actsOf('login.failed')
  expect(failed.length).toBeLessThanOrEqual(mostGuesses)
  expect(failed.length).toBeGreaterThan(10)
  if (failed.length === mostGuesses) expect(failed.at(-1)?.after).toEqual({ furtherLeftOut: true })
})

test('a forgotten password: asked for, tried with a wrong code, set with the right one', async () => {
  const { email } = company.admin
  await injectCall(app.http, forgotPassword, { params: { email } }, { from: nextAddress() })
  await app.drain()
  const code = /\b([A-Z0-9]{6,})\b/.exec(app.mails.findLast((mail) => mail.to === email)?.text ?? '')?.[1] ?? ''
  const set = (given: string) =>
    injectCall(app.http, resetPasswordByBody, { body: { email, code: given, newPassword: 'Nova-Senha-9' } as never })
  await set('000000')
  expect((await set(code)).error).toBeUndefined()
  expect(await actsOf('password.reset-requested')).toMatchObject([{ actorKind: 'visitor' }])
  expect(await actsOf('login.failed')).toMatchObject([{ actorKind: 'visitor', after: { with: 'reset-code' } }])
  expect(await actsOf('password.reset')).toMatchObject([{ actorKind: 'user', actorId: company.admin.id }])
  expect(JSON.stringify(await logOf())).not.toMatch(new RegExp(`Nova-Senha|${code}`))
})

test('people come, change, get other rights and go, each with what was before and after', async () => {
  const { admin } = company
  const queue = await makeQueue(company)
  const person = await makeUser(company, { queueIds: [queue.id] })
  const [made] = (await actsOf('user.created')).slice(-1)
  expect(made).toMatchObject({
    actorKind: 'user',
    actorId: admin.id,
    subjectId: String(person.id),
    after: { name: person.name, email: person.email, profile: 'user', queues: [queue.id] }
  })
  const change = (body: object) => admin.call(updateUser, { params: { id: person.id }, body: body as never })
  accepted(app, await change({ name: 'Outro Nome', currentPassword: admin.password }))
  accepted(app, await change({ profile: 'admin', queueIds: [], currentPassword: admin.password }))
  accepted(app, await change({ password: 'Outra-Senha-1', currentPassword: admin.password }))
  accepted(app, await change({ name: 'Outro Nome' }))
  expect(await actsOf('user.changed')).toMatchObject([{ before: { name: person.name }, after: { name: 'Outro Nome' } }])
  expect(await actsOf('user.rights-changed')).toMatchObject([
    { before: { profile: 'user', queues: [queue.id] }, after: { profile: 'admin', queues: [] } }
  ])
  expect(await actsOf('password.changed')).toMatchObject([{ actorId: admin.id, before: null, after: null }])
  accepted(app, await admin.call(deleteUser, { params: { id: person.id } }))
  expect(await actsOf('user.deleted')).toMatchObject([
    { actorId: admin.id, subjectId: String(person.id), before: { name: 'Outro Nome', profile: 'admin' } }
  ])
  expect(JSON.stringify(await logOf())).not.toContain('Outra-Senha')
})

test('a change that is refused leaves no entry, and a wrong own password is a failure', async () => {
  const { admin } = company
  const before = (await logOf()).length
  expect((await admin.call(deleteUser, { params: { id: admin.id } })).status).toBeGreaterThanOrEqual(400)
  expect(await logOf()).toHaveLength(before)
  const body = { password: 'Outra-Senha-1', currentPassword: 'errada' }
  await admin.call(updateUser, { params: { id: admin.id }, body })
  expect((await logOf()).slice(before)).toMatchObject([
    { action: 'login.failed', actorKind: 'user', actorId: admin.id, after: { with: 'current-password' } }
  ])
})

test('invitations are made, taken back and accepted; their links are in no log', async () => {
  const { admin } = company
  const invite = async () =>
    accepted(
      app,
      await admin.call(createInvitations, {
        body: { emails: [], profile: 'user', queueIds: [], currentPassword: admin.password } as never
      })
    )
  const [first] = await invite()
  const [second] = await invite()
  accepted(app, await admin.call(revokeInvitation, { params: { id: first?.invitation.id ?? 0 } }))
  await admin.call(revokeInvitation, { params: { id: first?.invitation.id ?? 0 } })
  const token = second?.link.split('#')[1] ?? ''
  const guest = { token, name: 'Convidada', email: `convidada${company.id}@empresa.test`, password: 'Senha-123' }
  accepted(app, await injectCall(app.http, acceptInvitation, { body: guest }))
  expect(await actsOf('invitation.created')).toHaveLength(2)
  expect(await actsOf('invitation.revoked')).toHaveLength(1)
  expect(await actsOf('invitation.accepted')).toMatchObject([{ actorKind: 'user', actorName: 'Convidada' }])
  expect((await actsOf('user.created')).at(-1)).toMatchObject({ actorKind: 'visitor', after: { name: 'Convidada' } })
  expect(JSON.stringify(await logOf())).not.toContain(token)
  const [head] = await headsOf(app.ctx.db, company.id)
  expect(head && (await checkChain(app.ctx.db, head))).toBeNull()
})
