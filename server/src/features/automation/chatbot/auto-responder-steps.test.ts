// Conversations that an AI prompt or an integration leads: when they begin, what is for them, and how they are left.
import { describe, expect, test } from 'vitest'
import { flow, hour, noon, queue, sales, support } from '#test/fixtures/bot-talk.ts'
import type { AutoResponder, BotFlow } from './flow/bot-flow.ts'
import { step } from './machine/bot-machine.ts'
import { newState, type BotEvent, type BotState } from './machine/bot-state.ts'

const prompt: AutoResponder = { kind: 'prompt', id: 4 }
const bot: AutoResponder = { kind: 'integration', id: 6 }
const asks = [{ type: 'ask' }]
function text(words: string, wishes: object = {}): BotEvent {
  return {
    type: 'text',
    text: words,
    at: noon,
    isStale: false,
    ...wishes
  }
}
function talk(told: BotFlow, event: BotEvent, state: Partial<BotState> = {}) {
  const { state: next, actions } = step({ ...newState(), ...state }, event, { flow: told, now: noon })
  return { phase: next.phase, queueId: next.queueId, actions }
}
const smart = { ...sales, autoResponder: prompt }
const silent = queue(3, 'Cobrança', { autoResponder: prompt })
const flowing = queue(5, 'Pedidos', { greeting: 'Bem-vindo!', autoResponder: bot })
const everywhere = flow({ autoResponder: prompt })
const menu = flow({ queues: [smart, silent, flowing, support] })
const inside = { phase: 'answerer' as const, queueId: 1 }

describe('an auto responder', () => {
  test.each<[string, BotFlow, BotEvent, Partial<BotState>, object]>([
    [
      'of the connection hears the first word',
      everywhere,
      text('Oi'),
      {},
      { phase: 'answerer', queueId: null, actions: asks }
    ],
    [
      'of the only queue hears it, too',
      flow({ queues: [smart] }),
      text('Oi'),
      {},
      { phase: 'answerer', queueId: 1, actions: asks }
    ],
    [
      'of the connection comes before its only queue',
      flow({ autoResponder: bot, queues: [sales] }),
      text('Oi'),
      { queueId: 1 },
      { phase: 'answerer', queueId: 1, actions: asks }
    ],
    [
      'of the connection has no part in one of many queues',
      flow({ autoResponder: bot }),
      text('Oi'),
      { queueId: 1 },
      { phase: 'menu' }
    ],
    ['waits behind the menu', menu, text('Oi'), {}, { phase: 'menu', queueId: null }],
    [
      'of a chosen queue lets the queue greet, and waits',
      menu,
      text('1'),
      { phase: 'menu' },
      { ...inside, actions: [{ type: 'say', text: sales.greeting }] }
    ],
    [
      'of a queue without a greeting asks what is wanted: the number is no question',
      menu,
      text('2'),
      { phase: 'menu' },
      { phase: 'answerer', queueId: 3, actions: [{ type: 'say', text: 'Como podemos ajudar?' }] }
    ],
    ['outside of the house greets by itself', menu, text('3'), { phase: 'menu' }, { queueId: 5, actions: asks }],
    ['hears all that follows', menu, text('Quanto custa?'), inside, { ...inside, actions: asks }],
    ['hears files and recordings', menu, { type: 'other', at: noon, isStale: false }, inside, { actions: asks }],
    ['hears nothing that is long past', menu, text('Oi', { isStale: true }), inside, { ...inside, actions: [] }],
    ['is left by #, for the menu', menu, text('#'), inside, { phase: 'menu', queueId: null }],
    ['is left when the team writes', menu, { type: 'answered' }, inside, { phase: 'person', actions: [] }],
    ['that is gone leaves the customer at the beginning', flow(), text('Oi'), { phase: 'answerer' }, { phase: 'menu' }],
    ['hears nothing outside opening hours', shut(), text('Oi'), inside, { actions: [{ type: 'say', text: 'Fechado' }] }]
  ])('%s', (_what, told, event, state, expected) => expect(talk(told, event, state)).toMatchObject(expected))

  test('that talks to another robot is stopped', () => {
    const said = Array.from({ length: 15 }, (_, n) => noon - n * 1_000)
    expect(talk(menu, text('Oi'), { ...inside, said })).toMatchObject({ phase: 'person', actions: [] })
    const longAgo = said.map((at) => at - hour)
    expect(talk(menu, text('Oi'), { ...inside, said: longAgo })).toMatchObject({ actions: asks })
  })
})

function shut(): BotFlow {
  const holidays = [{ date: '2026-11-18', name: '', everyYear: false, startTime: '', endTime: '' }]
  return { ...menu, outOfHours: 'Fechado', hours: { timeZone: 'UTC', schedules: [], holidays } }
}
