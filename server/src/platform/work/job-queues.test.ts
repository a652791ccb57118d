// What pg-boss is told of a job, and in which order jobs are run that were claimed together.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inOrder } from './drain-jobs.ts'
import { queueOf, queueOptions } from './job-queues.ts'
import { job } from './jobs.ts'

test.each([
  ['campaigns.turn', 'campaigns.turn'],
  ['sweep login attempts', 'sweep-login-attempts'],
  ['a: b/c', 'a-b-c']
])('the job %s is in the queue %s', (name, queue) => expect(queueOf(name)).toBe(queue))

test.each([
  [5, 2, true],
  [2, 0, false],
  [0, 0, false]
])('a job with %i retries after %i seconds doubles its pauses: %s', (retries, retryDelay, retryBackoff) => {
  const options = queueOptions(job('any', z.object({}), { retries, retryDelay }))
  expect(options).toMatchObject({ retryLimit: retries, retryDelay, retryBackoff, notify: true })
})

test('the higher priority goes first, then what was added first', () => {
  const [early, late] = [new Date(1), new Date(2)]
  const jobs = [
    { id: 'd', priority: 0, createdOn: late },
    { id: 'c', priority: 0, createdOn: early },
    { id: 'b', priority: 0, createdOn: early },
    { id: 'a', priority: 1, createdOn: late }
  ]
  expect(jobs.sort(inOrder).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})
