// Options of queues through HTTP: a tree with numbers without gaps, kept to its queue and company; and trying it out.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  mostLevels,
  queueOptionsEvent,
  restoreQueueOptions,
  tryChatbot,
  updateQueueOption,
  type QueueOption
} from '@guiche/shared/features/automation/chatbot.ts'
import { createConnection } from '@guiche/shared/features/inbox/connections.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { deleteQueue, type Queue } from '@guiche/shared/features/org/queues.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company } from '#test/fixtures/factories.ts'
import { followList } from '#test/live-equals-reload.ts'
import { textsIn } from './machine/bot-texts.ts'

let app: TestApp
let company: Company
let queue: Queue
beforeAll(async () => {
  app = await buildTestApp()
  company = await makeCompany(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  queue = await makeQueue(company)
})

async function add(title: string, further: object = {}): Promise<QueueOption> {
  return accepted(
    app,
    await company.admin.call(createQueueOption, { body: { queueId: queue.id, title, ...further } as never })
  )
}
const edit = (id: number, body: object) =>
  company.admin.call(updateQueueOption, { params: { id }, body: body as never })
const all = async (query: object = {}) =>
  accepted(app, await company.admin.call(listQueueOptions, { query: { queueId: queue.id, ...query } as never }))
/** `1 Entrega` by level, children after a slash. */
async function lines(): Promise<string[]> {
  const rows = await all()
  const nameOf = ({ parentId, option, title }: QueueOption): string => {
    const parent = rows.find(({ id }) => id === parentId)
    return `${parent ? `${nameOf(parent)}/` : ''}${option} ${title}`
  }
  return rows.map(nameOf).toSorted()
}

describe('options', () => {
  test('are numbered in the order of their making, a level at a time', async () => {
    const first = await add('Entrega', { message: 'Sobre a entrega' })
    await add('Pessoa', { parentId: -1 })
    const child = await add('Atrasada', { parentId: first.id })
    expect(first).toMatchObject({ option: 1, parentId: null, queueId: queue.id, message: 'Sobre a entrega' })
    expect(await lines()).toEqual(['1 Entrega', '1 Entrega/1 Atrasada', '2 Pessoa'])
    expect((await all({ parentId: -1 })).map(({ title }) => title)).toEqual(['Entrega', 'Pessoa'])
    expect((await all({ parentId: first.id })).map(({ id }) => id)).toEqual([child.id])
    const byParent = await company.admin.call(listQueueOptions, { query: { parentId: first.id } })
    expect(byParent.body.map(({ id }) => id)).toEqual([child.id])
    expect((await company.admin.call(listQueueOptions, { query: {} })).body).toEqual([])
  })

  test('take a number that is free, and the last one where it is taken', async () => {
    await add('A', { option: 1 })
    await add('B', { option: 1 })
    await add('C', { option: '9' })
    expect(await lines()).toEqual(['1 A', '2 B', '3 C'])
  })

  test('are put between others in one call, which makes nothing where it is refused', async () => {
    const [a] = [await add('A'), await add('B'), await add('C')]
    await add('A1', { parentId: a.id })
    const made = await add('Novo', { position: 2 })
    expect(made.option).toBe(2)
    await add('Fim', { position: 99 })
    await add('A0', { parentId: a.id, position: 1 })
    const lines_ = ['1 A', '1 A/1 A0', '1 A/2 A1', '2 Novo', '3 B', '4 C', '5 Fim']
    expect(await lines()).toEqual(lines_)
    const body = { queueId: queue.id, title: 'Nunca', position: 1, fileListId: 999_999_999 }
    expect((await company.admin.call(createQueueOption, { body })).error).toBe('ERR_NO_FILE_LIST_FOUND')
    expect(await lines()).toEqual(lines_)
  })

  test('leave no gap when one goes, and take their children along', async () => {
    const [a, b] = [await add('A'), await add('B'), await add('C')]
    await add('A1', { parentId: a.id })
    await add('B1', { parentId: b.id })
    await company.admin.call(deleteQueueOption, { params: { id: a.id } })
    expect(await lines()).toEqual(['1 B', '1 B/1 B1', '2 C'])
  })

  test('are edited in place and moved among their siblings', async () => {
    const [a] = [await add('A'), await add('B'), await add('C')]
    expect((await edit(a.id, { title: ' Novo ', message: 'Oi' })).body).toMatchObject({ title: 'Novo', option: 1 })
    expect((await edit(a.id, { option: 3 })).body.option).toBe(3)
    expect(await lines()).toEqual(['1 B', '2 C', '3 Novo'])
    await edit(a.id, { option: 1 })
    expect(await lines()).toEqual(['1 Novo', '2 B', '3 C'])
  })

  test('move below another, to its end, and back to the beginning', async () => {
    const [a, b] = [await add('A'), await add('B')]
    await add('B1', { parentId: b.id })
    await edit(a.id, { parentId: b.id })
    expect(await lines()).toEqual(['1 B', '1 B/1 B1', '1 B/2 A'])
    await edit(a.id, { parentId: -1, option: 1 })
    expect(await lines()).toEqual(['1 A', '2 B', '2 B/1 B1'])
    // What legacy clients send back whole changes nothing.
    await edit(b.id, { ...(await all()).find(({ id }) => id === b.id), children: [] })
    expect(await lines()).toEqual(['1 A', '2 B', '2 B/1 B1'])
  })

  test('go with their queue', async () => {
    const { id } = await add('A')
    await company.admin.call(deleteQueue, { params: { id: queue.id } })
    expect((await edit(id, { title: 'B' })).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
  })

  test('keep their numbers when many are made and moved at once', async () => {
    const made = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((title) => add(title)))
    await Promise.all(made.map(({ id }, index) => edit(id, { option: 5 - index })))
    expect((await all()).map(({ option }) => option)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('what was deleted', () => {
  /** B with B1, B2 and B2/X between A and C; it is deleted, and the answer says what went. */
  async function deleted() {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')]
    await add('B1', { parentId: b.id, message: 'Um' })
    const b2 = await add('B2', { parentId: b.id })
    await add('X', { parentId: b2.id })
    const before = await all()
    const { options } = accepted(app, await company.admin.call(deleteQueueOption, { params: { id: b.id } }))
    expect(await lines()).toEqual(['1 A', '2 C'])
    return { a, b, c, b2, options, before }
  }
  const restore = (options: QueueOption[], queueId = queue.id) =>
    company.admin.call(restoreQueueOptions, { body: { queueId, options } })
  const tree = (rows: QueueOption[]) =>
    rows.map(({ id, parentId, option, title, message }) => ({ id, parentId, option, title, message }))

  test('comes back whole in one call: the ids, the words and the places it had', async () => {
    const { options, before } = await deleted()
    expect(options.map(({ title }) => title)).toEqual(['B', 'B1', 'B2', 'X'])
    const answered = accepted(app, await restore(options))
    expect(tree(answered)).toEqual(tree(before))
    expect(tree(await all())).toEqual(tree(before))
    // A call whose answer was lost is made again.
    expect(tree(accepted(app, await restore(options)))).toEqual(tree(before))
    expect((await add('D')).option).toBe(4)
  })

  test('comes back where it can be when others moved meanwhile, and without a list that has gone', async () => {
    const { a, options } = await deleted()
    await company.admin.call(deleteQueueOption, { params: { id: a.id } })
    const [root, ...below] = options
    const answered = accepted(app, await restore([{ ...root, fileListId: 999_999_999 } as QueueOption, ...below]))
    expect(await lines()).toEqual(['1 C', '2 B', '2 B/1 B1', '2 B/2 B2', '2 B/2 B2/1 X'])
    expect(answered.find(({ id }) => id === root?.id)?.fileListId).toBeNull()
  })

  test('stays away whole where a part of it is refused', async () => {
    const { a, c, options } = await deleted()
    const elsewhere = await makeQueue(company)
    const body = { queueId: elsewhere.id, title: 'Z' }
    const taken = accepted(app, await company.admin.call(createQueueOption, { body }))
    const [b, b1, ...others] = options as [QueueOption, QueueOption, ...QueueOption[]]
    const refused: [string, QueueOption[]][] = [
      ['an id that another queue has', [b, b1, ...others, { ...b1, id: taken.id }]],
      ['an id that never was', [b, b1, ...others, { ...b1, id: Number.MAX_SAFE_INTEGER }]],
      ['an id that is here', [b, b1, ...others, { ...b1, id: c.id }]],
      ['one that stands elsewhere', [b, { ...b1, parentId: a.id }, ...others]],
      ['one that comes twice', [b, b1, b1, ...others]],
      ['a circle', [b, { ...b1, parentId: b1.id }]]
    ]
    for (const [what, rows] of refused) expect((await restore(rows)).status, what).toBe(400)
    expect((await restore([{ ...b, parentId: taken.id }])).error).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    expect(await lines()).toEqual(['1 A', '2 C'])
  })
})

describe('what is refused', () => {
  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(101) }, 'title'],
    [{ message: 'x'.repeat(4097) }, 'message'],
    [{ option: 0 }, 'option'],
    [{ parentId: 999_999_999 }, 'parentId'],
    [{ title: 'a\u0000b' }, 'title']
  ])('%j', async (wrong, field) => {
    const body = { queueId: queue.id, title: 'A', ...wrong }
    const { status, refusal } = await company.admin.call(createQueueOption, { body: body as never })
    expect([status, Object.keys(refusal?.fields ?? {})]).toEqual([400, [field]])
  })

  test('a parent in another queue, below itself, or too deep', async () => {
    const a = await add('A')
    const elsewhere = accepted(
      app,
      await company.admin.call(createQueueOption, { body: { queueId: (await makeQueue(company)).id, title: 'Z' } })
    )
    const child = await add('A1', { parentId: a.id })
    for (const parentId of [elsewhere.id, a.id, child.id]) {
      expect((await edit(a.id, { parentId })).refusal?.fields).toEqual({ parentId: 'ERR_VALIDATION' })
    }
    let parentId = child.id
    for (let level = 3; level <= mostLevels; level++) parentId = (await add(`L${level}`, { parentId })).id
    const body = { queueId: queue.id, title: 'zu tief', parentId }
    expect((await company.admin.call(createQueueOption, { body })).status).toBe(400)
  })

  test('people who are no admins, and queues and options that are not there', async () => {
    const user = await makeUser(company)
    expect((await user.call(listQueueOptions, { query: { queueId: queue.id } })).error).toBe('ERR_NO_PERMISSION')
    const body = { queueId: 999_999_999, title: 'A' }
    expect((await company.admin.call(createQueueOption, { body })).error).toBe('ERR_NO_QUEUE_FOUND')
    const gone = await company.admin.call(deleteQueueOption, { params: { id: 999_999_999 } })
    expect([gone.status, gone.error]).toEqual([404, 'ERR_NO_QUEUE_OPTION_FOUND'])
  })
})

test('live equals reload', async () => {
  const a = await add('A')
  const list = await followList({
    socket: await company.admin.connect(),
    event: queueOptionsEvent,
    load: () => all(),
    apply: (items, payload) => (payload.queueId === queue.id ? payload.options : items)
  })
  const b = await add('B')
  await add('A1', { parentId: a.id })
  await edit(b.id, { option: 1 })
  await edit(a.id, { title: 'Outro' })
  await company.admin.call(deleteQueueOption, { params: { id: b.id } })
  await list.expectEqualsReload()
  expect(list.items()).toHaveLength(2)
})

test('never breaks, whatever is typed', async () => {
  const { id } = await add('A')
  const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.anything())
  await fc.assert(
    fc.asyncProperty(typed, typed, typed, typed, async (title, message, option, parentId) => {
      const made = await company.admin.call(createQueueOption, {
        body: { queueId: queue.id, title, message, option, parentId } as never
      })
      expect([200, 400]).toContain(made.status)
      expect([200, 400]).toContain((await edit(id, { title, message, option, parentId })).status)
    }),
    { numRuns: 60 }
  )
})

describe('trying it out', () => {
  const texts = textsIn('pt')
  const tries = async (place: object, words: string[]) => {
    const replies: (string | null)[] = []
    let state: unknown = null
    for (const text of words) {
      const body = { ...place, state, event: { type: 'text', text } }
      const answer = accepted(app, await company.admin.call(tryChatbot, { body: body as never }))
      replies.push(answer.reply)
      ;({ state } = answer)
    }
    return { replies, state }
  }

  test('runs a queue as if it were the only one, however fast one types', async () => {
    await add('Endereço', { message: 'Rua das Flores, 10, {{firstName}}' })
    await add('Pessoa')
    const { replies, state } = await tries({ queueId: queue.id }, ['Oi', '1', '0', 'bolo', '2'])
    expect(replies).toEqual([
      '*[ 1 ]* - Endereço\n*[ 2 ]* - Pessoa',
      expect.stringMatching(new RegExp(`^Rua das Flores, 10, ${company.admin.name.split(' ')[0]}\\n\\n`)),
      '*[ 1 ]* - Endereço\n*[ 2 ]* - Pessoa',
      expect.stringContaining(texts.invalid),
      texts.waiting
    ])
    expect(state).toMatchObject({ phase: 'person', queueId: queue.id })
  })

  test('runs a connection with its menu, its closing and its rating, and leaves nothing behind', async () => {
    const queueIds = [queue.id, (await makeQueue(company)).id]
    const body = { name: `Linha ${queue.id}`, queueIds, greetingMessage: 'Olá!', complationMessage: 'Até logo!' }
    const whatsappId = accepted(app, await company.admin.call(createConnection, { body })).id
    const { replies, state } = await tries({ whatsappId }, ['Oi', '1'])
    expect(replies[0]).toMatch(/^Olá!\n\n\*\[ 1 \]/)
    await company.admin.call(updateSetting, { params: { key: 'userRating' }, body: { value: 'enabled' } })
    const event = { type: 'resolve' as const }
    const asked = await company.admin.call(tryChatbot, { body: { whatsappId, event, state: state as never } })
    expect(asked.body.reply).toContain(texts.ratingScale)
    const rated = await company.admin.call(tryChatbot, {
      body: { whatsappId, event: { type: 'text', text: '3' }, state: asked.body.state }
    })
    expect(rated.body).toMatchObject({ rating: 3, reply: `${texts.thanks}\n\nAté logo!`, isReopened: false })
    await company.admin.call(updateSetting, { params: { key: 'userRating' }, body: { value: 'disabled' } })
    const tickets = await company.admin.call(listTickets, { query: { showAll: 'true' } })
    expect(tickets.body.tickets).toEqual([])
  })

  test('knows files, calls, and other times of the day', async () => {
    const call = (event: object, further: object = {}) =>
      company.admin.call(tryChatbot, { body: { queueId: queue.id, event, ...further } as never })
    expect((await call({ type: 'file' })).status).toBe(200)
    expect((await call({ type: 'call' })).body.reply).toBeNull()
    const at = '2030-01-01T03:00:00Z'
    await add('Hora', { message: '{{hour}} {{date}}' })
    const first = await call({ type: 'text', text: 'Oi' }, { at })
    const told = await call({ type: 'text', text: '1' }, { at, state: first.body.state })
    expect(told.body.reply).toMatch(/^00:00:03 01\/01\/2030/)
    expect((await call({ type: 'text', text: 'Oi' }, { at: 'ontem' })).status).toBe(400)
  })

  test('needs a queue or a connection of the company', async () => {
    const event = { type: 'text' as const, text: 'Oi' }
    expect((await company.admin.call(tryChatbot, { body: { event } })).status).toBe(400)
    const queueId = 999_999_999
    expect((await company.admin.call(tryChatbot, { body: { event, queueId } })).error).toBe('ERR_NO_QUEUE_FOUND')
    const whatsappId = 999_999_999
    expect((await company.admin.call(tryChatbot, { body: { event, whatsappId } })).error).toBe('ERR_NO_WAPP_FOUND')
  })

  test('never breaks, whatever state it is given', async () => {
    const number = fc.oneof(fc.nat(), fc.constant(null))
    const state = fc.record({
      phase: fc.constantFrom('start', 'menu', 'options', 'person', 'rating', 'ended', 'other'),
      queueId: number,
      optionId: number,
      menus: fc.nat(),
      menuAt: number,
      askedAt: number,
      invalid: fc.nat(),
      said: fc.array(fc.nat(), { maxLength: 20 }),
      heard: fc.record({ text: fc.string(), times: fc.nat() }),
      closedUntil: number,
      ratingUntil: number
    })
    await fc.assert(
      fc.asyncProperty(state, fc.string({ unit: 'binary' }), async (given, text) => {
        const body = { queueId: queue.id, state: given, event: { type: 'text', text } }
        expect([200, 400]).toContain((await company.admin.call(tryChatbot, { body: body as never })).status)
      }),
      { numRuns: 60 }
    )
  })
})
