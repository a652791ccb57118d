// A list of which a page is loaded: what it counts when rows of it and of other pages come, change and go.
import { describe, expect, test } from 'vitest'
import { createPagedList } from './paged-list.ts'
import { useRealtime } from '../net/realtime.ts'
import { createWholeList } from './whole-list.ts'

interface Row {
  id: number
  name: string
}

const row = (id: number): Row => ({ id, name: String(id).padStart(3, '0') })

/** The first 10 of so many rows. */
async function load(count: number) {
  const list = createPagedList<Row>({
    fetchPage: () =>
      Promise.resolve({
        items: Array.from({ length: Math.min(10, count) }, (_, index) => row(index + 1)),
        count,
        hasMore: count > 10
      }),
    compare: (a, b) => a.name.localeCompare(b.name)
  })
  await list.refresh()
  return {
    ...list,
    count: () => list.use.getState().count,
    ids: () => list.use.getState().items.map(({ id }) => id)
  }
}

test('a new row is counted, a known one that changes is not, wherever it stands', async () => {
  const list = await load(50)
  list.upsert(row(51))
  list.upsert(row(51))
  expect(list.count()).toBe(51)
  list.upsert(row(30), false)
  list.upsert(row(3), false)
  expect(list.count()).toBe(51)
  expect(list.ids()).not.toContain(30)
})

test('a row that goes is counted out once, also one of a page that has not been loaded', async () => {
  const list = await load(50)
  list.remove(3)
  list.remove(3)
  list.remove(30)
  list.remove(30)
  expect(list.count()).toBe(48)
  expect(list.ids()).not.toContain(3)
})

test('a row that comes back is counted again', async () => {
  const list = await load(50)
  list.remove(30)
  list.upsert(row(30), false)
  expect(list.count()).toBe(50)
})

test('a list that is here as a whole takes what it does not have', async () => {
  const list = await load(5)
  list.upsert(row(6), false)
  list.remove(99)
  expect(list.count()).toBe(6)
})

/** A list whose next load is answered by hand, with what the server knew when it was asked. */
async function loadSlowly(isPaged: boolean, rows: Row[], count = rows.length) {
  let pause = Promise.resolve()
  const fetchAll = async (): Promise<Row[]> => {
    await pause
    return rows
  }
  const compare = (a: Row, b: Row) => a.id - b.id
  const list = isPaged
    ? createPagedList<Row>({
        fetchPage: async () => ({ items: await fetchAll(), count, hasMore: count > rows.length }),
        compare
      })
    : createWholeList(fetchAll, compare)
  await list.refresh()
  const { promise, resolve } = Promise.withResolvers<void>()
  pause = promise
  const refreshed = list.refresh()
  const answered = async () => {
    resolve()
    await refreshed
    return list.use.getState().items
  }
  return { list, answered }
}

describe.each([
  ['a paged list', true],
  ['a whole list', false]
])('while %s is asked again', (_, isPaged) => {
  test('what is heard stays, whatever the answer knew', async () => {
    const { list, answered } = await loadSlowly(isPaged, [row(1), row(2), row(3)])
    list.upsert(row(4))
    list.upsert({ id: 2, name: 'renamed' })
    list.remove(3)
    expect(await answered()).toEqual([row(1), { id: 2, name: 'renamed' }, row(4)])
    // And once: the next load is as the server says.
    await list.refresh()
    expect(list.use.getState().items).toEqual([row(1), row(2), row(3)])
  })
})

test('what is heard before a list is here is in it', async () => {
  const list = createWholeList(
    () => Promise.resolve([row(1)]),
    (a: Row, b: Row) => a.id - b.id
  )
  list.upsert(row(7))
  const loaded = list.ensure()
  list.upsert(row(2))
  expect(list.use.getState().items).toEqual([])
  await loaded
  expect(list.use.getState().items).toEqual([row(1), row(2)])
})

test('rows of other pages that come and go during a load leave the count as answered', async () => {
  const { list, answered } = await loadSlowly(true, [row(1), row(2)], 50)
  list.remove(30)
  list.upsert(row(40), false)
  list.remove(2)
  expect(await answered()).toEqual([row(1)])
  expect(list.use.getState()).toMatchObject({ count: 50, hasMore: true })
})

function back() {
  useRealtime.setState({ state: 'offline' })
  useRealtime.setState({ state: 'online' })
}

/** A list of which every page can be had or not; a search finds nothing. */
function loadUncertainly() {
  const line = { isDown: false, asked: [] as number[] }
  const list = createPagedList<Row>({
    fetchPage: ({ pageNumber, searchParam }) => {
      line.asked.push(pageNumber)
      if (line.isDown) return Promise.reject(new TypeError('no line'))
      const items = searchParam === '' ? [row(pageNumber)] : []
      return Promise.resolve({ items, count: items.length * 3, hasMore: items.length > 0 && pageNumber < 3 })
    }
  })
  return { list, line, ids: () => list.use.getState().items.map(({ id }) => id) }
}

test('a further page that could not be had comes with another try, or with the line', async () => {
  const { list, line, ids } = loadUncertainly()
  await list.refresh()
  line.isDown = true
  await list.loadMore()
  expect(list.use.getState()).toMatchObject({ phase: 'failed', hasMore: true })
  line.isDown = false
  await list.loadMore()
  expect(ids()).toEqual([1, 2])
  line.isDown = true
  await list.loadMore()
  line.isDown = false
  back()
  await expect.poll(ids).toEqual([1, 2, 3])
  expect(line.asked).toEqual([1, 2, 2, 3, 3])
})

test('a list that could not be brought up to date is asked for from its beginning', async () => {
  const { list, line, ids } = loadUncertainly()
  await list.refresh()
  await list.loadMore()
  line.isDown = true
  await list.refresh()
  expect(ids()).toEqual([1, 2])
  line.isDown = false
  await list.loadMore()
  expect(line.asked).toEqual([1, 2, 1, 1])
  expect(ids()).toEqual([1])
})

/** Pages of ten of rows that may go; the answer reads the list to its end. */
async function loadShrinking(count: number) {
  let rows = Array.from({ length: count }, (_, index) => row(index + 1))
  const list = createPagedList<Row>({
    fetchPage: ({ pageNumber }) => {
      const from = (pageNumber - 1) * 10
      const items = rows.slice(from, from + 10)
      return Promise.resolve({ items, count: rows.length, hasMore: from + 10 < rows.length })
    }
  })
  const leave = (id: number) => {
    rows = rows.filter((one) => one.id !== id)
    list.remove(id)
  }
  const readOn = async () => {
    for (let turn = 0; turn < 20 && list.use.getState().hasMore; turn++) await list.loadMore()
    return { shown: list.use.getState().items.map(({ id }) => id), present: rows.map(({ id }) => id) }
  }
  await list.refresh()
  return { list, leave, readOn }
}

test.each([
  ['one', 1, 1],
  ['a page', 1, 10],
  ['more than a page', 3, 25]
])('rows are read to the last when %s of them went meanwhile', async (_, pages, gone) => {
  const { list, leave, readOn } = await loadShrinking(57)
  for (let page = 1; page < pages; page++) await list.loadMore()
  for (let id = 1; id <= gone; id++) leave(id)
  const { shown, present } = await readOn()
  expect(shown).toEqual(present)
})

test('a search that failed shows nothing of the search before', async () => {
  const { list, line, ids } = loadUncertainly()
  await list.refresh()
  line.isDown = true
  list.setSearch('x')
  await expect.poll(() => list.use.getState().phase).toBe('failed')
  expect(ids()).toEqual([])
  expect(list.use.getState().count).toBe(0)
})

test('a whole list that could not be brought up to date is when the line is back', async () => {
  let asked = 0
  const list = createWholeList<Row>(
    () => (++asked === 2 ? Promise.reject(new TypeError('no line')) : Promise.resolve([row(asked)])),
    (a, b) => a.id - b.id
  )
  await list.ensure()
  await list.refresh()
  expect(list.use.getState()).toMatchObject({ phase: 'ready', items: [row(1)] })
  back()
  await expect.poll(() => list.use.getState().items).toEqual([row(3)])
  expect(list.use.getState().error).toBe(null)
})

test('lists that could not be had without a line are loaded when it is back, others are left alone', async () => {
  let isDown = true
  let asked = 0
  const fetchAll = (): Promise<Row[]> => {
    asked++
    return isDown ? Promise.reject(new TypeError('no line')) : Promise.resolve([row(1)])
  }
  const paged = createPagedList<Row>({
    fetchPage: async () => ({ items: await fetchAll(), count: 1, hasMore: false })
  })
  const whole = createWholeList(fetchAll, (a, b) => a.id - b.id)
  await Promise.all([paged.refresh(), whole.refresh()])
  expect([paged.use.getState().phase, whole.use.getState().phase]).toEqual(['failed', 'failed'])
  isDown = false
  back()
  await expect.poll(() => [paged.use.getState().phase, whole.use.getState().phase]).toEqual(['ready', 'ready'])
  back()
  expect(asked).toBe(4)
})

test('every page that is shown is asked for again at once, and as many as there are by then stay', async () => {
  const { list, line, ids } = loadUncertainly()
  await list.refresh()
  await list.loadMore()
  await list.loadMore()
  line.asked = []
  await list.refreshShown()
  expect(ids()).toEqual([1, 2, 3])
  expect(line.asked).toEqual([1, 2, 3])
  expect(list.use.getState()).toMatchObject({ phase: 'ready', hasMore: false, count: 3 })
})

test('fewer pages than before are shown as they are, and the next one follows them', async () => {
  const kept = { rows: Array.from({ length: 25 }, (_, index) => row(index + 1)) }
  const list = createPagedList<Row>({
    fetchPage: ({ pageNumber }) => {
      const items = kept.rows.slice((pageNumber - 1) * 10, pageNumber * 10)
      return Promise.resolve({ items, count: kept.rows.length, hasMore: kept.rows.length > pageNumber * 10 })
    },
    compare: () => 0
  })
  await list.refresh()
  await list.loadMore()
  await list.loadMore()
  kept.rows = kept.rows.slice(0, 12)
  await list.refreshShown()
  expect(list.use.getState()).toMatchObject({ count: 12, hasMore: false, items: kept.rows })
  kept.rows = Array.from({ length: 25 }, (_, index) => row(index + 1))
  await list.refreshShown()
  expect(list.use.getState()).toMatchObject({ count: 25, hasMore: true, items: kept.rows.slice(0, 20) })
  await list.loadMore()
  expect(list.use.getState().items).toEqual(kept.rows)
})
