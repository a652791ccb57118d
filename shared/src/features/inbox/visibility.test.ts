// Who may see a ticket, by hand over every combination, and what a location message says.
import { describe, expect, test } from 'vitest'
import { parseLocationBody } from './messages.ts'
import { maySeeTicket } from './tickets.ts'

const attendant = { id: 1, profile: 'user' as const, super: false, queueIds: [10], allTicket: false }

describe('an attendant', () => {
  test.each([
    ['own ticket of a foreign queue', { userId: 1, queueId: 99 }, true],
    ['ticket of an own queue', { userId: null, queueId: 10 }, true],
    ['ticket of a foreign queue', { userId: null, queueId: 99 }, false],
    ['ticket without a queue', { userId: null, queueId: null }, false]
  ])('%s', (_, ticket, may) => expect(maySeeTicket(attendant, ticket)).toBe(may))

  test('who may see all sees tickets without a queue', () => {
    expect(maySeeTicket({ ...attendant, allTicket: true }, { userId: null, queueId: null })).toBe(true)
    expect(maySeeTicket({ ...attendant, allTicket: true }, { userId: null, queueId: 99 })).toBe(false)
  })
})

test.each([{ profile: 'admin' as const }, { super: true }])('%j sees every ticket', (rights) => {
  for (const userId of [null, 1, 2]) {
    for (const queueId of [null, 10, 99]) {
      expect(maySeeTicket({ ...attendant, ...rights }, { userId, queueId })).toBe(true)
    }
  }
})

test.each([
  [
    'img|https://maps.example/?q=1,2|Praça',
    { image: 'img', link: 'https://maps.example/?q=1,2', description: 'Praça' }
  ],
  ['nada', { image: 'nada', link: '', description: '' }]
])('the location %j', (body, read) => expect(parseLocationBody(body)).toEqual(read))
