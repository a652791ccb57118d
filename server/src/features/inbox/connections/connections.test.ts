// Tests of connections: who sees what, the default, the plan, names and tokens, queues.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectionEvent,
  createConnection,
  deleteConnection,
  listConnections,
  showConnection,
  updateConnection,
  type Connection
} from '@guiche/shared/features/inbox/connections.ts'
import { deleteQueue, updateQueue } from '@guiche/shared/features/org/queues.ts'
import type { EndpointInput } from '@guiche/shared/kernel/endpoint.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { outbox } from '#database/tables/inbox/messages.ts'
import { inboundJournal } from '#database/tables/inbox/whatsapp.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, signInSuper, type Company, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { giveToken, makeConnectionRow } from '#test/fixtures/make-ticket.ts'
import { connectionForTicket } from './connections.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

type Draft = NonNullable<EndpointInput<typeof createConnection>['body']>
const create = (by: Person, body: Draft) => by.call(createConnection, { body })
const change = (by: Person, id: number, body: NonNullable<EndpointInput<typeof updateConnection>['body']>) =>
  by.call(updateConnection, { params: { id }, body })
const remove = (by: Person, id: number) => by.call(deleteConnection, { params: { id } })
const show = (by: Person, id: number) => by.call(showConnection, { params: { id }, query: {} })
const list = async (by: Person) => (await by.call(listConnections, { query: { session: 0 } })).body

async function made({ admin }: Company, name: string, wishes: object = {}): Promise<Connection> {
  const answer = await create(admin, { name, ...wishes })
  expect(answer.raw.body).toContain(name.trim())
  return answer.body
}
const defaults = async (by: Person) => (await list(by)).filter((one) => one.isDefault).map((one) => one.name)

describe('the default connection', () => {
  test('is the first one, whatever was asked, and moves only by naming another', async () => {
    const company = await makeCompany(app)
    const first = await made(company, 'Loja', { isDefault: false })
    expect(first.isDefault).toBe(true)
    expect((await made(company, 'Oficina')).isDefault).toBe(false)
    expect(await change(company.admin, first.id, { isDefault: false })).toMatchObject({
      status: 400,
      error: 'ERR_NO_OTHER_WHATSAPP'
    })
    await made(company, 'Matriz', { isDefault: true })
    expect(await defaults(company.admin)).toEqual(['Matriz'])
    expect((await change(company.admin, first.id, { isDefault: true })).body.isDefault).toBe(true)
    expect(await defaults(company.admin)).toEqual(['Loja'])
  })

  test('is one alone when two are made the default at once', async () => {
    const company = await makeCompany(app)
    const ids = await Promise.all(['Norte', 'Sul', 'Leste'].map(async (name) => (await made(company, name)).id))
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(ids.map((id) => change(company.admin, id, { isDefault: true })))
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
      expect(await defaults(company.admin)).toHaveLength(1)
    }
  })
})

describe('a new connection', () => {
  test('has the defaults of the specification and asks for its session', async () => {
    const company = await makeCompany(app)
    const connection = await made(company, ' Balcão ')
    expect(connection).toMatchObject({ name: 'Balcão', status: 'OPENING', statusReason: 'starting', provider: 'beta' })
    expect(connection.connectionName).toBe('Balcão')
    expect(connection).toMatchObject({ expiresTicket: 0, timeUseBotQueues: 0, maxUseBotQueues: 3, queues: [] })
    expect(connection).toMatchObject({ token: '', hasToken: false })
    const [row] = await app.ctx.db.select().from(connections).where(eq(connections.id, connection.id))
    expect(row).toMatchObject({ wanted: 'running', generation: 1, command: null })
  })

  test('beyond the plan is refused with the limit, also when many are made at once', async () => {
    const company = await makeCompany(app, { plan: { connections: 2 } })
    const names = ['Primeira', 'Segunda', 'Terceira', 'Quarta']
    const answers = await Promise.all(names.map((name) => create(company.admin, { name })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2)
    const refused = answers.find((answer) => answer.status === 400)
    expect(refused?.refusal).toMatchObject({ error: 'ERR_PLAN_LIMIT_CONNECTIONS', values: { limit: 2 } })
    expect(await list(company.admin)).toHaveLength(2)
  })

  test('has a name of its own in the company', async () => {
    const [company, other] = [await makeCompany(app), await makeCompany(app)]
    const { id } = await made(company, 'Central')
    const taken = { status: 400, error: 'ERR_CONNECTION_NAME_ALREADY_EXISTS' }
    expect(await create(company.admin, { name: 'CENTRAL' })).toMatchObject(taken)
    expect((await create(other.admin, { name: 'Central' })).status).toBe(200)
    const { id: second } = await made(company, 'Reserva')
    expect(await change(company.admin, second, { name: 'central' })).toMatchObject(taken)
    expect((await change(company.admin, id, { name: 'CENTRAL' })).body).toMatchObject({ name: 'CENTRAL' })
  })

  test('with two queues needs a greeting, with one it does not', async () => {
    const company = await makeCompany(app)
    const queueIds = [(await makeQueue(company)).id, (await makeQueue(company)).id]
    const silent = await create(company.admin, { name: 'Muda', queueIds, greetingMessage: ' \n' })
    expect(silent).toMatchObject({ status: 400, error: 'ERR_WAPP_GREETING_REQUIRED' })
    const { id, queueIds: kept } = await made(company, 'Falante', { queueIds, greetingMessage: 'Olá!' })
    expect(kept).toEqual(queueIds)
    expect(await change(company.admin, id, { greetingMessage: '' })).toMatchObject({
      error: 'ERR_WAPP_GREETING_REQUIRED'
    })
    const single = await change(company.admin, id, { greetingMessage: '', queueIds: queueIds.slice(0, 1) })
    expect(single.body.queueIds).toEqual(queueIds.slice(0, 1))
  })

  test('serves and hands over to queues of the own company alone', async () => {
    const [company, other] = [await makeCompany(app), await makeCompany(app)]
    const [own, foreign] = [await makeQueue(company), await makeQueue(other)]
    const unknown = { status: 404, error: 'ERR_NO_QUEUE_FOUND' }
    expect(await create(company.admin, { name: 'Alheia', queueIds: [foreign.id] })).toMatchObject(unknown)
    expect(await create(company.admin, { name: 'Alheia', transferQueueId: foreign.id })).toMatchObject(unknown)
    const { id } = await made(company, 'Própria', { queueIds: [own.id], transferQueueId: own.id, timeToTransfer: 5 })
    expect(await change(company.admin, id, { queueIds: [own.id, foreign.id] })).toMatchObject(unknown)
    expect((await show(company.admin, id)).body).toMatchObject({ queueIds: [own.id], transferQueueId: own.id })
  })
})

test('a change leaves what it does not name', async () => {
  const company = await makeCompany(app)
  const queue = await makeQueue(company)
  const before = await made(company, 'Vendas', {
    queueIds: [queue.id],
    complationMessage: 'Até logo',
    expiresTicket: 9
  })
  const { body: after } = await change(company.admin, before.id, { name: 'Vendas SP' })
  expect({ ...after, updatedAt: '' }).toEqual({
    ...before,
    name: 'Vendas SP',
    connectionName: 'Vendas SP',
    updatedAt: ''
  })
})

describe('what is shown', () => {
  test('holds the QR code for admins and for nobody else, and the token for nobody at all', async () => {
    const company = await makeCompany(app)
    const { id } = await makeConnectionRow(company, { status: 'qrcode', qrcode: 'qr text' })
    const token = await giveToken(company, id)
    const shown = await show(company.admin, id)
    expect(shown.body).toMatchObject({ token: '', hasToken: true, qrcode: 'qr text' })
    expect(shown.raw.body).not.toContain(token)
    for (const profile of ['user', 'supervisor'] as const) {
      const person = await makeUser(company, { profile })
      expect((await show(person, id)).body).toMatchObject({ status: 'qrcode', token: null, qrcode: '' })
      expect((await person.call(listConnections, { query: {} })).raw.body).not.toContain('qr text')
    }
    const supervisor = await signInSuper(app)
    const abroad = await supervisor.call(listConnections, { query: { companyId: company.id } })
    expect(abroad.body).toMatchObject([{ id, token: null, qrcode: '' }])
  })

  test('counts what waits to go out and what could not be processed', async () => {
    const company = await makeCompany(app)
    const [busy, idle] = [await makeConnectionRow(company), await makeConnectionRow(company)]
    const place = { companyId: company.id, connectionId: busy.id, chat: 'a@s.whatsapp.net' }
    await app.ctx.db.insert(outbox).values([
      { ...place, kind: 'send' },
      { ...place, kind: 'send' },
      { ...place, kind: 'read' }
    ])
    const row = { ...place, attrs: {}, plain: Buffer.from('x') }
    await app.ctx.db.insert(inboundJournal).values([row, { ...row, failedAt: new Date(), reason: 'unreadable' }])
    const counts = (await list(company.admin)).map(({ id, waiting, failures }) => ({ id, waiting, failures }))
    expect(counts).toEqual([
      { id: busy.id, waiting: 2, failures: 1 },
      { id: idle.id, waiting: 0, failures: 0 }
    ])
  })

  test('never holds a session, keys or a lease', async () => {
    const company = await makeCompany(app)
    const { id } = await makeConnectionRow(company, { lid: '99887766', leaseOwner: 'node-7' })
    expect((await show(company.admin, id)).raw.body).not.toMatch(/99887766|node-7|generation|wanted/)
  })
})

test('an id of another company is unknown in every call', async () => {
  const [company, other] = [await makeCompany(app), await makeCompany(app)]
  const { id } = await made(other, 'Deles')
  const unknown = { status: 404, error: 'ERR_NO_WAPP_FOUND' }
  expect(await show(company.admin, id)).toMatchObject(unknown)
  expect(await change(company.admin, id, { name: 'Nossa agora' })).toMatchObject(unknown)
  expect(await remove(company.admin, id)).toMatchObject(unknown)
  expect((await list(other.admin)).map((one) => one.name)).toEqual(['Deles'])
})

test('attendants may look and change nothing', async () => {
  const company = await makeCompany(app)
  const { id } = await made(company, 'Trancada')
  const user = await makeUser(company)
  const refused = { status: 403, error: 'ERR_NO_PERMISSION' }
  expect(await create(user, { name: 'Minha' })).toMatchObject(refused)
  expect(await change(user, id, { name: 'Minha' })).toMatchObject(refused)
  expect(await remove(user, id)).toMatchObject(refused)
})

describe('live', () => {
  const follow = async (by: Person) =>
    followList({
      socket: await by.connect(),
      event: connectionEvent,
      load: () => list(by),
      apply: (items, event) =>
        event.action === 'delete' ? without(items, event.whatsappId) : put(items, event.whatsapp)
    })

  test('the lists of an admin and of an attendant follow every change', async () => {
    const company = await makeCompany(app)
    const queue = await makeQueue(company)
    const user = await makeUser(company)
    const followed = [await follow(company.admin), await follow(user)]
    const expectAllEqual = async () => {
      await app.drain()
      for (const one of followed) await one.expectEqualsReload()
    }
    const first = await made(company, 'Primeira', { queueIds: [queue.id], transferQueueId: queue.id })
    const second = await made(company, 'Segunda', { queueIds: [queue.id] })
    await expectAllEqual()
    await change(company.admin, second.id, { isDefault: true, name: 'Principal' })
    await expectAllEqual()
    await company.admin.call(updateQueue, { params: { id: queue.id }, body: { name: 'Renomeada' } })
    await expectAllEqual()
    expect((await show(user, first.id)).body.queues[0]?.name).toBe('Renomeada')
    await company.admin.call(deleteQueue, { params: { id: queue.id } })
    await expectAllEqual()
    expect((await show(user, first.id)).body).toMatchObject({ queueIds: [], transferQueueId: null })
    await remove(company.admin, second.id)
    await expectAllEqual()
    expect(followed.map((one) => one.items().length)).toEqual([1, 1])
  })
})

test('a ticket goes over the given connection, else over the own one, else over the default', async () => {
  const company = await makeCompany(app)
  const actor = { companyId: company.id, connectionId: null as number | null }
  const choose = (own: number | null, given: number | null) =>
    connectionForTicket(app.ctx, { ...actor, connectionId: own }, given).then((one) => one.name)
  await expect(choose(null, null)).rejects.toMatchObject({ code: 'ERR_NO_DEF_WAPP_FOUND' })
  await made(company, 'Padrão')
  const [own, given] = [await made(company, 'Do usuário'), await made(company, 'Pedida')]
  const foreign = await made(await makeCompany(app), 'Alheia')
  expect(await choose(null, null)).toBe('Padrão')
  expect(await choose(own.id, null)).toBe('Do usuário')
  expect(await choose(foreign.id, null)).toBe('Padrão')
  expect(await choose(own.id, given.id)).toBe('Pedida')
  await expect(choose(own.id, foreign.id)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
})
