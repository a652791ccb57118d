// A conversation kept by events is the same as one that is loaded afresh.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { makeMessage, minute } from '#test/inbox-factories.ts'
import { emptyThread, applyMessage, joined, mergeAnswered, mergeNewest, mergeOlder, trimmed } from './thread.ts'

const pageSize = 20
const history = (count: number): Message[] => Array.from({ length: count }, (_, i) => makeMessage(i + 1))
const newest = (all: Message[]) => ({ messages: all.slice(-pageSize), hasMore: all.length > pageSize })
function before(all: Message[], id: string | undefined) {
  const older = all.slice(
    0,
    all.findIndex((message) => message.id === id)
  )
  return { messages: older.slice(-pageSize), hasMore: older.length > pageSize }
}
const bodies = (messages: readonly Message[]) => messages.map(({ body }) => body)

type Change = { seq: number; message: Message }

/** New messages and changes of old ones, as a server tells them. */
function changes(start: number) {
  return fc
    .array(fc.record({ isNew: fc.boolean(), which: fc.nat(200), late: fc.integer({ min: 0, max: 3 }) }), {
      maxLength: 12
    })
    .map((steps) => {
      const all = history(start)
      const told: Change[] = steps.map(({ isNew, which, late }, index) => {
        const seq = index + 1
        const known = all[which % Math.max(1, all.length)]
        if (!isNew && known) {
          const message = { ...known, body: `${known.body} (${seq})`, ack: Math.min(5, known.ack + 1) }
          all[all.indexOf(known)] = message
          return { seq, message }
        }
        // A message may carry an earlier instant than the last one: it was written while the line was down.
        const number = start + seq
        const message = makeMessage(number, { createdAt: minute(Math.max(0, number - late)) })
        all.push(message)
        return { seq, message }
      })
      all.sort((a, b) => (a.createdAt === b.createdAt ? a.seq - b.seq : a.createdAt < b.createdAt ? -1 : 1))
      return { all, told }
    })
}

describe('a thread', () => {
  test('events in any order, some of them twice, leave it as a reload would show it', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 0, max: 45 })
          .chain((start) =>
            changes(start).chain(({ all, told }) =>
              fc
                .tuple(fc.shuffledSubarray(told, { minLength: told.length, maxLength: told.length }), fc.subarray(told))
                .map(([shuffled, twice]) => ({ start, all, heard: [...shuffled, ...twice] }))
            )
          ),
        ({ start, all, heard }) => {
          const loaded = mergeNewest(emptyThread, newest(history(start)), 0)
          const live = heard.reduce((thread, { message, seq }) => applyMessage(thread, message, seq), loaded)
          const first = live.messages[0]
          const expected = first ? all.slice(all.findIndex(({ id }) => id === first.id)) : []
          expect(live.messages).toEqual(expected)
          if (!live.hasOlder) expect(live.messages).toEqual(all)
        }
      )
    )
  })

  test('events that come while the first page is on its way are neither lost nor leave a gap', () => {
    fc.assert(
      fc.property(changes(50), fc.nat(12), ({ all, told }, seen) => {
        // The server made the page after `seen` of the changes; the rest happened later.
        const waiting = told.reduce((thread, { message, seq }) => applyMessage(thread, message, seq), emptyThread)
        const then = history(50)
        for (const { message } of told.slice(0, seen)) {
          const at = then.findIndex(({ id }) => id === message.id)
          if (at >= 0) then[at] = message
          else then.push(message)
        }
        then.sort((a, b) => (a.createdAt === b.createdAt ? a.seq - b.seq : a.createdAt < b.createdAt ? -1 : 1))
        const loaded = mergeNewest(waiting, newest(then), 0)
        const first = all.findIndex(({ id }) => id === loaded.messages[0]?.id)
        expect(bodies(loaded.messages)).toEqual(bodies(all.slice(first)))
      })
    )
  })

  test('older pages join without a gap or a double down to the first message', () => {
    const all = history(50)
    let thread = mergeNewest(emptyThread, newest(all), 0)
    while (thread.hasOlder) thread = mergeOlder(thread, before(all, thread.messages[0]?.id), thread.clock)
    expect(thread.messages).toEqual(all)
  })

  test('a refresh after more than a page was missed starts again at the newest', () => {
    const thread = mergeNewest(emptyThread, newest(history(30)), 0)
    const later = mergeNewest(thread, newest(history(90)), thread.clock)
    expect(later.messages).toEqual(history(90).slice(-pageSize))
    expect(later.hasOlder).toBe(true)
  })

  test('a refresh within a page keeps what was loaded before it', () => {
    const all = history(50)
    let thread = mergeNewest(emptyThread, newest(all), 0)
    thread = mergeOlder(thread, before(all, thread.messages[0]?.id), 0)
    const more = history(55)
    expect(mergeNewest(thread, newest(more), thread.clock).messages).toEqual(more.slice(10))
  })

  test('an answer that is older than what was heard does not turn time back', () => {
    const thread = mergeNewest(emptyThread, newest(history(3)), 0)
    const startedAt = thread.clock
    const heard = applyMessage(thread, makeMessage(2, { ack: 4 }), 9)
    expect(mergeAnswered(heard, [makeMessage(2, { ack: 1 })], startedAt).messages[1]?.ack).toBe(4)
    expect(mergeAnswered(heard, [makeMessage(2, { ack: 5 })], heard.clock).messages[1]?.ack).toBe(5)
  })

  test('a stretch of the past joins once it touches the newest', () => {
    const all = history(90)
    const thread = mergeNewest(emptyThread, newest(all), 0)
    expect(joined(thread, { messages: all.slice(10, 40), hasOlder: true })).toBeNull()
    const whole = joined(thread, { messages: all.slice(40, 75), hasOlder: true })
    expect(whole?.messages).toEqual(all.slice(40))
    expect(whole?.hasOlder).toBe(true)
  })

  test('a long conversation that is left keeps its newest messages and knows that there are older ones', () => {
    const thread = mergeOlder(
      mergeNewest(emptyThread, newest(history(40)), 0),
      before(history(40), makeMessage(21).id),
      0
    )
    expect(thread.hasOlder).toBe(false)
    const short = trimmed(thread, 25)
    expect(short.messages).toEqual(history(40).slice(-25))
    expect(short.hasOlder).toBe(true)
  })
})
