// No loops: two robots fall silent, nobody is answered twice, and whatever is written ends at a person.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flow, minute, option, queue, said, support, talkTo, type Talk } from '#test/fixtures/bot-talk.ts'
import type { BotFlow, FlowOption } from '../flow/bot-flow.ts'
import { isListening, type BotEvent } from './bot-state.ts'
import { mostReplies, period } from './robots.ts'

describe('the breaker', () => {
  test('stops a talk of many replies within minutes, and stays silent until it is quiet', () => {
    const talk = talkTo(flow({ mostMenus: 0, queues: [support] }))
    talk.writes('Oi')
    for (let n = 1; n < mostReplies; n++) expect(talk.writes(n % 2 ? '1' : '0')).not.toBeNull()
    expect(talk.writes('0')).toBeNull()
    expect(talk.state.phase).toBe('person')
    expect(talk.writes('#')).toBeNull()
    expect(talk.wait(period).writes('#')).not.toBeNull()
  })

  test('lets a person read slowly through as many menus as there are', () => {
    const talk = talkTo(flow({ queues: [support] }))
    talk.writes('Oi')
    for (let n = 0; n < 4 * mostReplies; n++) expect(talk.wait(minute).writes(n % 2 ? '0' : '1')).not.toBeNull()
  })

  test('sees a robot in the third repetition of a long text', () => {
    const words = 'Olá! Digite 9 para falar com a nossa central.'
    const talk = talkTo(flow({ mostMenus: 0 }))
    expect([1, 2, 3, 4].map(() => talk.writes(words) !== null)).toEqual([true, true, false, false])
    expect(talk.state.phase).toBe('person')
  })

  test('lets people answer the same number three times', () => {
    const deep = option(1, 'A', 'a', [
      option(2, 'B', 'b', [option(3, 'C', 'c', [option(4, 'D', 'd'), option(5, 'E')])])
    ])
    const talk = talkTo(flow({ queues: [queue(1, 'Fila', { options: [deep, option(9, 'Z', 'z')] })] }))
    talk.writes('Oi')
    expect(['1', '1', '1', '1'].map((words) => talk.writes(words)?.[0])).toEqual(['a', 'b', 'c', 'd'])
  })

  test('keeps what it knows over a new conversation in the same ticket', () => {
    const talk = talkTo(flow({ queues: [support] }))
    talk.writes('Oi')
    for (let n = 1; n < mostReplies; n++) talk.writes(n % 2 ? '1' : '0')
    talk.happens({ type: 'began' })
    expect(talk.writes('Oi')).toBeNull()
    expect(talk.state.phase).toBe('person')
  })
})

const names = fc.constantFrom(
  'Vendas',
  'Suporte',
  'Loja',
  '1',
  '2',
  '#',
  '0',
  ' ',
  '🙂',
  'Olá! Digite 9 para falar com a central.'
)
const words = fc.constantFrom('', 'texto', 'Olá! Digite 9 para falar com a central.', '#', '1')
const tree: fc.Arbitrary<FlowOption[]> = fc.letrec<{ options: FlowOption[] }>((tie) => ({
  options: fc.array(
    fc
      .tuple(names, words, fc.oneof({ maxDepth: 3 }, fc.constant([] as FlowOption[]), tie('options')))
      .map(([title, message, children]) => option(0, title, message, children)),
    { maxLength: 3 }
  )
})).options
/** Ids as the database gives them: each once. */
function numbered(queues: [string, string, FlowOption[]][]): BotFlow['queues'] {
  let id = 0
  const renumber = (options: FlowOption[]): FlowOption[] =>
    options.map((one) => ({ ...one, id: ++id, children: renumber(one.children) }))
  return queues.map(([name, greeting, options]) => queue(++id, name, { greeting, options: renumber(options) }))
}
const shut = {
  timeZone: 'UTC',
  schedules: [],
  holidays: [{ date: '2026-11-19', name: '', everyYear: true, startTime: '', endTime: '' }]
}
const anyFlow = fc
  .record({
    greeting: words,
    completion: words,
    outOfHours: words,
    ratingRequest: words,
    language: fc.constantFrom('pt' as const, 'en' as const, 'es' as const),
    mostMenus: fc.nat(4),
    menuInterval: fc.constantFrom(0, minute, 60 * minute),
    greetsAlone: fc.boolean(),
    asksRating: fc.boolean(),
    refusesCalls: fc.boolean(),
    transferQueueId: fc.constantFrom(null, 99),
    autoResponder: fc.constantFrom(null, { kind: 'prompt' as const, id: 1 }),
    hours: fc.constantFrom(null, shut),
    queues: fc.array(fc.tuple(names, words, tree), { maxLength: 3 }).map(numbered)
  })
  .map((wishes): BotFlow => wishes)

const answers = fc.oneof(
  fc.constantFrom('1', '2', '3', '0', '#', '9', 'Vendas', 'oi', 'Olá! Digite 9 para falar com a central.'),
  fc.string({ unit: 'binary', maxLength: 30 })
)
const anyEvent = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('text' as const), text: answers }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('other' as const, 'call' as const, 'began' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('resolved' as const), wasServed: fc.boolean() }) }
)
const walk = fc.array(
  fc.record({ event: anyEvent, wait: fc.constantFrom(0, 1_000, 10_000, minute, 30 * minute), isStale: fc.boolean() }),
  { maxLength: 60 }
)

/** Somebody, or something, that knows its way and does not stop. */
const hurry = fc.array(
  fc.record({
    event: fc.record({ type: fc.constant('text' as const), text: fc.constantFrom('1', '2', '0', '#') }),
    wait: fc.constantFrom(0, 1_000, 10_000),
    isStale: fc.constant(false)
  }),
  { minLength: 60, maxLength: 90 }
)

const happen = (talk: Talk, event: object, isStale: boolean) =>
  talk.happens({ ...event, at: talk.now, isStale } as unknown as BotEvent)

test('never more than one reply to an event, and never many within minutes', () => {
  fc.assert(
    fc.property(anyFlow, fc.oneof(walk, hurry), (told, steps) => {
      const talk = talkTo(told)
      const times: number[] = []
      for (const { event, wait, isStale } of steps) {
        talk.wait(wait)
        // Closing is done by people: what it sends is no reply.
        const reply = said(happen(talk, event, isStale))
        if (reply !== null && event.type !== 'resolved' && talk.state.phase !== 'ended') times.push(talk.now)
        expect(reply?.trim()).not.toBe('')
        expect(times.filter((at) => at > talk.now - period).length).toBeLessThanOrEqual(mostReplies)
      }
    }),
    { numRuns: 800 }
  )
})

test('always ends at a person: whoever is not understood, or writes on at the end of a way, is soon out of the bot', () => {
  fc.assert(
    fc.property(anyFlow, walk, (told, steps) => {
      // What somebody else answers ends when they say so.
      const talk = talkTo({ ...told, hours: null, autoResponder: null })
      for (const { event, wait, isStale } of steps) {
        talk.wait(wait)
        happen(talk, event, isStale)
      }
      talk.happens({ type: 'began' })
      // Files are never an answer: greeting, at most three questions, and somebody takes over.
      for (let n = 0; n < 6; n++) talk.wait(minute).sends()
      expect(isListening(talk.state)).toBe(false)
      expect(talk.state.phase).toBe('person')
    }),
    { numRuns: 300 }
  )
})

test('two of these bots fall silent by themselves', () => {
  fc.assert(
    fc.property(anyFlow, anyFlow, fc.constantFrom(0, 2_000, 10_000), (one, other, pause) => {
      const talks = [talkTo({ ...one, hours: null }), talkTo({ ...other, hours: null })] as const
      let spoken: string | null = 'Oi'
      let exchanges = 0
      while (spoken !== null) {
        const talk = talks[exchanges % 2 === 0 ? 0 : 1]
        for (const each of talks) each.wait(pause)
        spoken = said(talk.happens({ type: 'text', text: spoken, at: talk.now, isStale: false }))
        expect(++exchanges).toBeLessThanOrEqual(2 * mostReplies + 2)
      }
    }),
    { numRuns: 500 }
  )
})
