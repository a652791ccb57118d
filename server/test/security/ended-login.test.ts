// An ended login: whoever still holds its access token neither reads nor writes anything with it, not even by a slow body.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { authEvent, login, logout, me, refreshToken } from '@guiche/shared/features/org/auth.ts'
import { createTag, listTags } from '@guiche/shared/features/inbox/tags.ts'
import { createUser, listAllUsers, updateUser } from '@guiche/shared/features/org/users.ts'
import { features } from '#app/features.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, signIn, type Person } from '#test/fixtures/factories.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { connectSocket } from '#test/server/test-socket.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const ownPaths = features
  .flatMap((feature) => feature.routes ?? [])
  .filter(({ endpoint, identify }) => endpoint.access !== 'public' && identify === undefined)
  .map(({ endpoint }) => ({ method: endpoint.method, url: endpoint.path.replaceAll(/:\w+/g, '1') }))

async function takeAll({ token }: Person) {
  const answers = await Promise.all(
    ownPaths.map(({ method, url }) => test.http.inject({ method, url, headers: { authorization: `Bearer ${token}` } }))
  )
  return new Set(
    answers.map(({ statusCode, body }) => `${statusCode} ${(JSON.parse(body) as { error?: string }).error}`)
  )
}

it('opens no route at all to a login that was taken over, signed out or whose password was changed', async () => {
  expect(ownPaths.length).toBeGreaterThan(150)
  const company = await makeCompany(test)
  const stolen = company.admin
  const owner = await signIn(test, company.admin)
  expect(await takeAll(stolen)).toEqual(new Set(['401 ERR_SESSION_TAKEN_OVER']))

  const [leaving, changed] = [
    await makeUser({ ...company, admin: owner }),
    await makeUser({ ...company, admin: owner })
  ]
  await leaving.call(logout)
  expect(await takeAll(leaving)).toEqual(new Set(['401 ERR_SESSION_ENDED']))
  await owner.call(updateUser, { params: { id: changed.id }, body: { password: 'Outra-123' } })
  expect(await takeAll(changed)).toEqual(new Set(['401 ERR_SESSION_ENDED']))
  expect((await owner.call(me)).status).toBe(200)
})

it('keeps the account with its owner: a login that was taken over changes neither password nor address', async () => {
  const { admin: stolen } = await makeCompany(test)
  const owner = await signIn(test, stolen)
  const params = { id: stolen.id }
  const body = { password: 'Roubada-123', email: 'ladrao@fora.test', currentPassword: stolen.password }
  const refused = await stolen.call(updateUser, { params, body })
  expect([refused.status, refused.error]).toEqual([401, 'ERR_SESSION_TAKEN_OVER'])
  expect((await owner.call(me)).body.email).toBe(stolen.email)
  expect((await signIn(test, stolen)).id).toBe(owner.id)
})

it('is over on every node, and for sockets, which hear first who took over', async () => {
  const second = await buildTestApp({ besides: test, isOneOfMany: true })
  try {
    const { admin: stolen } = await makeCompany(test)
    const there = () => injectCall(second.http, listAllUsers, {}, { token: stolen.token })
    expect((await there()).status).toBe(200)
    const socket = await stolen.connect()
    const owner = await signIn(test, stolen)
    expect(await socket.closed).toBe('io server disconnect')
    expect(socket.of(authEvent)).toMatchObject([{ sessionId: owner.sessionId }])
    await expect(connectSocket(test, stolen)).rejects.toThrow('ERR_SESSION_TAKEN_OVER')
    await expect.poll(async () => (await there()).error, { interval: 20 }).toBe('ERR_SESSION_TAKEN_OVER')
    const renewed = await injectCall(test.http, refreshToken, {}, { cookie: stolen.refreshToken })
    expect(renewed.error).toBe('ERR_SESSION_TAKEN_OVER')
    const staying = await owner.connect()
    await staying.settle()
    expect(staying.isOpen()).toBe(true)
  } finally {
    await second.close()
  }
})

/** A call whose body is on its way; `finish` sends the rest. */
function slowly(person: Person, method: string, path: string, type: string, body: string) {
  const call = request(`${test.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': type,
      'content-length': Buffer.byteLength(body)
    }
  })
  const answer = new Promise<string>((resolve, reject) => {
    call.on('response', (response) => {
      text(response).then((said) => resolve(`${response.statusCode} ${said}`), reject)
    })
    call.on('error', reject)
  })
  const half = Math.floor(body.length / 2)
  call.write(body.slice(0, half))
  return { finish: () => call.end(body.slice(half)), answer }
}

it('takes no body that was begun before the login ended', async () => {
  const company = await makeCompany(test)
  const { admin: stolen } = company
  const form =
    '--x\r\nContent-Disposition: form-data; name="medias"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n' +
    `${'texto '.repeat(200)}\r\n--x--\r\n`
  let count = 0
  const begun = new Promise<void>((resolve) => {
    test.http.server.on('request', () => void (++count === 2 && resolve()))
  })
  const calls = [
    slowly(stolen, createTag.method, createTag.path, 'application/json', '{"name":"Roubada","color":"#112233"}'),
    slowly(stolen, 'POST', '/contacts/import', 'multipart/form-data; boundary=x', form)
  ]
  await begun
  // Both are known by now: whoever calls later has had an answer from the database.
  expect((await stolen.call(listTickets)).status).toBe(200)
  const owner = await signIn(test, stolen)
  for (const { finish } of calls) finish()
  for (const { answer } of calls) expect(await answer).toMatch(/^401 .*ERR_SESSION_TAKEN_OVER/)
  expect((await owner.call(listTags)).body.tags).toEqual([])

  const honest = slowly(owner, createTag.method, createTag.path, 'application/json', '{"name":"Boa","color":"#112233"}')
  honest.finish()
  expect(await honest.answer).toMatch(/^200 .*Boa/)
})

it('lets nobody make a way back in: no user, no login, no refresh', async () => {
  const { admin: stolen } = await makeCompany(test)
  await signIn(test, stolen)
  const body = {
    name: 'Porta dos fundos',
    email: 'porta@fora.test',
    password: 'Roubada-123',
    profile: 'admin' as const
  }
  expect((await stolen.call(createUser, { body })).status).toBe(401)
  expect((await injectCall(test.http, login, { body })).status).toBe(404)
})
