// Live equals reloaded: whatever answers, events, gaps, sign-outs and refusals come in whatever order, the lists end as a
// fresh load would show them, and show nothing of a login that is over.
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { beginAsking, noteAge } from '../net/as-of.ts'
import { createSlowAnswers, type Says } from '#test/answer-slowly.ts'
import { tick } from '../net/as-of.ts'
import { call } from '../net/http.ts'
import { reloadEverything } from '../net/realtime.ts'
import { signOut } from '../session/session.ts'
import { createEntities, patchEntity, putEntity, removeEntity, takeEntities } from './entities.ts'
import { createPagedList } from './paged-list.ts'
import { createWholeList } from './whole-list.ts'

interface Item {
  id: number
  name: string
  uses: number
}
type Event =
  | { seq: number; kind: 'put'; row: Item; isNew: boolean }
  | { seq: number; kind: 'uses'; id: number; uses: number }
  | { seq: number; kind: 'gone'; id: number }

const item = z.object({ id: z.number(), name: z.string(), uses: z.number() })
const page = z.object({ items: z.array(item), count: z.number(), hasMore: z.boolean() })
const query = z.object({ pageNumber: z.number() })
const listItems = endpoint({ method: 'GET', path: '/items', access: 'user', query, response: page })
const saveItem = endpoint({ method: 'PUT', path: '/items', access: 'user', body: item, response: item })
const pageSize = 3
const byId = (a: Item, b: Item): number => a.id - b.id

/** A server and the line from it. Events may be late. */
function openServer(says: Says) {
  const rows = new Map<number, Item>()
  const line: Event[] = []
  let seq = 0
  // Pages go by number: rows may have moved to one that was read before, and the page could not know it yet.
  let hasShifted = false

  const put = (row: Item): Item => {
    line.push({ seq: ++seq, kind: 'put', row, isNew: !rows.has(row.id) })
    rows.set(row.id, row)
    return row
  }
  const drop = (id: number): void => {
    if (rows.delete(id)) line.push({ seq: ++seq, kind: 'gone', id })
  }
  const use = (id: number, uses: number): void => {
    const known = rows.get(id)
    if (!known) return
    rows.set(id, { ...known, uses })
    line.push({ seq: ++seq, kind: 'uses', id, uses })
  }
  const read = (url: URL): z.output<typeof page> => {
    const from = url.pathname.endsWith('/items') ? (Number(url.searchParams.get('pageNumber')) - 1) * pageSize : 0
    const length = Number(url.searchParams.get('pageNumber')) === 0 ? rows.size : pageSize
    const start = Math.max(0, from)
    hasShifted ||= start > 0 && line.some((event) => event.kind === 'gone' || (event.kind === 'put' && event.isNew))
    const items = [...rows.values()].sort(byId).slice(start, start + length)
    return { items, count: rows.size, hasMore: start + length < rows.size }
  }
  const answers = createSlowAnswers({ says, seq: () => seq })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    if (!request.url.includes('/items')) return new Response('{}')
    return answers.hold(request, ({ method, url, body }) =>
      method === 'PUT' ? put(JSON.parse(body) as Item) : read(url)
    )
  }
  return {
    put,
    drop,
    use,
    fetch,
    ...answers,
    hasShifted: () => hasShifted,
    takeEvents: (count: number) => line.splice(0, count),
    rows: () => [...rows.values()].sort(byId)
  }
}

function openLists() {
  const whole = createWholeList<Item>(async (read) => (await read(listItems, { query: { pageNumber: 0 } })).items, byId)
  const paged = createPagedList<Item>({
    fetchPage: ({ pageNumber }, read) => read(listItems, { query: { pageNumber } }),
    compare: byId
  })
  const lists = [whole, paged]
  const hear = (event: Event): void => {
    const { seq, kind } = event
    for (const { entities } of lists) {
      if (kind === 'put') putEntity(entities, event.row, { seq, isNew: event.isNew })
      else if (kind === 'uses') patchEntity(entities, event.id, { uses: event.uses }, seq)
      else removeEntity(entities, event.id, { seq })
    }
  }
  return { whole, paged, lists, hear }
}

const id = fc.integer({ min: 1, max: 8 })
const place = fc.integer({ min: 0, max: 5 })
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('put'), id, number: place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('drop', 'use'), id, number: place }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver'), id, number: place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('whole', 'paged', 'more'), id, number: place }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('process'), id, number: place }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer'), id, number: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('refuse', 'gap', 'leave'), id, number: place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('save', 'draw'), id, number: place }) }
)

const realFetch = window.fetch
beforeEach(() => localStorage.clear())
afterEach(() => {
  window.fetch = realFetch
})

async function play(commands: { do: string; id: number; number: number }[], says: Says) {
  const server = openServer(says)
  const { whole, paged, lists, hear } = openLists()
  window.fetch = server.fetch
  let isOwn = false
  const save = async (row: Item): Promise<void> => {
    isOwn = true
    const saved = await call(saveItem, { body: row })
    for (const list of lists) list.upsert(saved)
  }
  const answerAll = async (): Promise<void> => {
    for (let next = server.takeWaiting(0); next; next = server.takeWaiting(0)) {
      next.answer(false)
      await server.settle()
    }
  }
  for (const { do: what, id: row, number } of commands) {
    const own: Item = { id: row, name: `own ${number}`, uses: 0 }
    if (what === 'put') server.put({ id: row, name: `name ${number}`, uses: number })
    else if (what === 'drop') server.drop(row)
    else if (what === 'use') server.use(row, number)
    else if (what === 'deliver') for (const event of server.takeEvents(number)) hear(event)
    else if (what === 'whole') void whole.refresh()
    else if (what === 'paged') void paged.refresh()
    else if (what === 'more') void paged.loadMore()
    else if (what === 'process') server.processOne(number)
    else if (what === 'answer') server.takeWaiting(number)?.answer(false)
    else if (what === 'refuse') server.takeWaiting(number)?.answer(true)
    else if (what === 'save') void save(own).catch(() => undefined)
    else if (what === 'draw')
      void whole
        .draw(
          row,
          () => own,
          () => save(own)
        )
        .catch(() => undefined)
    else if (what === 'gap') {
      // Its events are never delivered.
      server.takeEvents(Infinity)
      reloadEverything()
    } else {
      await signOut()
      expect(lists.map(({ use }) => use.getState().items)).toEqual([[], []])
      // The next login begins where the company's order is by then.
      server.takeEvents(Infinity)
    }
    await server.settle()
  }
  await answerAll()
  for (const event of server.takeEvents(Infinity)) hear(event)
  for (const list of lists) if (['idle', 'failed'].includes(list.use.getState().phase)) void list.refresh()
  if (whole.use.getState().error !== null) void whole.refresh()
  if (server.hasShifted()) void paged.refresh()
  await server.settle()
  await answerAll()
  const { count } = paged.use.getState()
  for (let turn = 0; turn < 9 && paged.use.getState().hasMore; turn++) {
    void paged.loadMore()
    await server.settle()
    await answerAll()
  }
  return { server, whole, paged, count: says === 'exactly' && !isOwn ? count : null }
}

/** A row goes while the second page is on its way, so that another moves up past it: so rare that no seed finds it soon. */
const goneMeanwhile = [
  ...[1, 2, 3, 4].map((row) => ({ do: 'put', id: row, number: 0 })),
  { do: 'deliver', id: 1, number: 5 },
  ...['paged', 'answer', 'more', 'drop'].map((step) => ({ do: step, id: 1, number: 0 })),
  { do: 'deliver', id: 1, number: 5 }
]

test('lists are what a fresh load would show, in whatever order things come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 6, maxLength: 40, size: 'max' }),
      fc.constantFrom<Says>('nothing', 'before', 'exactly'),
      async (commands, says) => {
        const { server, whole, paged, count } = await play(commands, says)
        expect(whole.use.getState().items).toEqual(server.rows())
        expect(paged.use.getState().items.toSorted(byId)).toEqual(server.rows())
        // Of another page nobody can say whether an answer has counted what own calls change, or what is newer than its number.
        if (count !== null) expect(count).toBe(server.rows().length)
      }
    ),
    // The same orders at every run, so that nobody else’s change fails by chance; another seed looks at others.
    { numRuns: 500, seed: 18, examples: [[goneMeanwhile, 'nothing']] }
  )
}, 120_000)

test('an event that an answer holds already turns nothing back, and a later one counts', () => {
  const entities = createEntities<Item>()
  const shown = () => entities.use.getState().rows.get(1)
  const answered = { id: 1, name: 'answered', uses: 7 }
  takeEntities(entities, [answered], { seq: 7, askedAt: 0 })
  putEntity(entities, { id: 1, name: 'before', uses: 1 }, { seq: 5 })
  patchEntity(entities, 1, { uses: 2 }, 6)
  removeEntity(entities, 1, { seq: 4 })
  expect(shown()).toEqual(answered)
  patchEntity(entities, 1, { uses: 8 }, 8)
  expect(shown()).toEqual({ ...answered, uses: 8 })
  removeEntity(entities, 1, { seq: 9 })
  expect(shown()).toBeUndefined()
})

test('an own call that is under way brings back nothing that is gone, and nothing that is older', () => {
  const entities = createEntities<Item>()
  const shown = () => entities.use.getState().rows.get(1)
  const saved: Item = { id: 1, name: 'saved', uses: 1 }
  const { end, ...age } = beginAsking()
  noteAge(saved, age)
  putEntity(entities, { id: 1, name: 'created', uses: 0 }, { seq: 1 })
  removeEntity(entities, 1, { seq: 2 })
  // A list that was asked for before, and another that is taken in: neither holds the end of the row.
  takeEntities(entities, [saved], { seq: null, askedAt: age.askedAt })
  putEntity(entities, saved)
  expect(shown()).toBeUndefined()
  takeEntities(entities, [{ id: 1, name: 'created again', uses: 0 }], { seq: 5, askedAt: age.askedAt })
  putEntity(entities, saved)
  expect(shown()?.name).toBe('created again')
  end()
})

test('of a list that nobody has opened yet, what is gone is known while a call is under way that may answer with it', () => {
  const list = createWholeList<Item>(() => Promise.resolve([]), byId)
  const { end, ...age } = beginAsking()
  const saved: Item = { id: 1, name: 'saved', uses: 1 }
  noteAge(saved, age)
  removeEntity(list.entities, 1, { seq: 2 })
  putEntity(list.entities, saved)
  list.upsert(saved)
  expect([...list.entities.known.values()].map(({ row }) => row)).toEqual([undefined])
  end()
})

test('fields that came before their row wait for it, however many rows go meanwhile', () => {
  const entities = createEntities<Item>()
  const { end, ...age } = beginAsking()
  patchEntity(entities, 1, { uses: 5 }, 5)
  removeEntity(entities, 2, { seq: 6 })
  removeEntity(entities, 3, { seq: 7 })
  takeEntities(entities, [{ id: 1, name: 'answered', uses: 0 }], { ...age, seq: 4 })
  expect(entities.use.getState().rows.get(1)).toEqual({ id: 1, name: 'answered', uses: 5 })
  end()
})

test('the answer to an own call counts until events say more, unless some were missed since it was asked for', () => {
  const entities = createEntities<Item>()
  const shown = () => entities.use.getState().rows.get(1)?.name
  const row = (name: string): Item => ({ id: 1, name, uses: 0 })
  const asked = tick()
  takeEntities(entities, [row('read meanwhile')], { seq: 7, askedAt: tick() })
  putEntity(entities, row('own'), { age: { seq: null, askedAt: asked } })
  expect(shown()).toBe('own')
  // Of before or after the own call: the last event is the truth in the end.
  putEntity(entities, row('event'), { seq: 6 })
  expect(shown()).toBe('event')
  const askedBefore = tick()
  reloadEverything()
  takeEntities(entities, [row('reloaded')], { seq: null, askedAt: tick() })
  putEntity(entities, row('own, late'), { age: { seq: null, askedAt: askedBefore } })
  expect(shown()).toBe('reloaded')
})
