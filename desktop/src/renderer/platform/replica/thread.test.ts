// A thread by its pages and events: what joins, what starts again, and what is let go.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createThread, receiveRow, trimThread, type ThreadPage, type ThreadQuery } from './thread.ts'
import { jumpTo, loadNewer, loadNewest, loadOlder, noteGap } from './thread-pages.ts'

interface Line {
  id: number
  at: number
  body: string
}

const pageSize = 20
const line = (id: number, part: Partial<Line> = {}): Line => ({ id, at: id, body: `line ${id}`, ...part })
const history = (count: number): Line[] => Array.from({ length: count }, (_, index) => line(index + 1))
const order = (a: Line, b: Line): number => a.at - b.at || a.id - b.id

/** A thread of a server that holds these rows; what is asked waits while `held` does. */
function openThread(all: Line[]) {
  const server = { all, held: Promise.resolve() }
  const answer = ({ before, around }: ThreadQuery<Line>): ThreadPage<Line> => {
    const rows = server.all.toSorted(order)
    const place = (id: number | undefined) => rows.findIndex((row) => row.id === id)
    const end = before === undefined ? rows.length : place(before)
    const [from, to] =
      around === undefined ? [end - pageSize, end] : [place(around) - pageSize, place(around) + pageSize + 1]
    return { rows: rows.slice(Math.max(0, from), to), hasMore: from > 0 }
  }
  const thread = createThread<Line>({
    order,
    fetchPage: async (query) => {
      const page = answer(query)
      await server.held
      return page
    },
    onChange: () => undefined
  })
  const rows = () => thread.state.newest.rows
  return { server, thread, rows }
}

interface Told {
  seq: number
  row: Line
}

/** New rows and changes of old ones, as a server tells them. */
function changes(start: number) {
  return fc
    .array(fc.record({ isNew: fc.boolean(), which: fc.nat(200), late: fc.integer({ min: 0, max: 3 }) }), {
      maxLength: 12
    })
    .map((steps) => {
      const all = history(start)
      const told = steps.map(({ isNew, which, late }, index): Told => {
        const seq = index + 1
        const known = all[which % Math.max(1, all.length)]
        const row =
          !isNew && known
            ? { ...known, body: `change ${seq}` }
            : line(start + seq, { at: Math.max(0, start + seq - late) })
        all[known && !isNew ? all.indexOf(known) : all.length] = row
        return { seq, row }
      })
      return { all: all.sort(order), told }
    })
}

test.each([5, 60])('of %i rows, a page that says what is known has nothing drawn again', async (count) => {
  const { server, thread, rows } = openThread(history(count))
  await loadNewest(thread)
  const shown = rows()
  server.all = server.all.map((row) => ({ ...row }))
  await loadNewest(thread)
  expect(rows()).toBe(shown)
})

test('events in any order, some of them twice, leave it as a reload would show it', async () => {
  const played = fc
    .integer({ min: 0, max: 45 })
    .chain((start) =>
      changes(start).chain(({ all, told }) =>
        fc
          .tuple(fc.shuffledSubarray(told, { minLength: told.length, maxLength: told.length }), fc.subarray(told))
          .map(([shuffled, twice]) => ({ start, all, received: [...shuffled, ...twice] }))
      )
    )
  await fc.assert(
    fc.asyncProperty(played, async ({ start, all, received }) => {
      const { thread, rows } = openThread(history(start))
      await loadNewest(thread)
      for (const { row, seq } of received) receiveRow(thread, row, { seq })
      const first = rows()[0]
      expect(rows()).toEqual(first ? all.slice(all.findIndex(({ id }) => id === first.id)) : [])
      if (!thread.state.newest.hasOlder) expect(rows()).toEqual(all)
    })
  )
})

test('older pages join without a gap or a double down to the first row', async () => {
  const { thread, rows } = openThread(history(50))
  await loadNewest(thread)
  while (thread.state.newest.hasOlder) await loadOlder(thread)
  expect(rows()).toEqual(history(50))
})

test('a refresh after more than a page was missed starts again at the newest, whatever has come since', async () => {
  const { server, thread, rows } = openThread(history(30))
  await loadNewest(thread)
  server.all = history(90)
  noteGap(thread)
  receiveRow(thread, line(90), { seq: 90 })
  await loadNewest(thread)
  expect(rows()).toEqual(history(90).slice(-pageSize))
  expect(thread.state.newest.hasOlder).toBe(true)
})

test('a refresh within a page keeps what was loaded before it', async () => {
  const { server, thread, rows } = openThread(history(50))
  await loadNewest(thread)
  await loadOlder(thread)
  server.all = history(55)
  await loadNewest(thread)
  expect(rows()).toEqual(history(55).slice(10))
})

test('an answer that is older than what has come since does not turn time back', async () => {
  const { server, thread, rows } = openThread(history(3))
  await loadNewest(thread)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.held = promise
  const refreshed = loadNewest(thread)
  receiveRow(thread, line(2, { body: 'changed' }), { seq: 9 })
  resolve()
  await refreshed
  expect(rows()[1]?.body).toBe('changed')
  server.all = server.all.with(1, line(2, { body: 'changed again' }))
  await loadNewest(thread)
  expect(rows()[1]?.body).toBe('changed again')
})

test('a stretch of the past joins once it touches the newest', async () => {
  const { thread, rows } = openThread(history(150))
  await loadNewest(thread)
  await jumpTo(thread, 40, () => true)
  expect(thread.state.shown.rows).toEqual(history(60).slice(19))
  expect(thread.state.newest.rows).toHaveLength(pageSize)
  for (let turn = 0; turn < 9 && thread.state.past !== null; turn++) await loadNewer(thread)
  expect(thread.state.past).toBeNull()
  expect(rows()).toEqual(history(150).slice(19))
  expect(thread.state.newest.hasOlder).toBe(true)
})

test('a long thread that is left keeps its newest rows and knows that there are older ones', async () => {
  const { thread, rows } = openThread(history(40))
  await loadNewest(thread)
  await loadOlder(thread)
  expect(thread.state.newest.hasOlder).toBe(false)
  trimThread(thread, 25)
  expect(rows()).toEqual(history(40).slice(-25))
  expect(thread.state.newest.hasOlder).toBe(true)
  expect(thread.entities.known.size).toBe(25)
})
