// A login that is taken over: what the older console hears and how it ends, over real sockets.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authEvent, login, logout, me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { updateUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, signIn } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { connectSocket } from '#test/server/test-socket.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

it('tells the older console which login stays', async () => {
  const company = await makeCompany(test)
  const older = await company.admin.connect()
  const newer = await signIn(test, company.admin)
  await older.closed
  expect(older.of(authEvent)).toEqual([
    {
      action: 'update',
      user: { id: newer.id, email: newer.email, companyId: company.id },
      sessionId: newer.sessionId,
      by: {
        at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        address: expect.stringMatching(/^10\./) as string,
        browser: null,
        system: null
      },
      seq: expect.any(Number) as number
    }
  ])
  const socket = await newer.connect()
  await socket.settle()
  expect(socket.isOpen()).toBe(true)
})

it('says to whoever holds the older token, and to nobody else, whence the newer login came', async () => {
  const { admin } = await makeCompany(test)
  await signIn(test, admin)
  const at = admin.refreshToken.lastIndexOf('.') + 1
  const secret = admin.refreshToken.slice(at)
  const forged = `${admin.refreshToken.slice(0, at)}${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`
  const [held, guessed] = [
    await injectCall(test.http, refreshToken, {}, { cookie: admin.refreshToken }),
    await injectCall(test.http, refreshToken, {}, { cookie: forged })
  ]
  expect(held.refusal).toEqual({
    error: 'ERR_SESSION_TAKEN_OVER',
    values: {
      at: expect.stringMatching(/Z$/) as string,
      address: expect.any(String) as string,
      browser: '',
      system: ''
    }
  })
  expect(guessed.refusal).toEqual({ error: 'ERR_SESSION_TAKEN_OVER' })
})

it('ends the older login at once and says why', async () => {
  const { admin } = await makeCompany(test)
  const socket = await admin.connect()
  const newer = await signIn(test, admin)
  const refreshed = await injectCall(test.http, refreshToken, {}, { cookie: admin.refreshToken })
  expect([refreshed.status, refreshed.error]).toEqual([401, 'ERR_SESSION_TAKEN_OVER'])
  const called = await admin.call(me)
  expect([called.status, called.error]).toEqual([401, 'ERR_SESSION_TAKEN_OVER'])
  expect(await socket.closed).toBe('io server disconnect')
  await expect(connectSocket(test, admin)).rejects.toThrow('ERR_SESSION_TAKEN_OVER')
  expect((await newer.call(me)).status).toBe(200)
})

it('closes sockets that say nothing once their login has expired', async () => {
  const node = await buildTestApp({ besides: test, roundEvery: 20 })
  try {
    const { admin } = await makeCompany(test)
    const socket = await connectSocket(node, admin)
    test.clock.advance(test.ctx.config.loginIdle * 1000 + 1)
    expect(await socket.closed).toBe('io server disconnect')
  } finally {
    await node.close()
  }
})

it('leaves one login of several that come at once', async () => {
  const { admin } = await makeCompany(test)
  const body = { email: admin.email, password: admin.password }
  const answers = await Promise.all(Array.from({ length: 5 }, () => injectCall(test.http, login, { body })))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  const cookies = answers.map(({ raw }) => raw.cookies.find(({ name }) => name === 'jrt')?.value)
  const calls = await Promise.all(cookies.map((cookie) => injectCall(test.http, refreshToken, {}, { cookie })))
  expect(calls.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(calls.filter(({ error }) => error === 'ERR_SESSION_TAKEN_OVER')).toHaveLength(4)
})

it('lets several logins of a person stand where the company allows it, ten at the most', async () => {
  const company = await makeCompany(test)
  const { admin } = company
  const key = 'severalLogins'
  expect((await admin.call(updateSetting, { params: { key }, body: { value: 'enabled' } })).status).toBe(200)
  const socket = await admin.connect()
  const others = []
  for (let count = 0; count < 9; count++) {
    test.clock.advance(1000)
    others.push(await signIn(test, admin))
  }
  await socket.settle()
  expect(socket.of(authEvent)).toEqual([])
  expect(socket.isOpen()).toBe(true)
  for (const one of [admin, ...others]) expect((await one.call(me)).status).toBe(200)
  test.clock.advance(1000)
  const eleventh = await signIn(test, admin)
  expect(await socket.closed).toBe('io server disconnect')
  expect((await admin.call(me)).error).toBe('ERR_SESSION_TAKEN_OVER')
  for (const one of others) expect((await one.call(me)).status).toBe(200)

  // Forbidden again, the next login ends them all.
  await eleventh.call(updateSetting, { params: { key }, body: { value: 'disabled' } })
  const last = await signIn(test, admin)
  for (const one of [...others, eleventh]) expect((await one.call(me)).error).toBe('ERR_SESSION_TAKEN_OVER')
  expect((await last.call(me)).status).toBe(200)
})

it('says nothing to colleagues', async () => {
  const company = await makeCompany(test)
  const colleague = await (await makeUser(company)).connect()
  await signIn(test, company.admin)
  await colleague.settle()
  expect(colleague.of(authEvent)).toEqual([])
  expect(colleague.isOpen()).toBe(true)
})

it('closes the socket of a login that signs out, and no other', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const [leaving, staying] = [await user.connect(), await company.admin.connect()]
  await user.call(logout)
  expect(await leaving.closed).toBe('io server disconnect')
  await staying.settle()
  expect(staying.isOpen()).toBe(true)
})

it('ends the other logins of somebody whose password an admin sets, and keeps the own one', async () => {
  const company = await makeCompany(test)
  const user = await makeUser(company)
  const socket = await user.connect()
  await company.admin.call(updateUser, { params: { id: user.id }, body: { password: 'Outra-123' } })
  expect(await socket.closed).toBe('io server disconnect')
  expect((await user.call(me)).error).toBe('ERR_SESSION_ENDED')

  const { admin } = company
  expect((await admin.call(updateUser, { params: { id: admin.id }, body: { password: 'Outra-123' } })).status).toBe(200)
  expect((await admin.call(me)).status).toBe(200)
})

it('closes a socket that was let in just before its login ended', async () => {
  const { admin } = await makeCompany(test)
  // Runs between the check of the token and the joining of rooms, where no word of the end reaches a socket.
  test.app.realtime.io.use((socket, next) => {
    const isMeant = (socket.data as { actor: { id: number } }).actor.id === admin.id
    void (isMeant ? admin.call(logout).then(() => test.drain()) : Promise.resolve()).then(() => next())
  })
  const socket = await admin.connect()
  expect(await socket.closed).toBe('io server disconnect')
})

it('tells a socket nothing of what went wrong inside', async () => {
  const { admin } = await makeCompany(test)
  const broken = test.ctx.pool.select
  test.clock.advance(6000)
  test.ctx.pool.select = () => {
    throw new Error('select * from secrets')
  }
  try {
    await expect(admin.connect()).rejects.toThrow(/^ERR_INTERNAL$/)
  } finally {
    test.ctx.pool.select = broken
  }
})

it('is seen by every node at once', async () => {
  const second = await buildTestApp({ besides: test })
  try {
    const { admin } = await makeCompany(test)
    const asked = () => injectCall(second.http, me, {}, { token: admin.token })
    expect((await asked()).status).toBe(200)
    await admin.call(logout)
    // The other node hears of it from the database; nothing but the notification can empty its memory this soon.
    await expect.poll(async () => (await asked()).error, { timeout: 3000, interval: 20 }).toBe('ERR_SESSION_ENDED')
  } finally {
    await second.close()
  }
})
