// Addresses as people type them, and what a look at them finds out.
import { expect, test } from 'vitest'
import { checkServer } from './check-server.ts'
import { isEncrypted, originsOf } from '../platform/server-address.ts'
import { sendRequest, type Send, type ServerResponse } from './server-request.ts'
import { startLoginServer } from '../testing/login-server.ts'
import { isOlder } from './versions.ts'

test.each([
  ['desk.example.com', ['https://desk.example.com', 'http://desk.example.com']],
  ['  desk.example.com/console/login ', ['https://desk.example.com', 'http://desk.example.com']],
  ['https://Desk.Example.com/', ['https://desk.example.com']],
  ['http://desk.example.com:8080/x?y#z', ['http://desk.example.com:8080']],
  ['localhost:3000', ['http://localhost:3000', 'https://localhost:3000']],
  ['192.168.0.7:3000', ['http://192.168.0.7:3000', 'https://192.168.0.7:3000']],
  ['desk.lan', ['http://desk.lan', 'https://desk.lan']],
  ['ftp://desk.example.com', []],
  ['https://user:secret@desk.example.com', []],
  ['not an address', []],
  ['', []]
])('%j may mean %j', (typed, origins) => {
  expect(originsOf(typed)).toEqual(origins)
})

test.each([
  ['https://desk.example', true],
  ['http://127.0.0.1:3000', true],
  ['http://localhost', true],
  ['http://192.168.0.7', false],
  ['http://desk.example', false]
])('the way to %s counts as encrypted: %s', (origin, expected) => {
  expect(isEncrypted(origin)).toBe(expected)
})

test.each([
  ['0.1.0', '0.1.1', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.2.0', '1.1.9', false],
  ['1.0.0-beta.1', '1.0.0', false],
  ['nonsense', '0.0.1', true]
])('%s is older than %s: %s', (own, other, expected) => {
  expect(isOlder(own, other)).toBe(expected)
})

const none: ServerResponse = {
  status: 0,
  body: Buffer.alloc(0),
  type: null,
  cookies: [],
  location: null,
  failure: null
}
function version(part: object = {}): ServerResponse {
  return {
    ...none,
    status: 200,
    body: Buffer.from(JSON.stringify({ version: '6.0.0', server: '0.1.0', minimumClient: '0.1.0', ...part }))
  }
}
/** A network of these addresses; others do not answer. */
function network(places: Record<string, Partial<ServerResponse>>): Send {
  return ({ url }) =>
    Promise.resolve({ ...none, failure: 'net::ERR_NAME_NOT_RESOLVED', ...places[new URL(url).origin] })
}
const found = (part?: object): Partial<ServerResponse> => ({ ...version(part), failure: null })
const check = (places: Record<string, Partial<ServerResponse>>, typed = 'desk.example') =>
  checkServer(network(places), '0.1.0', typed)

test('a running server is found over the network', async () => {
  const server = await startLoginServer()
  expect(await checkServer(sendRequest, '0.1.0', server.url)).toEqual({
    ok: true,
    address: server.url,
    version: '0.1.0',
    isEncrypted: true,
    linkOrigin: null
  })
  server.state.isDown = true
  expect(await checkServer(sendRequest, '0.1.0', server.url)).toMatchObject({ ok: false, reason: 'unreachable' })
})

test('https is preferred, plain http is found and said to be open', async () => {
  expect(await check({ 'https://desk.example': found(), 'http://desk.example': found() })).toMatchObject({
    address: 'https://desk.example',
    isEncrypted: true
  })
  expect(await check({ 'http://desk.example': found() })).toMatchObject({
    address: 'http://desk.example',
    isEncrypted: false
  })
})

test('a wrong certificate is no reason to go without one', async () => {
  const places = { 'https://desk.example': { failure: 'net::ERR_CERT_DATE_INVALID' }, 'http://desk.example': found() }
  expect(await check(places)).toMatchObject({ ok: false, reason: 'certificate', detail: 'net::ERR_CERT_DATE_INVALID' })
})

test.each([
  ['which is said where https was asked for', 'https://desk.example', {}, 'no-https'],
  ['which says nothing of what plain http shows', 'desk.lan', { 'http://desk.lan': { status: 404 } }, 'not-guiche'],
  ['which says nothing of a silent server', 'desk.lan', { 'http://desk.lan': { failure: 'timeout' } }, 'timeout'],
  ['which is more than nothing', 'desk.lan', {}, 'no-https']
])('without TLS at an address no certificate is blamed, %s', async (_, typed, places, reason) => {
  const noTls = { failure: 'net::ERR_SSL_PROTOCOL_ERROR' }
  const withoutTls = { 'https://desk.example': noTls, 'https://desk.lan': noTls }
  const plain = Object.fromEntries(Object.entries(places).map(([origin, part]) => [origin, { failure: null, ...part }]))
  expect(await check({ ...withoutTls, ...plain }, typed)).toMatchObject({ ok: false, reason })
})

test('an answer that leads to https on the same host is followed, one that leads elsewhere is not', async () => {
  const moved = (location: string) => ({ status: 301, location, failure: null })
  expect(
    await check(
      { 'http://desk.example': moved('https://desk.example/version'), 'https://desk.example': found() },
      'http://desk.example'
    )
  ).toMatchObject({ ok: true, address: 'https://desk.example' })
  expect(
    await check(
      { 'http://desk.example': moved('https://evil.example/version'), 'https://evil.example': found() },
      'http://desk.example'
    )
  ).toMatchObject({ ok: false, reason: 'not-guiche' })
})

test.each([
  ['nothing answers', {}, 'unreachable'],
  ['no answer in time', { 'https://desk.example': { failure: 'timeout' } }, 'timeout'],
  [
    'something else',
    { 'https://desk.example': { status: 200, body: Buffer.from('<html>'), failure: null } },
    'not-guiche'
  ],
  ['a server for newer apps', { 'https://desk.example': found({ minimumClient: '0.2.0' }) }, 'app-too-old'],
  ['a server before this app', { 'https://desk.example': found({ server: '0.0.9' }) }, 'server-too-old']
])('%s is told as such', async (_, places, reason) => {
  expect(await check(places as Record<string, Partial<ServerResponse>>)).toMatchObject({ ok: false, reason })
})

test('the origin of a server’s links is learnt', async () => {
  const places = { 'https://desk.example': found({ publicUrl: 'https://files.example/x' }) }
  expect(await check(places)).toMatchObject({ ok: true, linkOrigin: 'https://files.example' })
})

test('what is no address is said to be none', async () => {
  expect(await check({}, 'not an address')).toMatchObject({ ok: false, reason: 'invalid-address' })
})
