// Roles: kept by admins, counting at once for whoever has one, and no way to get beyond one's own rights.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionKeys, profilePermissions, type PermissionKey } from '@guiche/shared/kernel/access.ts'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { acceptInvitation, createInvitations, openInvitation } from '@guiche/shared/features/org/invitations.ts'
import {
  createRole,
  deleteRole,
  listRoles,
  roleEvent,
  updateRole,
  type Role
} from '@guiche/shared/features/org/roles.ts'
import { resetSecondFactor } from '@guiche/shared/features/org/second-factor.ts'
import { createUser, deleteUser, showUser, updateUser, userEvent } from '@guiche/shared/features/org/users.ts'
import { showTicket, ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import {
  makeCompany,
  makeQueue,
  makeUser,
  makeUserWith,
  signIn,
  unique,
  type Company
} from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const made = async ({ admin }: Company, name: string, permissions: PermissionKey[]): Promise<Role> =>
  (await admin.call(createRole, { body: { name, permissions } })).body

const attendant = [...profilePermissions.user]

describe('the roles of a company', () => {
  it('are made, changed and deleted by admins, under a name of their own, and written down', async () => {
    const company = await makeCompany(app)
    const { admin } = company
    const role = await made(company, ' Líder ', ['dashboard:view', 'tickets:seeAll'])
    expect(role).toMatchObject({ name: 'Líder', permissions: ['tickets:seeAll', 'dashboard:view'], userCount: 0 })
    const again = await admin.call(createRole, { body: { name: 'LÍDER', permissions: [] } })
    expect(again.refusal?.fields).toEqual({ name: 'ERR_ROLE_NAME_ALREADY_EXISTS' })
    const changed = await admin.call(updateRole, {
      params: { id: role.id },
      body: { name: 'Líder', permissions: ['tickets:seeAll'] }
    })
    expect(changed.body.permissions).toEqual(['tickets:seeAll'])
    expect((await admin.call(listRoles)).body.map(({ name }) => name)).toEqual(['Líder'])
    expect((await admin.call(deleteRole, { params: { id: role.id } })).status).toBe(200)
    const { entries } = (await admin.call(listAudit, { query: { group: 'people' } })).body
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['role.deleted', { name: 'Líder', permissions: ['tickets:seeAll'] }, null],
      ['role.changed', { permissions: ['tickets:seeAll', 'dashboard:view'] }, { permissions: ['tickets:seeAll'] }],
      ['role.created', null, { name: 'Líder', permissions: ['tickets:seeAll', 'dashboard:view'] }],
      expect.anything()
    ])
  })

  it('stay while somebody has them, and say how many', async () => {
    const company = await makeCompany(app)
    const { admin } = company
    const role = await made(company, 'Líder', [...attendant])
    const person = await makeUser(company, { roleId: role.id })
    await admin.call(createInvitations, { body: { roleId: role.id } })
    const refused = await admin.call(deleteRole, { params: { id: role.id } })
    expect([refused.error, refused.refusal?.values]).toEqual(['ERR_ROLE_IN_USE', { count: 2 }])
    expect((await admin.call(listRoles)).body[0]?.userCount).toBe(1)
    await admin.call(updateUser, { params: { id: person.id }, body: { roleId: null } })
    expect((await admin.call(deleteRole, { params: { id: role.id } })).refusal?.values).toEqual({ count: 1 })
  })

  it('are of no other company', async () => {
    const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
    const role = await made(company, 'Líder', [])
    const body = { name: 'Deles', permissions: [] }
    const { id } = await makeUser(stranger)
    expect((await stranger.admin.call(updateRole, { params: { id: role.id }, body })).error).toBe('ERR_NO_ROLE_FOUND')
    expect((await stranger.admin.call(deleteRole, { params: { id: role.id } })).error).toBe('ERR_NO_ROLE_FOUND')
    const given = await stranger.admin.call(updateUser, { params: { id }, body: { roleId: role.id } })
    expect(given.error).toBe('ERR_NO_ROLE_FOUND')
    expect((await stranger.admin.call(listRoles)).body).toEqual([])
  })

  it('count at once for whoever is signed in, and open consoles hear of it', async () => {
    const company = await makeCompany(app)
    const { admin } = company
    const role = await made(company, 'Líder', attendant)
    const person = await makeUser(company, { roleId: role.id })
    const { id: ticketId } = await makeTicket(company, { queueId: (await makeQueue(company)).id })
    const [socket, boss] = [await person.connect(), await admin.connect()]
    const ask = async () => (await person.call(showTicket, { params: { id: ticketId } })).status
    const change = (permissions: PermissionKey[]) =>
      admin.call(updateRole, { params: { id: role.id }, body: { name: 'Líder', permissions } })
    expect(await ask()).toBe(404)
    await change([...attendant, 'tickets:seeAll'])
    expect(await ask()).toBe(200)
    const heard = async () => {
      await admin.call(updateTicket, { params: { id: ticketId }, body: { status: 'open', userId: admin.id } })
      await socket.settle()
      return socket.of(ticketEvent).length > 0
    }
    await eventually(heard, 'the socket to stand where all tickets are told')
    // Others come and go meanwhile, and are told of too.
    const own = socket.of(userEvent).flatMap((event) => (event.action === 'update' ? [event.user] : []))
    expect(own.filter(({ id }) => id === person.id).at(-1)).toMatchObject({
      role: { permissions: expect.arrayContaining(['tickets:seeAll']) }
    })
    await boss.settle()
    expect(boss.of(roleEvent).map(({ action }) => action)).toEqual(['update'])
    expect(socket.of(roleEvent)).toEqual([])
    await change([])
    expect(await ask()).toBe(404)
  })

  it('take the place of single grants, and are nothing for admins', async () => {
    const company = await makeCompany(app)
    const { admin } = company
    const role = await made(company, 'Líder', ['tickets:transfer'])
    const person = await makeUser(company, { permissions: ['prompts-page:write'] })
    const change = async (body: object) => (await admin.call(updateUser, { params: { id: person.id }, body })).body
    expect(await change({ roleId: role.id })).toMatchObject({
      permissions: [],
      role: { id: role.id, name: 'Líder', permissions: ['tickets:transfer'] }
    })
    expect(await change({ profile: 'admin' })).toMatchObject({ profile: 'admin', role: null })
    expect(await change({ roleId: role.id })).toMatchObject({ profile: 'user', role: { id: role.id } })
    // A dialog of an older make sends every field but this one.
    expect(await change({ profile: 'supervisor' })).toMatchObject({ profile: 'supervisor', role: { id: role.id } })
  })
})

describe('who looks after people', () => {
  const rights: PermissionKey[] = [...attendant, 'users-page:write', 'user-modal:editProfile', 'user-modal:editQueues']

  const newcomer = () => ({ name: 'Nova pessoa', email: `nova${unique()}@empresa.test`, password: 'Senha-123' })

  async function setUp() {
    const company = await makeCompany(app)
    const [own, other] = [await makeQueue(company), await makeQueue(company)]
    const boss = await makeUserWith(company, rights, { queueIds: [own.id] })
    return { company, boss, own, other }
  }

  it('gives nobody what they do not hold: no admin, no further right, no further queue', async () => {
    const { company, boss, own, other } = await setUp()
    const more = await made(company, 'Mais', [...attendant, 'connections-page:addConnection'])
    const less = await made(company, 'Menos', ['tickets:transfer'])
    const add = async (wishes: object) => (await boss.call(createUser, { body: { ...newcomer(), ...wishes } })).error
    for (const wishes of [
      { profile: 'admin' },
      // Supervisors see reports.
      { profile: 'supervisor' },
      { roleId: more.id },
      { permissions: ['prompts-page:write'] },
      { queueIds: [other.id] },
      { allTicket: 'enabled' }
    ]) {
      expect([wishes, await add(wishes)]).toEqual([wishes, 'ERR_NO_PERMISSION'])
    }
    for (const wishes of [{}, { roleId: less.id }, { queueIds: [own.id] }]) expect(await add(wishes)).toBeUndefined()
    const invite = async (wishes: object) => (await boss.call(createInvitations, { body: wishes })).error
    expect(await invite({ profile: 'admin' })).toBe('ERR_NO_PERMISSION')
    expect(await invite({ roleId: more.id })).toBe('ERR_NO_PERMISSION')
    expect(await invite({ queueIds: [other.id] })).toBe('ERR_NO_PERMISSION')
    expect(await invite({ roleId: less.id, queueIds: [own.id] })).toBeUndefined()
  })

  it('touches neither admins nor anybody who may more, and not their own place', async () => {
    const { company, boss, other } = await setUp()
    const targets = [
      company.admin.id,
      (await makeUser(company, { profile: 'supervisor' })).id,
      (await makeUserWith(company, [...rights, 'tickets:seeAll'])).id,
      (await makeUser(company, { queueIds: [other.id] })).id
    ]
    for (const id of targets) {
      const params = { id }
      const answers = [
        await boss.call(updateUser, { params, body: { password: 'Outra-senha-1' } }),
        await boss.call(updateUser, { params, body: { email: newcomer().email } }),
        await boss.call(updateUser, { params, body: { name: 'Outro nome' } }),
        await boss.call(resetSecondFactor, { params }),
        await boss.call(deleteUser, { params })
      ]
      expect([id, answers.map(({ error }) => error)]).toEqual([id, answers.map(() => 'ERR_NO_PERMISSION')])
    }
    const role = await made(company, 'Tudo', [...permissionKeys])
    for (const wish of [
      { roleId: role.id },
      { profile: 'admin' },
      { queueIds: [other.id] },
      { roleId: null }
    ] as const) {
      const answer = await boss.call(updateUser, { params: { id: boss.id }, body: wish as never })
      expect([wish, answer.error]).toEqual([wish, 'ERR_NO_PERMISSION'])
    }
    expect((await boss.call(createRole, { body: { name: 'Minha', permissions: [] } })).error).toBe('ERR_NO_PERMISSION')
    expect((await boss.call(updateUser, { params: { id: boss.id }, body: { name: 'Meu nome' } })).status).toBe(200)
  })

  it('changes places only with the permissions for that', async () => {
    const { company, own } = await setUp()
    const clerk = await makeUserWith(company, [...attendant, 'users-page:write'], { queueIds: [own.id] })
    const role = await made(company, 'Menos', ['tickets:transfer'])
    const { id } = await makeUser(company)
    const change = async (body: object) => (await clerk.call(updateUser, { params: { id }, body })).error
    expect(await change({ roleId: role.id })).toBe('ERR_NO_PERMISSION')
    expect(await change({ queueIds: [own.id] })).toBe('ERR_NO_PERMISSION')
    expect(await change({ name: 'Outro nome', password: 'Outra-senha-1' })).toBeUndefined()
    expect((await clerk.call(showUser, { params: { id } })).body.email).not.toBe('')
  })

  it('lets in by a link only while they still could, with the role that was meant', async () => {
    const { company, boss } = await setUp()
    const role = await made(company, 'Menos', ['tickets:transfer'])
    const links = []
    for (let n = 0; n < 2; n++) {
      links.push((await boss.call(createInvitations, { body: { roleId: role.id } })).body[0]?.link ?? '')
    }
    const [first = '', second = ''] = links.map((link) => link.split('#')[1] ?? '')
    const guest = { name: 'Convidada', email: newcomer().email, password: 'Senha-123' }
    expect((await boss.call(acceptInvitation, { body: { ...guest, token: first } })).status).toBe(200)
    const person = await signIn(app, guest)
    expect((await person.call(showUser, { params: { id: person.id } })).body.role?.name).toBe('Menos')
    const more: PermissionKey[] = ['tickets:transfer', 'dashboard:view']
    await company.admin.call(updateRole, { params: { id: role.id }, body: { name: 'Mais', permissions: more } })
    expect((await boss.call(openInvitation, { body: { token: second } })).error).toBe('ERR_INVITATION_INVALID')
  })
})
