// The realtime line against a server that speaks Socket.IO: ready, joins, catching up, fresh tokens, doubles.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { refreshToken } from '@guiche/shared/features/org/auth.ts'
import { queueEvent } from '@guiche/shared/features/org/queues.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyId, makeQueue, makeSessionUser, makeToken } from '#test/factories.ts'
import { startFakeServer, type FakeServer } from '#test/fake-server.ts'
import { readToken, storeToken } from './access-token.ts'
import { onSessionEnd } from './http.ts'
import { closeRealtime, join, listen, onReload, openRealtime, useRealtime } from './realtime.ts'

let server: FakeServer
const me = { id: 1, companyId }
const state = () => useRealtime.getState().state
async function online() {
  await expect.poll(state).toBe('online')
}
const update = (id: number) => ({ action: 'update' as const, queue: makeQueue({ id }) })

beforeEach(() => {
  server = startFakeServer()
  server.on(refreshToken, () => ({ token: makeToken(), user: makeSessionUser() }))
  storeToken(makeToken())
  onTestFinished(() => {
    closeRealtime()
    server.restore()
  })
})

function listenToQueues(): number[] {
  const heard: number[] = []
  const stop = listen(queueEvent, (event) => heard.push(event.action === 'delete' ? -event.queueId : event.queue.id))
  onTestFinished(stop)
  return heard
}

test('events of the own company reach their listeners, those of another do not', async () => {
  const heard = listenToQueues()
  openRealtime(me)
  await online()
  expect(server.line.tokens).toEqual([readToken()])
  server.line.emit(queueEvent, companyId + 1, update(8), 1)
  server.line.emit(queueEvent, companyId, update(9), 2)
  await expect.poll(() => heard).toEqual([9])
})

test('joins wait for ready, are counted, and are sent again after a reconnect', async () => {
  const leaveFirst = join('joinChatBox', '12')
  const leaveSecond = join('joinChatBox', '12')
  openRealtime(me)
  await online()
  const sent = () =>
    server.line.received.filter(({ name }) => name.endsWith('ChatBox')).map(({ name, args }) => [name, ...args])
  expect(sent()).toEqual([['joinChatBox', '12']])
  server.line.cut()
  await expect.poll(state).toBe('offline')
  await online()
  expect(sent()).toHaveLength(2)
  leaveFirst()
  expect(sent()).toHaveLength(2)
  leaveSecond()
  await expect.poll(() => sent().at(-1)).toEqual(['leaveChatBox', '12'])
})

test('what was missed while the line was down is fetched, in order and without doubles', async () => {
  const heard = listenToQueues()
  server.on(syncEvents, ({ query }) => ({
    events: [11, 12, 13]
      .filter((seq) => seq > query.after)
      .map((seq) => ({ seq, name: queueEvent.channel(companyId), payload: update(seq) })),
    seq: 13,
    hasMore: false
  }))
  openRealtime(me)
  await online()
  server.line.emit(queueEvent, companyId, update(11), 11)
  await expect.poll(() => heard).toEqual([11])
  server.line.cut()
  await expect.poll(() => server.callsOf(syncEvents).length).toBe(1)
  server.line.emit(queueEvent, companyId, update(13), 13)
  server.line.emit(queueEvent, companyId, update(14), 14)
  await expect.poll(() => heard).toEqual([11, 12, 13, 14])
})

test('what was loaded before the line was open is not loaded again: what came since is heard, if anything did', async () => {
  const heard = listenToQueues()
  const reload = vi.fn()
  onTestFinished(onReload(reload))
  server.on(syncEvents, ({ query }) => ({
    events: query.after < 21 ? [{ seq: 21, name: queueEvent.channel(companyId), payload: update(21) }] : [],
    seq: 21,
    hasMore: false
  }))
  server.line.greetWith(20)
  openRealtime(me, 20)
  await online()
  expect(server.callsOf(syncEvents)).toHaveLength(0)

  server.line.greetWith(21)
  server.line.cut()
  await expect.poll(() => heard).toEqual([21])
  expect(server.callsOf(syncEvents).map(({ query }) => query)).toEqual([{ after: 20 }])
  expect(reload).not.toHaveBeenCalled()

  closeRealtime()
  openRealtime(me)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
})

test('after too long an absence everybody is told to load afresh', async () => {
  const reload = vi.fn()
  server.on(syncEvents, () => {
    throw new AppError('ERR_SYNC_TOO_OLD')
  })
  openRealtime(me)
  await online()
  server.line.emit(queueEvent, companyId, update(1), 1)
  onTestFinished(onReload(reload))
  server.line.cut()
  await expect.poll(() => reload.mock.calls.length).toBe(1)
})

test('a token that has run out is renewed before the line comes back', async () => {
  openRealtime(me)
  await online()
  storeToken(makeToken({ exp: 1 }))
  server.line.cut()
  await expect.poll(() => server.line.tokens.length).toBe(2)
  expect(server.callsOf(refreshToken)).toHaveLength(1)
  expect(server.line.tokens[1]).toBe(readToken())
})

test('a refused handshake is tried again with a fresh token', async () => {
  server.line.refuseNext('ERR_SESSION_EXPIRED')
  openRealtime(me)
  await online()
  expect(server.callsOf(refreshToken)).toHaveLength(1)
  expect(server.line.tokens).toHaveLength(2)
})

test.each(['ERR_COMPANY_INACTIVE', 'ERR_SESSION_ENDED', 'ERR_OUTSIDE_HOURS', 'ERR_ON_LEAVE'] as const)(
  'a handshake refused with %s ends the login',
  async (code) => {
    const ended: unknown[] = []
    onTestFinished(onSessionEnd((error) => ended.push(error)))
    server.on(refreshToken, () => {
      throw new AppError(code)
    })
    server.line.refuseNext(code)
    openRealtime(me)
    await expect.poll(() => ended).toMatchObject([{ code }])
  }
)

test('the line does not wait for its next attempt when the network is back', async () => {
  openRealtime(me)
  await online()
  server.setDown(true)
  await expect.poll(state).toBe('offline')
  // Each attempt that fails makes the pause before the next one longer.
  await expect.poll(() => server.line.attempts(), { timeout: 15_000 }).toBeGreaterThan(4)
  server.setDown(false)
  const before = performance.now()
  window.dispatchEvent(new Event('online'))
  await online()
  expect(performance.now() - before).toBeLessThan(1_000)
})

test('the line tells since when it is down, and forgets it when it is back', async () => {
  openRealtime(me)
  await online()
  server.setDown(true)
  await expect.poll(state).toBe('offline')
  const since = useRealtime.getState().offlineSince
  expect(Date.now() - (since ?? 0)).toBeLessThan(5_000)
  server.setDown(false)
  await online()
  expect(useRealtime.getState().offlineSince).toBeNull()
})
