// A failure is described by where it broke, and never by the data that was worked on.
import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'

test('a statement that failed says its cause, without its parameters', () => {
  const cause = Object.assign(new Error('connection ended'), { code: 'CONNECTION_ENDED' })
  const details = { query: '...', params: ['Maria'], cause }
  const failed = Object.assign(new Error('Failed query: ... params: Maria'), details)
  for (const told of [failed, { ...details, message: failed.message, stack: failed.stack, queue: 'greet' }]) {
    const { type, code, message } = describeFailure(told)
    expect({ type, code, message }).toEqual({ type: 'Error', code: 'CONNECTION_ENDED', message: 'connection ended' })
    expect(JSON.stringify(describeFailure(told))).not.toContain('Maria')
  }
})

test('what lies behind an error is told as well, and nothing of the statement', () => {
  const full = Object.assign(new Error('no space left'), { code: '53100', detail: 'Maria' })
  const failed = Object.assign(new Error('Failed query: ... params: Maria', { cause: full }), { query: '', params: [] })
  const told = describeFailure(new Error('not stored', { cause: failed }))
  expect(told).toMatchObject({ message: 'not stored', cause: { code: '53100', message: 'no space left' } })
  expect(JSON.stringify(told)).not.toContain('Maria')
})

test('an error told as a plain object keeps its message and its frames', () => {
  const error = new TypeError('fetch failed')
  const told = describeFailure({ message: error.message, stack: error.stack, worker: 'a1' })
  expect(told).toMatchObject({ type: 'Error', message: 'fetch failed' })
  expect(told.stack).toContain('describe-failure.test.ts')
  expect(describeFailure('why')).toEqual({ type: 'string', message: 'something that is not an error was thrown' })
})
