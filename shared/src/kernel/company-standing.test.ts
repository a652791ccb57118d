// The standing of a company at every edge of its paid time and of the three days after it.
import { expect, test } from 'vitest'
import { companyStanding } from './company-standing.ts'

const dueDate = new Date('2026-03-11T02:59:00.000Z')
const day = 86_400_000

test.each([
  ['long before', -30 * day, 'active', true, false],
  ['at the due date', 0, 'active', true, false],
  ['a millisecond after it', 1, 'grace', true, true],
  ['at the end of the third day', 3 * day, 'grace', true, true],
  ['a millisecond later', 3 * day + 1, 'expired', false, true]
] as const)('%s', (_case, after, state, isOperating, isOverdue) => {
  const now = new Date(dueDate.getTime() + after)
  const standing = { state, isOperating, isOverdue, operatesUntil: dueDate.getTime() + 3 * day }
  expect(companyStanding({ status: true, dueDate }, now)).toEqual(standing)
  expect(companyStanding({ dueDate: dueDate.toISOString() }, now.getTime())).toEqual(standing)
  expect(companyStanding({ status: false, dueDate }, now)).toMatchObject({ state: 'closed', isOperating: false })
})

test('without a due date a company operates for ever, unless it is closed', () => {
  const now = new Date('9000-01-01T00:00:00.000Z')
  expect(companyStanding({ dueDate: null }, now)).toEqual({
    state: 'active',
    isOperating: true,
    isOverdue: false,
    operatesUntil: null
  })
  expect(companyStanding({ status: false, dueDate: null }, now).isOperating).toBe(false)
})
