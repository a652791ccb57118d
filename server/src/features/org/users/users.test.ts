// Users: lists, who may see and change whom, limits, last admins, and what everybody hears of it.
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { me } from '@guiche/shared/features/org/auth.ts'
import { createQueue, deleteQueue, updateQueue } from '@guiche/shared/features/org/queues.ts'
import {
  createUser,
  deleteUser,
  listAllUsers,
  listUsers,
  showUser,
  updateUser,
  userEvent
} from '@guiche/shared/features/org/users.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { users } from '#database/tables/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  signIn,
  signInSuper,
  unique,
  type Company
} from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { beforeUserDelete } from './users.events.ts'
import { releaseConnection } from './users.service.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

function draft() {
  const n = unique()
  return { name: `Pessoa ${n}`, email: `pessoa${n}@empresa.test`, password: 'Senha-123' }
}
async function makeConnection(company: Company): Promise<number> {
  const n = unique()
  const row = { companyId: company.id, name: `Conexão ${n}`, token: `token-${company.id}-${n}` }
  const [made] = await test.ctx.db.insert(connections).values(row).returning({ id: connections.id })
  return made?.id ?? 0
}

describe('lists', () => {
  it('come in pages of twenty by name, and can be searched by name and mail address', async () => {
    const company = await makeCompany(test)
    const names = Array.from({ length: 23 }, (_, n) => `Atendente ${String(n).padStart(2, '0')}`)
    for (const name of names) {
      accepted(test, await company.admin.call(createUser, { body: { ...draft(), name } }))
    }
    const page = async (query: { searchParam?: string; pageNumber?: number }) =>
      (await company.admin.call(listUsers, { query })).body
    const first = await page({})
    expect(first.users.map(({ name }) => name)).toEqual(names.slice(0, 20))
    expect([first.count, first.hasMore]).toEqual([24, true])
    const second = await page({ pageNumber: 2 })
    expect([second.users.length, second.hasMore]).toEqual([4, false])
    expect((await page({ searchParam: 'ATENDENTE 07' })).users.map(({ name }) => name)).toEqual(['Atendente 07'])
    expect((await page({ searchParam: first.users[3]?.email ?? '' })).count).toBe(1)
    for (const pattern of ['%', '_', '\\']) expect((await page({ searchParam: pattern })).count).toBe(0)
  })

  it('show pickers of everybody without mail addresses', async () => {
    const company = await makeCompany(test)
    const queue = await makeQueue(company)
    const user = await makeUser(company, { queueIds: [queue.id] })
    const { body } = await user.call(listAllUsers)
    expect(body.map(({ id }) => id).toSorted()).toEqual([company.admin.id, user.id].toSorted())
    const brief = { id: queue.id, name: queue.name, color: queue.color }
    expect(body.find(({ id }) => id === user.id)?.queues).toEqual([brief])
    expect(JSON.stringify(body)).not.toContain('@')
  })

  it('never show other companies, except to a super user who asks', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    expect((await one.admin.call(listUsers)).body.count).toBe(1)
    const query = { companyId: other.id }
    expect((await one.admin.call(listAllUsers, { query })).error).toBe('ERR_NO_PERMISSION')
    const seen = (await (await signInSuper(test)).call(listAllUsers, { query })).body
    expect(seen.map(({ id }) => id)).toEqual([other.admin.id])
  })

  it('are for admins, the pickers apart', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company)
    expect((await user.call(listUsers)).error).toBe('ERR_NO_PERMISSION')
    expect((await user.call(listAllUsers)).status).toBe(200)
  })
})

describe('showing', () => {
  it('shows everything to admins and the person, to colleagues neither mail address nor connection', async () => {
    const company = await makeCompany(test)
    const [user, colleague] = [await makeUser(company), await makeUser(company)]
    const params = { id: user.id }
    expect((await company.admin.call(showUser, { params })).body.email).toBe(user.email)
    expect((await user.call(showUser, { params })).body.email).toBe(user.email)
    expect((await colleague.call(showUser, { params })).body).toMatchObject({
      name: user.name,
      email: '',
      whatsappId: null
    })
  })

  it('knows nobody of another company', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const { status, error } = await one.admin.call(showUser, { params: { id: other.admin.id } })
    expect([status, error]).toEqual([404, 'ERR_NO_USER_FOUND'])
  })
})

describe('creating', () => {
  it('makes somebody who can sign in, with queues, connection and rights', async () => {
    const company = await makeCompany(test)
    const queue = await makeQueue(company)
    const whatsappId = await makeConnection(company)
    const body = { ...draft(), profile: 'supervisor' as const, queueIds: [queue.id, queue.id], whatsappId }
    const made = accepted(test, await company.admin.call(createUser, { body: { ...body, allTicket: 'enabled' } }))
    expect(made).toMatchObject({
      name: body.name,
      profile: 'supervisor',
      super: false,
      companyId: company.id,
      whatsappId,
      allTicket: 'enabled',
      queues: [{ id: queue.id }]
    })
    expect(JSON.stringify(made)).not.toMatch(/argon2|password/i)
  })

  it('says of every missing field that it is required', async () => {
    const { admin } = await makeCompany(test)
    const { status, refusal } = await admin.call(createUser, { body: {} as never })
    expect(status).toBe(400)
    expect(refusal).toMatchObject({ fields: { name: 'Required', email: 'Required', password: 'Required' } })
  })

  it('reads the misspelt desabled of old dialogs as disabled, and text ids as ids', async () => {
    const company = await makeCompany(test)
    const queue = await makeQueue(company)
    const body = { ...draft(), allTicket: 'desabled', queueIds: [String(queue.id)], whatsappId: '' }
    const made = accepted(test, await company.admin.call(createUser, { body: body as never }))
    expect(made).toMatchObject({ allTicket: 'disabled', whatsappId: null, queues: [{ id: queue.id }] })
  })

  it('stops at the limit of the plan, and says where it is', async () => {
    const company = await makeCompany(test, { plan: { users: 3 } })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => company.admin.call(createUser, { body: draft() }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.refusal).toEqual({ error: 'ERR_PLAN_LIMIT_USERS', values: { limit: 3 } })
  })

  it('takes a mail address once, over all companies', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const body = { ...draft(), email: other.admin.email.toUpperCase() }
    const { status, error } = await one.admin.call(createUser, { body })
    expect([status, error]).toEqual([400, 'ERR_EMAIL_ALREADY_EXISTS'])
  })

  it('takes queues and connections of the own company only', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const foreignQueue = { ...draft(), queueIds: [(await makeQueue(other)).id] }
    expect((await one.admin.call(createUser, { body: foreignQueue })).error).toBe('ERR_NO_QUEUE_FOUND')
    const foreignConnection = { ...draft(), whatsappId: await makeConnection(other) }
    expect((await one.admin.call(createUser, { body: foreignConnection })).error).toBe('ERR_NO_WAPP_FOUND')
    const foreignCompany = { ...draft(), companyId: other.id }
    expect((await one.admin.call(createUser, { body: foreignCompany })).error).toBe('ERR_NO_PERMISSION')
    expect((await one.admin.call(listUsers)).body.count).toBe(1)
  })

  it('never makes a super user', async () => {
    const company = await makeCompany(test)
    const body = { ...draft(), super: true, profile: 'super' }
    expect((await company.admin.call(createUser, { body: body as never })).status).toBe(400)
    const sneaky = { ...draft(), super: true }
    expect((await company.admin.call(createUser, { body: sneaky as never })).body.super).toBe(false)
  })
})

describe('changing', () => {
  it('lets everybody change their own name, mail address and password', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company)
    const email = `nova${unique()}@empresa.test`
    const body = { name: 'Novo Nome', email, password: 'Outra-123' }
    const { body: saved } = await user.call(updateUser, { params: { id: user.id }, body })
    expect(saved).toMatchObject({ name: 'Novo Nome', email })
    expect((await user.call(me)).body.name).toBe('Novo Nome')
  })

  it('takes a whole form of somebody who changes nothing but the name', async () => {
    const company = await makeCompany(test)
    const queue = await makeQueue(company)
    const user = await makeUser(company, { queueIds: [queue.id], allTicket: 'enabled' })
    const params = { id: user.id }
    const { body: form } = await user.call(showUser, { params })
    const body = { ...form, name: 'Só o Nome', password: '', queueIds: [queue.id] }
    expect((await user.call(updateUser, { params, body: body as never })).body.name).toBe('Só o Nome')
  })

  it.each([
    ['profile', { profile: 'admin' as const }],
    ['queues', { queueIds: [] }],
    ['allTicket', { allTicket: 'enabled' }],
    ['company', { companyId: 1 }]
  ])('does not let users change their own %s', async (_what, body) => {
    const company = await makeCompany(test)
    const user = await makeUser(company, { queueIds: [(await makeQueue(company)).id] })
    const { status, error } = await user.call(updateUser, { params: { id: user.id }, body })
    expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await user.call(me)).body.profile).toBe('user')
  })

  it('does not let users change anybody else, nor admins anybody of another company', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const [user, colleague] = [await makeUser(one), await makeUser(one)]
    const body = { name: 'Alterado' }
    expect((await user.call(updateUser, { params: { id: colleague.id }, body })).error).toBe('ERR_NO_PERMISSION')
    expect((await other.admin.call(updateUser, { params: { id: user.id }, body })).error).toBe('ERR_NO_USER_FOUND')
  })

  it('keeps the super user out of the hands of admins', async () => {
    const superUser = await signInSuper(test)
    const body = { ...draft(), profile: 'admin' as const }
    const admin = accepted(test, await superUser.call(createUser, { body }))
    const asAdmin = await signIn(test, body)
    const params = { id: superUser.id }
    expect((await asAdmin.call(updateUser, { params, body: { password: 'Roubada-1' } })).error).toBe(
      'ERR_NO_PERMISSION'
    )
    expect((await asAdmin.call(deleteUser, { params })).error).toBe('ERR_NO_PERMISSION')
    expect((await superUser.call(deleteUser, { params: { id: admin.id } })).status).toBe(200)
  })

  it('never leaves a company without an admin, not even when two demote each other at once', async () => {
    const company = await makeCompany(test)
    const { admin } = company
    const demote = { profile: 'user' as const }
    const alone = await admin.call(updateUser, { params: { id: admin.id }, body: demote })
    expect([alone.status, alone.error]).toEqual([400, 'ERR_LAST_ADMIN'])
    const second = await makeUser(company, { profile: 'admin' })
    const answers = await Promise.all([
      admin.call(updateUser, { params: { id: second.id }, body: demote }),
      second.call(updateUser, { params: { id: admin.id }, body: demote })
    ])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(1)
    // Whose call is looked at when the other is done is no admin any more.
    expect(refused[0]?.error).toBeOneOf(['ERR_LAST_ADMIN', 'ERR_NO_PERMISSION'])
    const rows = await test.ctx.db.select({ profile: users.profile }).from(users).where(eq(users.companyId, company.id))
    expect(rows.filter(({ profile }) => profile === 'admin')).toHaveLength(1)
  })

  it('moves the sockets of somebody whose queues change', async () => {
    const company = await makeCompany(test)
    const queue = await makeQueue(company)
    const user = await makeUser(company)
    const socket = await user.connect()
    const hear = async () => {
      test.ctx.realtime.publish({
        companyId: company.id,
        rooms: [`c${company.id}:q${queue.id}`],
        name: 'na fila',
        payload: {}
      })
      await socket.settle()
      return socket.heard.filter(({ name }) => name === 'na fila').length
    }
    expect(await hear()).toBe(0)
    await company.admin.call(updateUser, { params: { id: user.id }, body: { queueIds: [queue.id] } })
    await expect.poll(hear).toBeGreaterThan(0)
    await company.admin.call(deleteQueue, { params: { id: queue.id } })
    await expect.poll(async () => (await hear()) === (await hear())).toBe(true)
  })

  it('changes what somebody may do with the next call', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company)
    expect((await user.call(listUsers)).status).toBe(403)
    await company.admin.call(updateUser, { params: { id: user.id }, body: { profile: 'admin' } })
    expect((await user.call(listUsers)).status).toBe(200)
  })
})

describe('deleting', () => {
  it('removes somebody, ends the logins and closes the sockets', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company, { queueIds: [(await makeQueue(company)).id] })
    const socket = await user.connect()
    const params = { id: user.id }
    expect((await company.admin.call(deleteUser, { params })).body).toEqual({ message: 'User deleted' })
    expect(await socket.closed).toBe('io server disconnect')
    expect((await user.call(me)).error).toBe('ERR_SESSION_ENDED')
    expect((await company.admin.call(showUser, { params })).status).toBe(404)
  })

  it('lets others let go first, and undoes everything when one cannot', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company)
    const seen: unknown[] = []
    let fails = true
    beforeUserDelete.add(async (tx, companyId, userId) => {
      if (userId !== user.id) return
      seen.push({ companyId, userId, isInside: tx !== test.ctx })
      if (fails) throw new Error('holds on')
    })
    const params = { id: user.id }
    expect((await company.admin.call(deleteUser, { params })).status).toBe(500)
    expect((await user.call(me)).status).toBe(200)
    fails = false
    expect((await company.admin.call(deleteUser, { params })).status).toBe(200)
    const call = { companyId: company.id, userId: user.id, isInside: true }
    expect(seen).toEqual([call, call])
  })

  it('is not for oneself, not for users, and not across companies', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const user = await makeUser(one)
    const params = { id: one.admin.id }
    expect((await one.admin.call(deleteUser, { params })).error).toBe('ERR_CANNOT_DELETE_SELF')
    expect((await user.call(deleteUser, { params })).error).toBe('ERR_NO_PERMISSION')
    expect((await other.admin.call(deleteUser, { params })).error).toBe('ERR_NO_USER_FOUND')
  })

  it('never leaves a company without an admin when two delete each other at once', async () => {
    const company = await makeCompany(test)
    const second = await makeUser(company, { profile: 'admin' })
    const answers = await Promise.all([
      company.admin.call(deleteUser, { params: { id: second.id } }),
      second.call(deleteUser, { params: { id: company.admin.id } })
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('live equals reload', () => {
  it('holds for the list of admins over every kind of change', async () => {
    const company = await makeCompany(test)
    const { admin } = company
    const live = await followList({
      socket: await admin.connect(),
      event: userEvent,
      load: async () => (await admin.call(listUsers)).body.users,
      apply: (items, event) => (event.action === 'delete' ? without(items, event.userId) : put(items, event.user))
    })
    await expect.poll(async () => (await admin.call(showUser, { params: { id: admin.id } })).body.online).toBe(true)
    const queue = await makeQueue(company)
    const user = await makeUser(company, { queueIds: [queue.id] })
    await live.expectEqualsReload()
    await admin.call(updateUser, { params: { id: user.id }, body: { name: 'Outro Nome', profile: 'supervisor' } })
    await live.expectEqualsReload()
    const other = accepted(
      test,
      await admin.call(createQueue, { body: { name: `Fila ${unique()}`, color: '#123456', orderQueue: 1 } as never })
    )
    await admin.call(updateUser, { params: { id: user.id }, body: { queueIds: [queue.id, other.id] } })
    await admin.call(updateQueue, { params: { id: queue.id }, body: { name: 'Renomeada', orderQueue: 0 } })
    await test.drain()
    await live.expectEqualsReload()
    await admin.call(deleteQueue, { params: { id: queue.id } })
    await test.drain()
    await live.expectEqualsReload()
    const whatsappId = await makeConnection(company)
    await admin.call(updateUser, { params: { id: user.id }, body: { whatsappId } })
    await inTransaction(test.ctx, (tx) => releaseConnection(tx, company.id, whatsappId))
    await live.expectEqualsReload()
    expect(live.items().find(({ id }) => id === user.id)).toMatchObject({ name: 'Outro Nome', whatsappId: null })
    await admin.call(deleteUser, { params: { id: user.id } })
    await live.expectEqualsReload()
    expect(live.items()).toHaveLength(1)
  })

  it('holds for the picker of colleagues, who never hear a mail address', async () => {
    const company = await makeCompany(test)
    const user = await makeUser(company)
    const socket = await user.connect()
    const live = await followList({
      socket,
      event: userEvent,
      load: async () => (await user.call(listAllUsers)).body,
      apply: (items, event) => {
        if (event.action === 'delete') return without(items, event.userId)
        const { id, name, profile, online, queues, leave } = event.user
        return put(items, { id, name, profile, online, queues, leave })
      }
    })
    const colleague = await makeUser(company)
    await company.admin.call(updateUser, { params: { id: colleague.id }, body: { name: 'Colega' } })
    await expect.poll(async () => (await user.call(showUser, { params: { id: user.id } })).body.online).toBe(true)
    await live.expectEqualsReload()
    expect(JSON.stringify(socket.heard)).not.toContain(colleague.email)
  })

  it('keeps every event inside the company', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const socket = await other.admin.connect()
    await socket.settle()
    await makeUser(one)
    await socket.settle()
    expect(socket.heard.filter(({ name }) => !name.startsWith(`company-${other.id}-`))).toEqual([])
  })
})

describe('whatever is typed', () => {
  it('never breaks a form', async () => {
    const company = await makeCompany(test)
    const params = { id: (await makeUser(company)).id }
    const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.anything())
    await fc.assert(
      fc.asyncProperty(typed, typed, typed, async (name, email, queueIds) => {
        const body = { name, email, queueIds } as never
        expect([200, 400, 404]).toContain((await company.admin.call(updateUser, { params, body })).status)
      }),
      { numRuns: 50 }
    )
  })

  it('never breaks a search', async () => {
    const { admin } = await makeCompany(test)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), fc.string(), async (searchParam, pageNumber) => {
        const query = { searchParam: searchParam.toWellFormed(), pageNumber }
        expect([200, 400]).toContain((await admin.call(listUsers, { query })).status)
      }),
      { numRuns: 50 }
    )
  })

  it.each(['0', '-1', '1.5', 'abc', '99999999999999999999', '%00'])('answers 400 or 404 for the id %s', async (id) => {
    const { admin } = await makeCompany(test)
    expect([400, 404]).toContain((await admin.call(showUser, { params: { id: id as never } })).status)
  })
})
