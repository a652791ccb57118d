// Live equals reloaded, for conversations: whatever pages, events, gaps, jumps and own changes come in whatever order, what is
// shown is an unbroken part of what the server has, each row as it is there.
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { createSlowAnswers, type Says } from '#test/answer-slowly.ts'
import { ageOf } from '../net/as-of.ts'
import { call } from '../net/http.ts'
import { reloadEverything } from '../net/realtime.ts'
import { signOut } from '../session/session.ts'
import { createThreads } from './threads.ts'

const line = z.object({ id: z.number(), at: z.number(), body: z.string() })
type Line = z.output<typeof line>
const page = z.object({ rows: z.array(line), hasMore: z.boolean() })
const query = z.object({ before: z.coerce.number().optional(), around: z.coerce.number().optional() })
const listLines = endpoint({ method: 'GET', path: '/lines', access: 'user', query, response: page })
const saveLine = endpoint({ method: 'PUT', path: '/lines', access: 'user', body: line, response: line })
const pageSize = 4
const order = (a: Line, b: Line): number => a.at - b.at || a.id - b.id

/** A server and the line from it. */
function openServer(says: Says, length: number) {
  let rows: Line[] = Array.from({ length }, (_, index) => ({ id: index + 1, at: index + 1, body: 'first' }))
  const events: { seq: number; row: Line; isInOrder: boolean }[] = []
  let seq = 0

  const put = (row: Line): Line => {
    const isNew = !rows.some(({ id }) => id === row.id)
    rows = [...rows.filter(({ id }) => id !== row.id), row].sort(order)
    events.push({ seq: ++seq, row, isInOrder: isNew && rows.at(-1) === row })
    return row
  }
  /** Comes in behind the last, or `late` places before it. */
  const write = (late: number): Line => {
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1
    return put({ id, at: id - late, body: 'written' })
  }
  const edit = (place: number, body: string): void => {
    const row = rows[place % Math.max(1, rows.length)]
    if (row) put({ ...row, body })
  }
  const read = (params: URLSearchParams): z.output<typeof page> => {
    const placeOf = (name: string) => rows.findIndex(({ id }) => id === Number(params.get(name)))
    const before = params.has('before') ? placeOf('before') : rows.length
    const [from, to] = params.has('around')
      ? [placeOf('around') - pageSize, placeOf('around') + pageSize + 1]
      : [before - pageSize, before]
    return { rows: rows.slice(Math.max(0, from), to), hasMore: from > 0 }
  }
  const answers = createSlowAnswers({ says, seq: () => seq })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    if (!request.url.includes('/lines')) return new Response('{}')
    return answers.hold(request, ({ method, url, body }) =>
      method === 'PUT' ? put(JSON.parse(body) as Line) : read(url.searchParams)
    )
  }
  return {
    write,
    edit,
    fetch,
    ...answers,
    takeEvents: (count: number) => events.splice(0, count),
    rows: () => rows
  }
}

const number = fc.integer({ min: 0, max: 9 })
function doing(weight: number, ...names: string[]) {
  return { weight, arbitrary: fc.record({ do: fc.constantFrom(...names), number }) }
}
const command = fc.oneof(
  doing(6, 'write'),
  doing(4, 'edit', 'late'),
  doing(6, 'deliver'),
  doing(3, 'refresh', 'older', 'newer', 'jump'),
  doing(4, 'process'),
  doing(7, 'answer'),
  doing(2, 'own', 'send'),
  doing(1, 'refuse', 'gap', 'newest', 'reopen', 'leave')
)

const realFetch = window.fetch
beforeEach(() => localStorage.clear())
afterEach(() => {
  window.fetch = realFetch
})

function openThread(server: ReturnType<typeof openServer>) {
  const threads = createThreads<Line>({ order, fetchPage: (_, asked, read) => read(listLines, { query: asked }) })
  window.fetch = server.fetch
  threads.open(1)
  /** Rows of which a change was missed, and those that were missed and do not stand at the end. */
  const missed = { changes: new Set<number>(), rows: new Set<number>() }
  const state = () => threads.stateOf(1)
  const save = async (row: Line): Promise<void> => {
    const saved = await call(saveLine, { body: row })
    threads.receive(1, saved, { age: ageOf(saved) })
  }
  const draw = (row: Line): Promise<void> =>
    threads.draw(1, { id: row.id, part: { body: 'drawn' } }, () => save({ ...row, body: 'own' }))
  const miss = (): void => {
    for (const { row, isInOrder } of server.takeEvents(Infinity)) {
      missed.changes.add(row.id)
      if (!isInOrder) missed.rows.add(row.id)
    }
    reloadEverything()
  }
  /** An unbroken part of what the server has, but for what was missed. */
  const seen = (rows: readonly Line[]) =>
    rows.flatMap(({ id, body }) => (missed.rows.has(id) ? [] : [[id, missed.changes.has(id) ? '' : body]]))
  const expectPart = (rows: readonly Line[], last: Line | undefined): void => {
    const all = server.rows()
    const from = all.findIndex(({ id }) => id === rows[0]?.id)
    const to = all.findIndex(({ id }) => id === last?.id) + 1
    expect(seen(rows)).toEqual(seen(from < 0 ? [] : all.slice(from, to)))
  }
  const signOff = async (): Promise<void> => {
    await signOut()
    expect(threads.use.getState().threads.size).toBe(0)
    server.takeEvents(Infinity)
    for (const ids of [missed.changes, missed.rows]) ids.clear()
    threads.open(1)
  }
  const close = (): void => {
    threads.leave(1)
    threads.drop(1)
  }
  return { threads, state, save, draw, miss, expectPart, signOff, close }
}

type Opened = ReturnType<typeof openThread>

async function play(server: ReturnType<typeof openServer>, opened: Opened, commands: { do: string; number: number }[]) {
  const { threads, state, save, draw, miss, expectPart, signOff } = opened
  const quietly = (work: Promise<unknown> | undefined) => void work?.catch(() => undefined)
  const hear = (events: ReturnType<typeof server.takeEvents>): void => {
    for (const { seq, row } of events) threads.receive(1, row, { seq })
  }
  const any = (place: number) => server.rows()[place % Math.max(1, server.rows().length)]
  const steps: Record<string, (place: number) => unknown> = {
    write: (place) => server.write(place === 9 ? 2 : 0),
    edit: (place) => server.edit(place, `edit ${place}`),
    late: (place) => server.edit(server.rows().length - 1 - place, `late ${place}`),
    deliver: (place) => hear(server.takeEvents(place)),
    refresh: () => quietly(threads.refresh(1)),
    older: () => quietly(threads.loadOlder(1)),
    newer: () => quietly(threads.loadNewer(1)),
    jump: (place) => quietly(threads.jumpTo(1, any(place)?.id ?? 0)),
    newest: () => threads.goToNewest(1),
    reopen: () => {
      threads.leave(1)
      threads.open(1)
    },
    process: (place) => server.processOne(place),
    answer: (place) => server.takeWaiting(place)?.answer(false),
    refuse: (place) => server.takeWaiting(place)?.answer(true),
    own: (place) => {
      const row = state().newest.rows.at(-1 - place)
      if (row) quietly(draw(row))
    },
    send: (place) =>
      quietly(save({ id: 1_000 + server.rows().length * 10 + place, at: server.rows().length + 1, body: 'sent' })),
    gap: miss,
    leave: signOff
  }
  for (const { do: what, number: place } of commands) {
    await steps[what]?.(place)
    await server.settle()
    const { rows } = state().newest
    expect(rows).toEqual([...new Map(rows.map((row) => [row.id, row])).values()].sort(order))
  }
  const answerAll = async (): Promise<void> => {
    for (let next = server.takeWaiting(0); next; next = server.takeWaiting(0)) {
      next.answer(false)
      await server.settle()
    }
  }
  await answerAll()
  hear(server.takeEvents(Infinity))
  if (['idle', 'failed'].includes(state().phase)) quietly(threads.refresh(1))
  await server.settle()
  await answerAll()
  const { past } = state()
  if (past) expectPart(past.rows, past.rows.at(-1))
  expectPart(state().newest.rows, server.rows().at(-1))
  threads.goToNewest(1)
  for (let turn = 0; turn < 40 && state().newest.hasOlder; turn++) {
    quietly(threads.loadOlder(1))
    await server.settle()
    await answerAll()
  }
  expectPart(state().newest.rows, server.rows().at(-1))
  expect(state().newest.rows[0]?.id).toBe(server.rows()[0]?.id)
  expect(state().shown).toEqual(state().newest)
}

test('a conversation is what a fresh load would show, in whatever order things come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 6, maxLength: 40, size: 'max' }),
      fc.constantFrom<Says>('nothing', 'before', 'exactly'),
      fc.integer({ min: 0, max: 14 }),
      async (commands, says, length) => {
        const server = openServer(says, length)
        const opened = openThread(server)
        await play(server, opened, commands).finally(opened.close)
      }
    ),
    // As in replica.test.ts.
    { numRuns: 800, seed: 18 }
  )
}, 120_000)
