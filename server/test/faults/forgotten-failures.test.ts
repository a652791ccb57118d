// A promise that fails and that nobody waits for, as libraries leave them: it is logged, and the server goes on.
import { afterAll, expect, test } from 'vitest'
import { prepareServer } from '#test/server/server-process.ts'
import { eventually } from '#test/eventually.ts'
import { createTestDatabase } from '#test/server/test-database.ts'

const forgetful = "data:text/javascript,process.on('SIGWINCH',()=>{Promise.reject(new/**/Error('forgotten'))})"
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

test('a failure that nobody waited for ends no session', async () => {
  const database = await createTestDatabase()
  stops.push(() => database.drop())
  const nowhere = { whatsappUrl: 'ws://127.0.0.1:9', caFile: '', databaseUrl: database.url }
  const server = await prepareServer({ ...nowhere, env: { NODE_OPTIONS: `--import=${forgetful}` } })
  await server.start()
  stops.push(() => server.stop())
  const pid = server.pid()
  if (pid) process.kill(pid, 'SIGWINCH')
  await eventually(() => server.output().includes('a failure that nobody waited for'), 'the failure to be logged')
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(server.pid()).toBe(pid)
}, 120_000)
