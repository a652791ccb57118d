// Calls to addresses that companies name: what is never reached, and how answers and silence come back.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { callOut, checkAddress, type OutgoingCaller } from './call-out.ts'
import { isInternal, isNetwork } from './internal-addresses.ts'

let servers: Server[] = []
afterEach(async () => {
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  servers = []
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
const open: OutgoingCaller = { config: { outgoingAllow: ['127.0.0.0/8:*'] }, companyId: 1 }
const closed: OutgoingCaller = { config: { outgoingAllow: [] }, companyId: 1 }
const post = (caller: OutgoingCaller, url: string, timeout = 20_000) =>
  callOut(caller, { url, headers: { 'x-test': 'yes' }, body: 'olá', timeout })

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'not an address'
  ])('%s is internal', (address) => expect(isInternal(address)).toBe(true))

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '1.1.1.1', '2606:4700:4700::1111'])('%s is not', (address) =>
    expect(isInternal(address)).toBe(false)
  )

  test('that IT opened is allowed, its neighbour is not', () => {
    expect(isInternal('10.1.2.3', ['10.1.2.0/24', 'fd00::1'])).toBe(false)
    expect(isInternal('fd00::1', ['10.1.2.0/24', 'fd00::1'])).toBe(false)
    expect(isInternal('10.1.3.3', ['10.1.2.0/24'])).toBe(true)
    expect(isInternal('fd00::2', ['fd00::1'])).toBe(true)
  })

  test.each([
    ['10.0.0.0/8', true],
    ['::1', true],
    ['10.0.0.0/33', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['intranet', false]
  ])('%s as a network: %s', (text, is) => expect(isNetwork(text)).toBe(is))
})

test.each([
  ['ftp://example.com', 'address'],
  ['file:///etc/passwd', 'address'],
  ['lixo', 'address'],
  ['https://ana:senha@example.com', 'address'],
  ['http://127.0.0.1/', 'internal'],
  ['http://2130706433/', 'internal'],
  ['http://0x7f.1/', 'internal'],
  ['http://[::1]/', 'internal'],
  ['http://[::ffff:a9fe:a9fe]/latest/meta-data', 'internal']
])('%s is refused before anything is sent: %s', (url, failure) => {
  expect(() => checkAddress(closed, url)).toThrow(expect.objectContaining({ failure }))
})

test('a name that leads home is refused when it is looked up, and nothing arrives', async () => {
  let calls = 0
  const port = await serve((_request, answer) => {
    calls++
    answer.end()
  })
  await expect(post(closed, `http://localhost:${port}/`)).rejects.toMatchObject({ failure: 'internal' })
  expect(calls).toBe(0)
  await post(open, `http://localhost:${port}/`)
  expect(calls).toBe(1)
})

test('what is open to one company at one port is closed to the others, and at the others', async () => {
  const port = await serve((_request, answer) => void answer.end())
  const other = await serve((_request, answer) => void answer.end())
  const config = { outgoingAllow: [`7@localhost:${port}`] }
  expect((await post({ config, companyId: 7 }, `http://localhost:${port}/`)).status).toBe(200)
  await expect(post({ config, companyId: 7 }, `http://localhost:${other}/`)).rejects.toMatchObject({
    failure: 'internal'
  })
  await expect(post({ config, companyId: 8 }, `http://localhost:${port}/`)).rejects.toMatchObject({
    failure: 'internal'
  })
})

test('a body is posted, and the beginning of the answer comes back', async () => {
  const heard: unknown[] = []
  const port = await serve(async (request, answer) => {
    heard.push([request.method, request.headers['x-test'], Buffer.concat(await request.toArray()).toString()])
    answer.writeHead(202).end(`nul\u0000${'x'.repeat(1_000_000)}`)
  })
  const answer = await post(open, `http://127.0.0.1:${port}/gancho`)
  expect(heard).toEqual([['POST', 'yes', 'olá']])
  expect(answer.status).toBe(202)
  expect(answer.text).toMatch(/^nulx+$/)
  expect(answer.text.length).toBeLessThan(5_000)
})

test('a redirection is not followed', async () => {
  let followed = 0
  const target = await serve((_request, answer) => {
    followed++
    answer.end()
  })
  const port = await serve((_request, answer) =>
    answer.writeHead(307, { location: `http://127.0.0.1:${target}/` }).end()
  )
  expect((await post(open, `http://127.0.0.1:${port}/`)).status).toBe(307)
  expect(followed).toBe(0)
})

test('silence ends, at the beginning and in the middle of an answer; a closed door is said', async () => {
  const silent = await serve(() => {})
  await expect(post(open, `http://127.0.0.1:${silent}/`, 200)).rejects.toMatchObject({ failure: 'timeout' })
  const halting = await serve((_request, answer) => void answer.writeHead(200).write('a'))
  await expect(post(open, `http://127.0.0.1:${halting}/`, 200)).rejects.toMatchObject({ failure: 'timeout' })
  const [gone] = [await serve(() => {})]
  for (const server of servers) await new Promise((done) => server.close(done) && server.closeAllConnections())
  servers = []
  await expect(post(open, `http://127.0.0.1:${gone}/`)).rejects.toMatchObject({
    failure: 'unreachable',
    message: 'ECONNREFUSED'
  })
})
