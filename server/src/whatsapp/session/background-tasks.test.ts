// Small work of a session: in order, over a database that is away for a while, and past what fails for good.
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createBackgroundTasks } from './background-tasks.ts'

it('waits for the database, keeps its order, and goes on after a failure', async () => {
  const run = createBackgroundTasks(pino({ level: 'silent' }))
  const done: string[] = []
  let tries = 0
  const { promise: end, resolve } = Promise.withResolvers<void>()
  run('a call', async () => {
    if (++tries < 3) throw Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })
    done.push('call')
  })
  run('a name', () => Promise.reject(new Error('never')))
  run('a refusal', async () => {
    done.push('refusal')
    resolve()
  })
  await end
  expect(done).toEqual(['call', 'refusal'])
})
