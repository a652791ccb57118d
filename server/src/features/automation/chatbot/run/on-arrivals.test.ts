// Which messages the bot wants to know of, and where it goes on after jobs that ran twice, late, or in another order.
import { describe, expect, test } from 'vitest'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Arrival } from '#features/inbox/messages/messages.events.ts'
import { flow, hour, noon, queue, sales, support } from '#test/fixtures/bot-talk.ts'
import type { BotFlow } from '../flow/bot-flow.ts'
import { cursorOf } from './bot-cursor.ts'
import { newState, type BotState } from '../machine/bot-state.ts'
import { concernsBot } from './on-arrivals.ts'
import { eventOf } from './run-bot.ts'

function ticket(wishes: Partial<Ticket> = {}): Ticket {
  return {
    id: 1,
    status: 'pending',
    isGroup: false,
    chatbot: false,
    queueId: null,
    queueOptionId: null,
    ...wishes
  } as Ticket
}
function arrival({ ticket: place = {}, ...wishes }: Partial<Omit<Arrival, 'ticket'>> & { ticket?: Partial<Ticket> }) {
  return {
    messageId: 'm',
    seq: 1,
    isFresh: false,
    isLate: false,
    fromMe: false,
    mediaType: 'chat' as const,
    body: 'Oi',
    ...wishes,
    ticket: ticket(place)
  }
}

const shut = {
  timeZone: 'UTC',
  schedules: [],
  holidays: [{ date: '2026-11-18', name: '', everyYear: false, startTime: '', endTime: '' }]
}
const closed = flow({ hours: shut, outOfHours: 'Fechado' })
const alone = flow({ queues: [sales], greeting: '' })
const refusing = flow({ refusesCalls: true })

describe('the bot hears of', () => {
  test.each<[string, boolean, Parameters<typeof arrival>[0], BotFlow]>([
    ['a new ticket', true, { isFresh: true }, flow()],
    ['a new ticket that it greets', true, { isFresh: true }, flow({ queues: [] })],
    ['a new ticket whose only queue asks something', true, { isFresh: true }, flow({ queues: [support] })],
    ['a ticket it has', true, { ticket: { chatbot: true } }, flow()],
    ['a closed ticket that it asked to rate', true, { ticket: { chatbot: true, status: 'closed' } }, flow()],
    ['the own phone in a ticket it has', true, { fromMe: true, ticket: { chatbot: true } }, flow()],
    ['a readable copy in a ticket it has', true, { isLate: true, ticket: { chatbot: true } }, flow()],
    ['# from who waits', true, { body: '#' }, flow()],
    ['anything while it is closed', true, {}, closed],
    ['anything while it is closed, served or not', true, { ticket: { status: 'open' } }, closed],
    ['a call that is refused', true, { mediaType: 'call_log', body: 'audio' }, refusing]
  ])('%s', (_what, is, wishes, told) => expect(concernsBot(arrival(wishes), told, noon)).toBe(is))
})

describe('the bot does not hear of, so that nothing is asked of the database', () => {
  test.each<[string, boolean, Parameters<typeof arrival>[0], BotFlow]>([
    ['a ticket that people have', false, { ticket: { status: 'open' } }, flow()],
    ['a ticket that waits for people', false, { ticket: { queueId: 1 } }, flow()],
    ['a new ticket where it has nothing to say', false, { isFresh: true }, alone],
    ['a new ticket without queues and greeting', false, { isFresh: true }, flow({ queues: [], greeting: '' })],
    ['groups', false, { isFresh: true, ticket: { isGroup: true, chatbot: true } }, flow()],
    ['the own phone in tickets of people', false, { fromMe: true, ticket: { status: 'open' } }, closed],
    ['the own phone in a closed ticket', false, { fromMe: true, ticket: { chatbot: true, status: 'closed' } }, flow()],
    ['# in a ticket that is served', false, { body: '#', ticket: { status: 'open' } }, flow()],
    ['# where there is no menu', false, { body: '#' }, flow({ queues: [] })],
    ['calls that are taken', false, { mediaType: 'call_log' }, flow()],
    ['a readable copy in a ticket of people', false, { isLate: true }, closed]
  ])('%s', (_what, is, wishes, told) => expect(concernsBot(arrival(wishes), told, noon)).toBe(is))
})

describe('where the bot goes on', () => {
  const row = (seenSeq: number, state: Partial<BotState>) => ({
    seenSeq,
    state: { ...newState(), ...state },
    lateIds: []
  })
  const given = ticket({ chatbot: true, queueId: 7 })

  test.each([
    ['a first conversation', null, given, { seq: 10, isFresh: true }, 9, 'start'],
    ['a second message whose job runs first', null, given, { seq: 12, isFresh: false }, 11, 'start'],
    ['after that the job of the first one', row(12, { phase: 'menu' }), given, { seq: 10, isFresh: true }, 12, 'menu'],
    ['the next answer', row(12, { phase: 'menu' }), given, { seq: 15, isFresh: false }, 12, 'menu'],
    ['a new conversation', row(12, { phase: 'ended' }), given, { seq: 40, isFresh: true }, 39, 'start'],
    [
      'a new one whose second job runs first',
      row(12, { phase: 'person' }),
      given,
      { seq: 41, isFresh: false },
      40,
      'start'
    ],
    ['a new one that broke off a menu', row(12, { phase: 'menu' }), given, { seq: 40, isFresh: true }, 39, 'start'],
    [
      'a ticket that people have',
      row(12, { phase: 'menu' }),
      ticket({ status: 'open' }),
      { seq: 40, isFresh: false },
      39,
      'person'
    ],
    ['a ticket that people took before', null, ticket({ status: 'open' }), { seq: 10, isFresh: true }, 9, 'person'],
    [
      'a rating',
      row(30, { phase: 'rating' }),
      ticket({ chatbot: true, status: 'closed' }),
      { seq: 31, isFresh: false },
      30,
      'rating'
    ],
    [
      'a closed ticket',
      row(30, { phase: 'menu' }),
      ticket({ status: 'closed' }),
      { seq: 31, isFresh: false },
      30,
      'ended'
    ]
  ] as const)('%s', (_what, before, place, heard, seq, phase) =>
    expect(cursorOf(before, place, heard)).toMatchObject({ seq, state: { phase } })
  )

  test('the queue is that of the ticket, whatever was remembered', () =>
    expect(cursorOf(row(1, { phase: 'options', queueId: 3 }), given, { seq: 2, isFresh: false }).state.queueId).toBe(7))

  test('a state that cannot be read starts anew', () =>
    expect(
      cursorOf({ seenSeq: 5, state: { phase: 'elsewhere' }, lateIds: [] }, given, { seq: 9, isFresh: false })
    ).toMatchObject({ seq: 5, state: { phase: 'start' } }))
})

describe('a message is to the bot', () => {
  const message = (mediaType: string, wishes: object = {}) =>
    ({ id: 'm', seq: 1, body: 'Oi', mediaType, fromMe: false, sentAt: new Date(noon), ...wishes }) as never
  test.each([
    ['chat', {}, { type: 'text', text: 'Oi', isServed: false, isStale: false, at: noon }],
    ['chat', { sentAt: new Date(noon - hour) }, { type: 'text', isStale: true, at: noon - hour }],
    ['image', {}, { type: 'other' }],
    ['locationMessage', {}, { type: 'other' }],
    ['call_log', {}, { type: 'call' }],
    ['chat', { fromMe: true }, { type: 'answered' }]
  ])('%s %j: %j', (mediaType, wishes, event) =>
    expect(eventOf(message(mediaType, wishes), ticket(), noon)).toMatchObject(event)
  )
  test('nothing as long as it cannot be read', () => expect(eventOf(message('ciphertext'), ticket(), noon)).toBeNull())
  test('of a served ticket when somebody has it', () =>
    expect(eventOf(message('chat'), ticket({ status: 'open' }), noon)).toMatchObject({ isServed: true }))
})

test('a queue that is gone from the connection concerns nobody', () =>
  expect(concernsBot(arrival({ ticket: { queueId: 99 } }), flow({ queues: [queue(1, 'Vendas')] }), noon)).toBe(false))
