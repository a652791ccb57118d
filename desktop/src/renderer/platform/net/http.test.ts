// Calls: one shared refresh, one retry, what a 401 ends, and typed errors; the same for uploads.
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { login, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { createQueue, listQueues } from '@guiche/shared/features/org/queues.ts'
import { listPlans } from '@guiche/shared/features/org/plans.ts'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { makePlan, makeQueue, makeSessionUser, makeToken } from '#test/factories.ts'
import { startFakeServer, type FakeServer } from '#test/fake-server.ts'
import { readToken, storeToken } from './access-token.ts'
import { ApiError } from './api-error.ts'
import { abandonCalls, call, onSessionEnd } from './http.ts'
import { upload } from './upload.ts'

let server: FakeServer
let ended: ApiError[]

beforeEach(() => {
  server = startFakeServer()
  ended = []
  const stop = onSessionEnd((error) => ended.push(error))
  onTestFinished(() => {
    stop()
    server.restore()
  })
})

function refusalOf(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => Promise.reject(new Error('the call was not refused')),
    (error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    }
  )
}

/** Accepts only tokens that a refresh gave. */
function expireUntilRefreshed() {
  const fresh = new Set<string>()
  server.on(refreshToken, () => {
    const token = makeToken()
    fresh.add(token)
    return { token, user: makeSessionUser() }
  })
  return (token: string | null) => {
    if (token === null || !fresh.has(token)) throw new AppError('ERR_SESSION_EXPIRED')
  }
}

test('ten calls with an expired token share one refresh and each is tried once more', async () => {
  storeToken(makeToken())
  const check = expireUntilRefreshed()
  server.on(listQueues, ({ token }) => {
    check(token)
    return [makeQueue()]
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(listQueues)))
  expect(answers.every(([queue]) => queue?.name === 'Vendas')).toBe(true)
  expect(server.callsOf(refreshToken)).toHaveLength(1)
  expect(server.callsOf(listQueues)).toHaveLength(20)
  expect(server.callsOf(listQueues).at(-1)?.token).toBe(readToken())
})

test('a call that is refused again after the refresh is not tried a third time', async () => {
  storeToken(makeToken())
  server.on(refreshToken, () => ({ token: makeToken(), user: makeSessionUser() }))
  server.on(listQueues, () => {
    throw new AppError('ERR_SESSION_EXPIRED')
  })
  expect(await refusalOf(call(listQueues))).toMatchObject({ status: 403, code: 'ERR_SESSION_EXPIRED' })
  expect(server.callsOf(listQueues)).toHaveLength(2)
  expect(server.callsOf(refreshToken)).toHaveLength(1)
})

test('a missing permission asks for no refresh', async () => {
  storeToken(makeToken())
  server.on(createQueue, () => {
    throw new AppError('ERR_NO_PERMISSION')
  })
  const error = await refusalOf(
    call(createQueue, {
      body: { name: 'Vendas', color: '#e03131', orderQueue: 1, integrationId: null, promptId: null }
    })
  )
  expect(error).toMatchObject({ status: 403, code: 'ERR_NO_PERMISSION' })
  expect(server.unanswered).toEqual([])
})

test('a 401 ends the login, but not when the login itself is refused', async () => {
  server.on(login, () => {
    throw new AppError('ERR_INVALID_CREDENTIALS')
  })
  await refusalOf(call(login, { body: { email: 'ana@padaria.com.br', password: 'errada' } }))
  expect(ended).toHaveLength(0)
  server.on(listQueues, () => {
    throw new AppError('ERR_SESSION_ENDED')
  })
  await refusalOf(call(listQueues))
  expect(ended).toMatchObject([{ code: 'ERR_SESSION_ENDED' }])
})

test('a refresh that is refused with 401 ends the login', async () => {
  storeToken(makeToken())
  server.on(listQueues, () => {
    throw new AppError('ERR_SESSION_EXPIRED')
  })
  server.on(refreshToken, () => {
    throw new AppError('ERR_SESSION_ENDED')
  })
  expect(await refusalOf(call(listQueues))).toMatchObject({ status: 401 })
  expect(ended).toHaveLength(1)
})

test('without a network the error says so and nobody is signed out', async () => {
  server.setDown(true)
  expect(await refusalOf(call(listQueues))).toMatchObject({ status: 0, code: 'unreachable' })
  expect(ended).toHaveLength(0)
})

test('fields and values of a refusal reach the caller', async () => {
  server.on(createQueue, () => {
    throw new AppError('ERR_PLAN_LIMIT_QUEUES', { fields: { name: 'Too Long!' }, values: { limit: 3 } })
  })
  const error = await refusalOf(
    call(createQueue, {
      body: { name: 'Vendas', color: '#e03131', orderQueue: 1, integrationId: null, promptId: null }
    })
  )
  expect(error).toMatchObject({ fields: { name: 'Too Long!' }, values: { limit: 3 } })
})

test('lists travel in a query as JSON text and empty values not at all', async () => {
  server.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
  await call(listTickets, { query: { queueIds: [1, 2], searchParam: '', pageNumber: 1, showAll: true } })
  expect(server.callsOf(listTickets)[0]?.query).toMatchObject({ queueIds: [1, 2], pageNumber: 1, showAll: true })
})

test('the public plan list carries neither cookie nor token', async () => {
  storeToken(makeToken())
  server.on(listPlans, () => [makePlan()])
  await call(listPlans, undefined, { credentials: false })
  expect(server.callsOf(listPlans)[0]).toMatchObject({ token: null, withCredentials: false })
})

function files() {
  const body = new FormData()
  body.append('medias', new File([new Uint8Array(5_000)], 'foto.png', { type: 'image/png' }))
  return body
}

test('an upload tells its progress and survives a token that expires on the way', async () => {
  storeToken(makeToken())
  const check = expireUntilRefreshed()
  server.on(sendMessage, ({ token }) => {
    check(token)
    return { messages: [] }
  })
  const sent: number[] = []
  await upload(
    sendMessage,
    { params: { ticketId: 5 }, body: files() },
    { onProgress: (progress) => sent.push(progress.sent) }
  )
  expect(sent.at(-1)).toBe(5_000)
  expect(server.callsOf(refreshToken)).toHaveLength(1)
  expect(server.callsOf(sendMessage)).toHaveLength(2)
  expect(server.callsOf(sendMessage)[1]?.form?.get('medias')).toBeInstanceOf(File)
})

test('an upload that is taken back rejects as such', async () => {
  server.on(sendMessage, () => new Promise(() => undefined))
  const aborter = new AbortController()
  const error = refusalOf(upload(sendMessage, { params: { ticketId: 5 }, body: files() }, { signal: aborter.signal }))
  await expect.poll(() => server.callsOf(sendMessage).length).toBe(1)
  aborter.abort()
  expect(await error).toMatchObject({ code: 'aborted' })
})

test.each(['ERR_SESSION_EXPIRED', 'ERR_SESSION_ENDED'] as const)(
  'an upload ends with its login: %s that comes later is nobody’s',
  async (code) => {
    storeToken(makeToken())
    const held = Promise.withResolvers<never>()
    server.on(sendMessage, () => held.promise)
    const error = refusalOf(upload(sendMessage, { params: { ticketId: 5 }, body: files() }))
    await expect.poll(() => server.callsOf(sendMessage).length).toBe(1)
    abandonCalls()
    storeToken(makeToken())
    held.reject(new AppError(code))
    expect(await error).toMatchObject({ code: 'aborted' })
    expect(server.callsOf(sendMessage)).toHaveLength(1)
    expect(ended).toEqual([])
  }
)
