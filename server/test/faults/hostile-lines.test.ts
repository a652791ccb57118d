// Strangers that speak to the server by hand: no request line and no frame of a socket ends the process.
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { me } from '@guiche/shared/features/org/auth.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { makeConnection } from '#test/fixtures/inbound.ts'
import { giveToken } from '#test/fixtures/make-ticket.ts'

/** Failures that nobody caught: each of them would have ended a server. */
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

let app: TestApp
let company: Company
beforeAll(async () => {
  process.on('uncaughtException', note).on('unhandledRejection', note)
  app = await buildTestApp()
  company = await makeCompany(app)
})
afterAll(async () => {
  process.off('uncaughtException', note).off('unhandledRejection', note)
  await app.close()
})

/** The server still serves, and nothing went wrong outside a handler. */
async function isWell() {
  expect(uncaught).toEqual([])
  expect((await company.admin.call(me)).status).toBe(200)
}

const addresses = [
  '//',
  '///',
  '//api/events',
  '/api/events//',
  'http://[',
  'http://[::1/api/events',
  '*',
  '/%',
  '/%00',
  '/api/events?token=%00&after=%',
  '/api/events?token=%F0%9F&after=1e999',
  '/socket.io/',
  '/socket.io/?EIO=4',
  '/socket.io/?EIO=3&transport=websocket',
  '/socket.io/?EIO=4&transport=websocket&sid=__proto__',
  '/socket.io/?EIO=4&transport=websocket&sid=constructor',
  '/socket.io/?EIO=4&EIO=4&transport=websocket&transport=polling',
  '/socket.io/..//?transport=websocket&%'
]
const upgrades = [
  ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
  ['Upgrade: websocket'],
  ['Upgrade: websocket', 'Sec-WebSocket-Version: 99', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Protocol: ,,'],
  ['Upgrade: h2c', 'Authorization: Bearer', 'Origin: http://[']
]

/** Says it and goes: all that came back. Resolves once the server has let go of the line. */
function say(lines: string[]): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  return text(socket).catch(() => '')
}

test('requests that cannot be read, and upgrades of them, are refused', { timeout: 60_000 }, async () => {
  const answers: string[] = []
  for (const address of addresses) {
    for (const method of ['GET', 'OPTIONS']) {
      const start = [`${method} ${address} HTTP/1.1`, 'Host: x']
      for (const upgrade of upgrades) answers.push(await say([...start, 'Connection: Upgrade', ...upgrade]))
      answers.push(await say([...start, 'Connection: close']))
    }
  }
  expect(answers.filter((answer) => !/^(?:HTTP\/1\.1 [1234]|$)/.test(answer))).toEqual([])
  await isWell()
})

test('an upgrade that fails inside costs its own line alone', async () => {
  const socket = new PassThrough()
  const request = {
    get url() {
      throw new Error('broken on purpose')
    }
  }
  app.http.server.emit('upgrade', request as never, socket, Buffer.alloc(0))
  expect(socket.destroyed).toBe(true)
  expect(app.logged.join('')).toContain('broken on purpose')
  await isWell()
})

/** Opens a line, sends frames as they are and leaves once they have been read. Says whether the server let it in. */
async function speak(path: string, frames: (string | Buffer)[], greeting?: string): Promise<boolean> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`)
  const closed = new Promise((done) => socket.once('close', done))
  socket.on('error', () => {})
  const hears = (start: string) =>
    new Promise<boolean>((done) => {
      socket.on('message', (data) => (data as Buffer).toString().startsWith(start) && done(true))
      socket.once('close', () => done(false))
    })
  await hears('')
  // Events are read from whoever has been let in.
  const isIn = greeting === undefined ? Promise.resolve(true) : hears('42["ready"')
  if (greeting !== undefined) socket.send(greeting)
  const wasIn = await isIn
  for (const frame of frames) socket.send(frame, () => {})
  // Frames are read in order, so the answer to this one comes last, unless the server has had enough.
  socket.ping()
  await Promise.race([new Promise((done) => socket.once('pong', done)), closed])
  socket.terminate()
  await closed
  return wasIn
}

const joins = ['joinTickets', 'joinChatBox', 'joinNotification', 'leaveTickets', 'leaveChatBox', 'userStatus']
const oddEvents = [
  ...joins.flatMap((name) => [
    `42["${name}"]`,
    `420["${name}"]`,
    `421["${name}",null,{"__proto__":1},[[]],1e999]`,
    `42["${name}",${'['.repeat(2000)}${']'.repeat(2000)}]`
  ]),
  '42["error","x"]',
  '42["__proto__"]',
  '42["constructor",1]',
  '42[7]',
  '42["ready"]',
  '42["placeUser",1,1]',
  '42',
  '430[]',
  '43["x"]',
  '41',
  '42[]',
  '42["disconnect"]',
  '42{"length":-1}',
  '44{"message":"x"}',
  '40/admin,{}',
  '40',
  '49',
  '4',
  '9',
  ''
]

test('frames of Socket.IO that no client sends harm nobody', { timeout: 60_000 }, async () => {
  const path = `/socket.io/?EIO=4&transport=websocket&token=${company.admin.token}`
  const reads = ['40', '40{}', '40{"token":{}}', '40{"token":["a"],"pid":{},"offset":[]}', '40{"token":null}', '40null']
  for (const read of reads) await speak(path, [read])
  for (const odd of oddEvents) expect(await speak(path, [odd], '40')).toBe(true)
  await speak(path, ['451-["joinTickets",{"_placeholder":true,"num":99}]', Buffer.from('x')], '40')
  await speak(path, [Buffer.from('x'), '42["joinTickets"]'], '40')
  await speak(path, ['x'.repeat(200_000)], '40')
  await speak('/socket.io/?EIO=4&transport=websocket&token=a&token=b', ['40'])
  await isWell()
})

test('what is said on the line of events, which takes nothing, harms nobody', { timeout: 60_000 }, async () => {
  const token = await giveToken(company, (await makeConnection(company)).id)
  const path = `/api/events?token=${token}`
  await speak(path, ['', '{}', '{"type":"ready"}', Buffer.alloc(0), Buffer.alloc(4_000)])
  await speak(path, ['x'.repeat(10_000)])
  for (const query of ['token=%00', `token=${'x'.repeat(8_000)}`, 'after=%00', 'after=-1', '__proto__=1']) {
    await speak(`/api/events?${query}`, ['x'])
  }
  await speak(`${path}&after=${'9'.repeat(400)}`, ['x'])
  await eventually(() => app.app.realtime.io.engine.clientsCount === 0, 'every socket to have gone')
  await isWell()
})
