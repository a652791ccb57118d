// Queues: order, limits, codes, what holds on to them, and what everybody hears of it.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createQueue,
  deleteQueue,
  listQueues,
  queueEvent,
  showQueue,
  updateQueue
} from '@guiche/shared/features/org/queues.ts'
import { showUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makeQueue,
  makeUser,
  signInSuper,
  unique,
  type Company
} from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { beforeQueueDelete } from './queues.events.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const colour = () => `#${unique().toString(16).padStart(6, '0')}`
const create = (company: Company, body: object) => company.admin.call(createQueue, { body: body as never })

describe('listing', () => {
  it('goes by the order people gave, then by name, those without an order last', async () => {
    const company = await makeCompany(test)
    for (const [name, orderQueue] of [
      ['zeta', null],
      ['Beta', 2],
      ['alfa', 2],
      ['Gama', 1],
      ['Alfa sem ordem', '']
    ]) {
      accepted(test, await create(company, { name, color: colour(), orderQueue }))
    }
    const { body } = await company.admin.call(listQueues)
    expect(body.map(({ name }) => name)).toEqual(['Gama', 'alfa', 'Beta', 'Alfa sem ordem', 'zeta'])
  })

  it('shows the own company only, except to a super user who asks', async () => {
    const [one, other] = [await makeCompany(test), await makeCompany(test)]
    const queue = await makeQueue(one)
    expect((await other.admin.call(listQueues)).body).toEqual([])
    const query = { companyId: one.id }
    expect((await other.admin.call(listQueues, { query })).error).toBe('ERR_NO_PERMISSION')
    expect((await other.admin.call(showQueue, { params: { id: queue.id } })).error).toBe('ERR_NO_QUEUE_FOUND')
    const seen = (await (await signInSuper(test)).call(listQueues, { query })).body
    expect(seen).toEqual([queue])
  })

  it('is open to everybody of the company', async () => {
    const company = await makeCompany(test)
    const queue = await makeQueue(company)
    const user = await makeUser(company)
    expect((await user.call(listQueues)).body).toEqual([queue])
    expect((await user.call(showQueue, { params: { id: queue.id } })).body).toEqual(queue)
  })
})

describe('creating', () => {
  it('keeps everything that was given', async () => {
    const company = await makeCompany(test)
    const schedules = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '08:00', endTime: '18:00' }]
    const body = {
      name: ' Vendas ',
      color: '#A1B2C3',
      orderQueue: '3',
      greetingMessage: 'Olá 👋',
      outOfHoursMessage: 'Voltamos amanhã.',
      schedules
    }
    const made = accepted(test, await create(company, body))
    expect(made).toMatchObject({ ...body, name: 'Vendas', orderQueue: 3, companyId: company.id, integrationId: null })
  })

  it('refuses a name or a colour that another queue has, in any case of letters, with its code', async () => {
    const [company, other] = [await makeCompany(test), await makeCompany(test)]
    await create(company, { name: 'Vendas', color: '#aabbcc' })
    const sameName = await create(company, { name: 'VENDAS', color: colour() })
    expect([sameName.status, sameName.error]).toEqual([400, 'ERR_QUEUE_NAME_ALREADY_EXISTS'])
    const sameColour = await create(company, { name: 'Suporte', color: '#AABBCC' })
    expect([sameColour.status, sameColour.error]).toEqual([400, 'ERR_QUEUE_COLOR_ALREADY_EXISTS'])
    expect((await create(other, { name: 'Vendas', color: '#aabbcc' })).status).toBe(200)
  })

  it('stops at the limit of the plan, also when many come at once', async () => {
    const company = await makeCompany(test, { plan: { queues: 2 } })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create(company, { name: `Fila ${unique()}`, color: colour() }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.refusal).toEqual({
      error: 'ERR_PLAN_LIMIT_QUEUES',
      values: { limit: 2 }
    })
  })

  it.each([
    [{ name: 'A' }, 'name', 'Too Short!'],
    [{ name: 'A'.repeat(51) }, 'name', 'Too Long!'],
    [{ color: '#1' }, 'color', 'Too Short!'],
    [{ color: '#aabbccdde' }, 'color', 'Too Long!']
  ])('refuses %j', async (wrong, field, sentence) => {
    const { status, refusal } = await create(await makeCompany(test), { name: 'Vendas', color: '#aabbcc', ...wrong })
    expect([status, refusal?.fields?.[field]]).toEqual([400, sentence])
  })
})

describe('changing and deleting', () => {
  it('changes what is sent and keeps the rest', async () => {
    const company = await makeCompany(test)
    const made = accepted(test, await create(company, { name: 'Vendas', color: colour(), greetingMessage: 'Olá' }))
    const answer = await company.admin.call(updateQueue, { params: { id: made.id }, body: { name: 'Comercial' } })
    expect(answer.body).toEqual({ ...made, name: 'Comercial', updatedAt: answer.body.updatedAt })
  })

  it('is for admins of the company', async () => {
    const [company, other] = [await makeCompany(test), await makeCompany(test)]
    const params = { id: (await makeQueue(company)).id }
    const user = await makeUser(company, { profile: 'supervisor' })
    expect((await user.call(updateQueue, { params, body: { name: 'Minha' } })).error).toBe('ERR_NO_PERMISSION')
    expect((await user.call(deleteQueue, { params })).error).toBe('ERR_NO_PERMISSION')
    expect((await other.admin.call(updateQueue, { params, body: { name: 'Minha' } })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await other.admin.call(deleteQueue, { params })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await company.admin.call(showQueue, { params })).status).toBe(200)
  })

  it('takes a deleted queue from its users', async () => {
    const company = await makeCompany(test)
    const [queue, kept] = [await makeQueue(company), await makeQueue(company)]
    const user = await makeUser(company, { queueIds: [queue.id, kept.id] })
    expect((await company.admin.call(deleteQueue, { params: { id: queue.id } })).body).toEqual({
      message: 'Queue deleted'
    })
    const { body } = await company.admin.call(showUser, { params: { id: user.id } })
    expect(body.queues.map(({ id }) => id)).toEqual([kept.id])
  })

  it('lets others let go first, and undoes everything when one cannot', async () => {
    const company = await makeCompany(test)
    const queue = await makeQueue(company)
    const user = await makeUser(company, { queueIds: [queue.id] })
    let fails = true
    beforeQueueDelete.add(async (_tx, _companyId, queueId) => {
      if (queueId === queue.id && fails) throw new Error('holds on')
    })
    expect((await company.admin.call(deleteQueue, { params: { id: queue.id } })).status).toBe(500)
    expect((await company.admin.call(showUser, { params: { id: user.id } })).body.queues).toHaveLength(1)
    fails = false
    expect((await company.admin.call(deleteQueue, { params: { id: queue.id } })).status).toBe(200)
  })
})

it('live equals reload', async () => {
  const [company, other] = [await makeCompany(test), await makeCompany(test)]
  const user = await makeUser(company)
  const stranger = await other.admin.connect()
  const live = await followList({
    socket: await user.connect(),
    event: queueEvent,
    load: async () => (await user.call(listQueues)).body,
    apply: (items, event) => (event.action === 'delete' ? without(items, event.queueId) : put(items, event.queue))
  })
  const [first, second] = [await makeQueue(company), await makeQueue(company)]
  await live.expectEqualsReload()
  await company.admin.call(updateQueue, { params: { id: first.id }, body: { name: 'Outra', orderQueue: 1 } })
  await company.admin.call(updateQueue, { params: { id: second.id }, body: { color: '#ABCDEF' } })
  await live.expectEqualsReload()
  await company.admin.call(deleteQueue, { params: { id: first.id } })
  await live.expectEqualsReload()
  expect(live.items().map(({ id }) => id)).toEqual([second.id])
  await stranger.settle()
  expect(stranger.of(queueEvent)).toEqual([])
  expect(stranger.heard.filter(({ name }) => name.startsWith(`company-${company.id}-`))).toEqual([])
})

it('never breaks, whatever is typed', async () => {
  const company = await makeCompany(test)
  const params = { id: (await makeQueue(company)).id }
  const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.anything())
  await fc.assert(
    fc.asyncProperty(typed, typed, typed, typed, async (name, greetingMessage, orderQueue, schedules) => {
      const body = { name, greetingMessage, orderQueue, schedules, color: colour() } as never
      expect([200, 400]).toContain((await company.admin.call(updateQueue, { params, body })).status)
      expect([200, 400]).toContain((await create(company, body)).status)
    }),
    { numRuns: 60 }
  )
})
