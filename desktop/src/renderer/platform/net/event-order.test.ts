// The order of realtime events, without a network: what is handed on, in which order, and when all starts over.
import { expect, test, vi } from 'vitest'
import { createEventOrder, type NumberedEvent, type SyncPage } from './event-order.ts'

/** A company's log of which only some numbers are visible, and what was handed on of it. */
function scene(visible: number[], newest: () => number) {
  const delivered: number[] = []
  const asked: number[] = []
  let answer = (after: number): Promise<SyncPage> =>
    Promise.resolve({
      events: visible.filter((seq) => seq > after && seq <= newest()).map(eventOf),
      seq: newest(),
      hasMore: false
    })
  const reload = vi.fn()
  const order = createEventOrder({
    deliver: ({ seq }) => delivered.push(seq ?? -1),
    fetchAfter: (after) => {
      asked.push(after)
      return answer(after)
    },
    reload,
    isTooOld: (error) => error === 'too old'
  })
  return { order, delivered, asked, reload, answerWith: (fn: typeof answer) => (answer = fn) }
}

const eventOf = (seq: number): NumberedEvent & { seq: number } => ({ name: 'event', payload: { seq }, seq })

test('events in order are handed on at once and doubles are dropped', () => {
  const { order, delivered, asked } = scene([], () => 0)
  for (const seq of [4, 5, 5, 4, 6]) order.receive(eventOf(seq))
  expect(delivered).toEqual([4, 5, 6])
  expect(asked).toEqual([])
})

test('an event without a number is handed on whatever happens', () => {
  const { order, delivered } = scene([], () => 0)
  order.receive({ name: 'presence', payload: {} })
  expect(delivered).toEqual([-1])
})

test('a gap is filled before what came after it', async () => {
  const { order, delivered, asked } = scene([2, 3, 4, 5], () => 5)
  order.receive(eventOf(1))
  order.receive(eventOf(4))
  order.receive(eventOf(5))
  await order.catchUp()
  expect(delivered).toEqual([1, 2, 3, 4, 5])
  expect(asked).toEqual([1])
})

test('events that come while a gap is being filled wait for it', async () => {
  const { order, delivered, answerWith } = scene([], () => 0)
  let release: (page: SyncPage) => void = () => undefined
  answerWith(() => new Promise((done) => (release = done)))
  order.receive(eventOf(1))
  order.receive(eventOf(3))
  order.receive(eventOf(4))
  expect(delivered).toEqual([1])
  release({ events: [eventOf(2), eventOf(3)], seq: 3, hasMore: false })
  await order.catchUp()
  expect(delivered).toEqual([1, 2, 3, 4])
})

test('many pages are asked one after the other', async () => {
  const { order, delivered, asked, answerWith } = scene([], () => 0)
  answerWith((after) =>
    Promise.resolve({ events: [eventOf(after + 1), eventOf(after + 2)], seq: after + 2, hasMore: after < 5 })
  )
  order.receive(eventOf(1))
  await order.catchUp()
  expect(asked).toEqual([1, 3, 5])
  expect(delivered).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('after a harmless gap the next ones are handed on at once and checked together', async () => {
  vi.useFakeTimers()
  try {
    let newest = 10
    const { order, delivered, asked, reload } = scene([10, 20, 30], () => newest)
    order.receive(eventOf(1))
    order.receive(eventOf(10))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual([1])
    newest = 30
    order.receive(eventOf(20))
    order.receive(eventOf(30))
    expect(delivered).toEqual([1, 10, 20, 30])
    expect(asked).toEqual([1])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual([1, 10])
    expect(reload).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test('a check that finds something older than what was handed on starts over', async () => {
  vi.useFakeTimers()
  try {
    let newest = 10
    const { order, reload } = scene([10, 15, 20], () => newest)
    order.receive(eventOf(1))
    order.receive(eventOf(10))
    await vi.advanceTimersByTimeAsync(0)
    newest = 20
    order.receive(eventOf(20))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).toHaveBeenCalledOnce()
    expect(order.isStarted()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('when the log no longer reaches back, everybody loads afresh', async () => {
  const { order, reload, answerWith } = scene([], () => 0)
  answerWith(() => Promise.reject('too old'))
  order.receive(eventOf(1))
  order.receive(eventOf(9))
  await order.catchUp()
  expect(reload).toHaveBeenCalledOnce()
})

test('when the server cannot say what was missed, what is here goes on', async () => {
  vi.useFakeTimers()
  try {
    const { order, delivered, answerWith } = scene([], () => 0)
    answerWith(() => Promise.reject(new Error('no network')))
    order.receive(eventOf(1))
    order.receive(eventOf(3))
    await vi.advanceTimersByTimeAsync(0)
    expect(delivered).toEqual([1, 3])
    answerWith(() => Promise.resolve({ events: [eventOf(3)], seq: 3, hasMore: false }))
    await vi.advanceTimersByTimeAsync(10_000)
    order.receive(eventOf(4))
    expect(delivered).toEqual([1, 3, 4])
  } finally {
    vi.useRealTimers()
  }
})
