// Invitations: who may invite whom, what a link is good for and for how long, and what becomes of it.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@guiche/shared/features/org/auth.ts'
import {
  acceptInvitation,
  createInvitations,
  inviteAgain,
  invitationEvent,
  listInvitations,
  openInvitation,
  revokeInvitation
} from '@guiche/shared/features/org/invitations.ts'
import { deleteQueue } from '@guiche/shared/features/org/queues.ts'
import { deleteUser, listUsers, updateUser } from '@guiche/shared/features/org/users.ts'
import { companies } from '#database/tables/org/companies.ts'
import { invitations } from '#database/tables/org/invitations.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  nextAddress,
  signIn,
  unique,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { mailInvitationJob } from './invitations.jobs.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const day = 24 * 3_600_000
const somewhere = () => ({ from: nextAddress() })
const address = () => `convite${unique()}@empresa.test`

const invite = (who: Person, body: object = {}) => who.call(createInvitations, { body: body as never })

async function made(who: Person, body: object = {}) {
  const [first] = accepted(test, await invite(who, body))
  if (!first) throw new Error('nobody was invited')
  return { ...first, id: first.invitation.id, token: tokenOf(first.link) }
}
const tokenOf = (link: string): string => link.split('#')[1] ?? ''
const open = (token: string) => injectCall(test.http, openInvitation, { body: { token } }, somewhere())
function accept(token: string, part: { name?: string; email?: string; password?: string } = {}) {
  const body = { token, name: 'Carla Mendes', password: 'Senha-123', ...part }
  return injectCall(test.http, acceptInvitation, { body }, somewhere())
}
const statesOf = async ({ admin }: Company) =>
  accepted(test, await admin.call(listInvitations)).map(({ state }) => state)

describe('inviting', () => {
  it('mails each address a link, in the language asked for, and tells the links this once', async () => {
    const { admin, name } = await makeCompany(test)
    const emails = [address(), address()]
    const answer = accepted(test, await invite(admin, { emails, language: 'es' }))
    await test.drain()
    expect(answer.map(({ invitation }) => invitation.email)).toEqual(emails)
    for (const [index, to] of emails.entries()) {
      const mail = test.mails.findLast((one) => one.to === to)
      expect(mail?.subject).toBe(`Invitación para atender con ${name} en Guichê`)
      expect(mail?.text).toContain(answer[index]?.link)
    }
    const { raw } = await admin.call(listInvitations)
    const rows = await test.ctx.db.select().from(invitations).where(eq(invitations.companyId, admin.companyId))
    for (const { link } of answer) {
      const secret = tokenOf(link).split('.')[2] ?? link
      expect(raw.body + JSON.stringify(rows) + test.logged.join('')).not.toContain(secret)
    }
  })

  it('makes a link alone where nobody is named', async () => {
    const company = await makeCompany(test)
    const { link, invitation } = await made(company.admin)
    await test.drain()
    expect(link).toMatch(/\/console\/invitation#\d+\.\d+\.[\w-]{43}$/)
    expect([invitation.email, invitation.state, invitation.profile]).toEqual([null, 'waiting', 'user'])
    expect(test.mails.filter(({ text }) => text.includes(link))).toEqual([])
  })

  it('is for admins alone, and about the own company', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const supervisor = await makeUser(one, { profile: 'supervisor' })
    expect((await invite(supervisor)).error).toBe('ERR_NO_PERMISSION')
    expect((await supervisor.call(listInvitations)).error).toBe('ERR_NO_PERMISSION')
    const { id } = await made(one.admin)
    expect((await supervisor.call(revokeInvitation, { params: { id } })).error).toBe('ERR_NO_PERMISSION')
    expect((await other.admin.call(revokeInvitation, { params: { id } })).error).toBe('ERR_NO_INVITATION_FOUND')
    expect(await statesOf(other)).toEqual([])
    expect(await statesOf(one)).toEqual(['waiting'])
    const queueIds = [(await makeQueue(one)).id]
    expect((await invite(other.admin, { queueIds })).error).toBe('ERR_NO_QUEUE_FOUND')
  })

  it('says which address has an account, of whichever company, and invites nobody then', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const email = other.admin.email
    const { status, raw } = await invite(one.admin, { emails: [address(), email.toUpperCase()] })
    expect([status, raw.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'ERR_EMAIL_HAS_ACCOUNT', values: { email } })
    ])
    expect(await statesOf(one)).toEqual([])
  })

  it('takes the place of the one before for the same address', async () => {
    const company = await makeCompany(test)
    const emails = [address()]
    const [first, second] = [await made(company.admin, { emails }), await made(company.admin, { emails })]
    expect(await statesOf(company)).toEqual(['waiting', 'revoked'])
    expect((await open(first.token)).error).toBe('ERR_INVITATION_INVALID')
    expect((await open(second.token)).body.email).toBe(emails[0])
  })

  it('holds the seats of the plan, those of open invitations included', async () => {
    const { admin } = await makeCompany(test, { plan: { users: 3 } })
    expect((await invite(admin, { emails: [address(), address(), address()] })).error).toBe('ERR_PLAN_LIMIT_USERS')
    const { id } = await made(admin)
    const emails = [address()]
    await made(admin, { emails })
    expect((await invite(admin)).error).toBe('ERR_PLAN_LIMIT_USERS')
    // The same person once more takes no further seat.
    expect((await invite(admin, { emails })).status).toBe(200)
    await admin.call(revokeInvitation, { params: { id } })
    expect((await invite(admin)).status).toBe(200)
  })

  it('sends one address five mails a day', async () => {
    const { admin } = await makeCompany(test)
    const emails = [address()]
    for (let n = 0; n < 5; n++) await made(admin, { emails })
    expect((await invite(admin, { emails })).error).toBe('ERR_INVITATION_LIMIT')
    test.clock.advance(day + 1)
    const again = await signIn(test, admin)
    expect((await invite(again, { emails })).status).toBe(200)
  })
})

describe('inviting again', () => {
  const again = (who: Person, id: number) => who.call(inviteAgain, { params: { id }, body: { language: 'en' } })

  it('makes a new link, mails it, and ends the old one', async () => {
    const company = await makeCompany(test)
    const emails = [address()]
    const queue = await makeQueue(company)
    const first = await made(company.admin, { emails, profile: 'supervisor', queueIds: [queue.id] })
    const { link, invitation } = accepted(test, await again(company.admin, first.id))
    await test.drain()
    expect([invitation.email, invitation.profile, invitation.queues.map(({ id }) => id)]).toEqual([
      emails[0],
      'supervisor',
      [queue.id]
    ])
    const mail = test.mails.findLast((one) => one.to === emails[0])
    expect(mail?.subject).toBe(`Invitation to join ${company.name} on Guichê`)
    expect(mail?.text).toContain(link)
    expect((await open(first.token)).error).toBe('ERR_INVITATION_INVALID')
    expect((await open(tokenOf(link))).status).toBe(200)
    expect(await statesOf(company)).toEqual(['waiting', 'revoked'])
  })

  it('works for a link alone that has expired, once, and takes no seat but its own', async () => {
    const company = await makeCompany(test, { plan: { users: 2 } })
    const { id } = await made(company.admin)
    expect((await again(company.admin, id)).status).toBe(200)
    expect(await statesOf(company)).toEqual(['waiting', 'revoked'])
    await test.ctx.db
      .update(companies)
      .set({ dueDate: new Date('2099-12-31') })
      .where(eq(companies.id, company.id))
    test.clock.advance(7 * day)
    const admin = await signIn(test, company.admin)
    const [newest] = accepted(test, await admin.call(listInvitations))
    expect(newest?.state).toBe('expired')
    const { link } = accepted(test, await again(admin, newest?.id ?? 0))
    expect((await open(tokenOf(link))).status).toBe(200)
    expect((await again(admin, newest?.id ?? 0)).error).toBe('ERR_INVITATION_INVALID')
  })

  it('is for admins, about the own company, and not for whoever has come in', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const { id, token } = await made(one.admin)
    const supervisor = await makeUser(one, { profile: 'supervisor' })
    expect((await again(supervisor, id)).error).toBe('ERR_NO_PERMISSION')
    expect((await again(other.admin, id)).error).toBe('ERR_NO_INVITATION_FOUND')
    await accept(token, { email: address() })
    expect((await again(one.admin, id)).error).toBe('ERR_INVITATION_INVALID')
  })

  it('counts among the five mails of a day', async () => {
    const { admin } = await makeCompany(test)
    const emails = [address()]
    let { id } = await made(admin, { emails })
    for (let n = 0; n < 4; n++) id = accepted(test, await again(admin, id)).invitation.id
    expect((await again(admin, id)).error).toBe('ERR_INVITATION_LIMIT')
  })
})

describe('accepting', () => {
  it('makes a user with what the admin chose, who then signs in', async () => {
    const company = await makeCompany(test)
    const [queue, gone] = [await makeQueue(company), await makeQueue(company)]
    const emails = [address()]
    const asked = { emails, profile: 'supervisor', queueIds: [queue.id, gone.id] }
    const { token } = await made(company.admin, asked)
    await company.admin.call(deleteQueue, { params: { id: gone.id } })
    expect((await open(token)).body).toMatchObject({ company: company.name, invitedBy: company.admin.name })
    // The address is the one that was invited, whatever is sent.
    expect((await accept(token, { email: address() })).body).toEqual({ email: emails[0] })
    const body = { email: emails[0] ?? '', password: 'Senha-123' }
    const { user } = (await injectCall(test.http, login, { body }, somewhere())).body
    expect(user).toMatchObject({ name: 'Carla Mendes', profile: 'supervisor', companyId: company.id })
    expect(user.queues.map(({ id }) => id)).toEqual([queue.id])
    const [row] = accepted(test, await company.admin.call(listInvitations))
    expect([row?.state, row?.acceptedBy]).toEqual(['accepted', 'Carla Mendes'])
  })

  it('asks for an address where the link names none, and for one that nobody has', async () => {
    const { admin } = await makeCompany(test)
    const { token } = await made(admin)
    expect((await accept(token)).error).toBe('ERR_VALIDATION')
    expect((await accept(token, { email: admin.email })).error).toBe('ERR_EMAIL_ALREADY_EXISTS')
    expect((await accept(token, { email: address() })).status).toBe(200)
  })

  it('works once, also for two at the same moment', async () => {
    const company = await makeCompany(test)
    const { token } = await made(company.admin)
    const answers = await Promise.all([accept(token, { email: address() }), accept(token, { email: address() })])
    expect(answers.map(({ error }) => error).filter(Boolean)).toEqual(['ERR_INVITATION_INVALID'])
    expect((await company.admin.call(listUsers)).body.count).toBe(2)
    expect((await open(token)).error).toBe('ERR_INVITATION_INVALID')
  })

  it('ends after seven days, when it is taken back, and for a guessed or foreign secret', async () => {
    const [company, other] = [await makeCompany(test), await makeCompany(test)]
    const [late, back, foreign] = [await made(company.admin), await made(company.admin), await made(other.admin)]
    expect((await company.admin.call(revokeInvitation, { params: { id: back.id } })).body.state).toBe('revoked')
    const [companyId, id] = late.token.split('.')
    const secret = foreign.token.split('.')[2]
    for (const token of ['', 'x', back.token, `${companyId}.${id}.${secret}`, `${other.id}.${id}.${secret}`]) {
      expect((await open(token)).error).toBe('ERR_INVITATION_INVALID')
      expect((await accept(token, { email: address() })).error).toBe('ERR_INVITATION_INVALID')
    }
    expect((await open(late.token)).status).toBe(200)
    test.clock.advance(7 * day)
    expect((await accept(late.token, { email: address() })).error).toBe('ERR_INVITATION_INVALID')
  })

  it('finds the plan full where seats went otherwise', async () => {
    const company = await makeCompany(test, { plan: { users: 2 } })
    const { token } = await made(company.admin)
    await makeUser(company)
    const { raw } = await accept(token, { email: address() })
    expect(raw.json()).toMatchObject({ error: 'ERR_PLAN_LIMIT_USERS', values: { limit: 2 } })
  })

  it('lets nobody in for somebody who administers nothing any more, nor into a closed company', async () => {
    const company = await makeCompany(test)
    const [demoted, deleted] = [
      await makeUser(company, { profile: 'admin' }),
      await makeUser(company, { profile: 'admin' })
    ]
    const [first, second, third] = [await made(demoted), await made(deleted), await made(company.admin)]
    await company.admin.call(updateUser, { params: { id: demoted.id }, body: { profile: 'user' } })
    await company.admin.call(deleteUser, { params: { id: deleted.id } })
    for (const { token } of [first, second]) expect((await open(token)).error).toBe('ERR_INVITATION_INVALID')
    await test.ctx.db.update(companies).set({ status: false }).where(eq(companies.id, company.id))
    expect((await accept(third.token, { email: address() })).error).toBe('ERR_COMPANY_INACTIVE')
  })
})

describe('what is left', () => {
  it('admins see every change at once, and nobody else does', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company)
    const [ofAdmin, ofUser] = [await company.admin.connect(), await user.connect()]
    const { id, token } = await made(company.admin)
    await accept(token, { email: address() })
    await ofAdmin.settle()
    await ofUser.settle()
    const name = invitationEvent.channel(company.id)
    const heard = ofAdmin.heard.filter((one) => one.name === name).map(({ payload }) => payload)
    expect(heard).toMatchObject([
      { action: 'create', invitation: { id, state: 'waiting' } },
      { action: 'update', invitation: { id, state: 'accepted' } }
    ])
    expect(ofUser.heard.filter((one) => one.name === name)).toEqual([])
  })

  it('a person who is deleted takes the address they were invited by along', async () => {
    const company = await makeCompany(test)
    const emails = [address()]
    const { token, id } = await made(company.admin, { emails })
    await accept(token)
    const guest = await signIn(test, { email: emails[0] ?? '', password: 'Senha-123' })
    const socket = await company.admin.connect()
    expect((await company.admin.call(deleteUser, { params: { id: guest.id } })).status).toBe(200)
    await socket.settle()
    expect(socket.heard.find(({ name }) => name === invitationEvent.channel(company.id))?.payload).toMatchObject({
      action: 'delete',
      invitationId: id
    })
    expect(await statesOf(company)).toEqual([])
  })

  it('no mail goes out for one that was taken back before', async () => {
    const { admin, id: companyId } = await makeCompany(test)
    const { id } = await made(admin)
    await admin.call(revokeInvitation, { params: { id } })
    const to = address()
    const facts = { to, company: 'Padaria', invitedBy: 'Ana', language: 'pt' as const, sealedLink: '' }
    await inTransaction(test.ctx, (tx) => tx.jobs.add(tx, mailInvitationJob, { companyId, id, ...facts }))
    await test.drain()
    expect(test.mails.filter((mail) => mail.to === to)).toEqual([])
  })
})
