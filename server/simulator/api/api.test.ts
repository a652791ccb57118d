// The HTTP API: the same calls as in the process, with validation, an event stream, and pairing with the help of a desk.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sampleFile } from '../media/media-store.ts'
import { startSimulator, type Simulator } from '../simulator.ts'
import { loginClient, openClient, pairClient, type Client } from '../testing/baileys-client.ts'
import { bulkPrefix, customerNumber, phoneNumber } from '../testing/numbers.ts'
import type { ChatMessage, PhoneView } from '../types.ts'

let simulator: Simulator
let shop: string
let ana: string

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${simulator.apiUrl}/api${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body)
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as never }
}

beforeAll(async () => {
  simulator = await startSimulator()
})

beforeEach(async () => {
  ;[shop, ana] = [phoneNumber(), customerNumber()]
  await simulator.createPhone({ number: shop })
  simulator.createCustomer({ number: ana, name: 'Ana', receipts: 'read' })
})

afterAll(() => simulator.stop())

/** A client linked to this test's phone, closed at its end. */
async function linked(): Promise<Client> {
  const client = await pairClient(simulator, shop)
  onTestFinished(() => client.close())
  return client
}

test('phones and customers are made, shown, changed and refused when they are wrong', async () => {
  expect(await call('POST', '/phones', { number: '+55 (11) 90000-0001', name: 'Loja' })).toMatchObject({
    status: 201,
    body: { number: '5511900000001', devices: [] }
  })
  expect(await call('POST', '/phones', { number: shop })).toMatchObject({ status: 409 })
  expect(await call('POST', '/phones', { number: 'abc' })).toMatchObject({
    status: 400,
    body: { error: 'the request is not valid', fields: [{ field: 'number' }] }
  })
  expect(
    await call('POST', '/customers', {
      number: '5511987650001',
      name: 'Ana',
      picture: sampleFile('picture').toString('base64')
    })
  ).toMatchObject({ status: 201, body: { id: '5511987650001', hasPicture: true, addressing: 'lid' } })
  expect(await call('PATCH', '/customers/5511987650001', { receipts: 'read', picture: null })).toMatchObject({
    status: 200,
    body: { receipts: 'read', hasPicture: false }
  })
  expect(await call('GET', '/customers/5500000000')).toMatchObject({ status: 404 })
  expect(await call('POST', '/customers', { number: '5511987650009', nonsense: 1 })).toMatchObject({ status: 400 })
  expect(await call('GET', '/nowhere')).toMatchObject({ status: 404 })
})

test('a waiting QR code is listed, refused while nobody has told it, and paired once the desk answers', async () => {
  const first = openClient(simulator)
  const qr = await first.until(() => first.state.qr)
  expect(await call('GET', '/waiting')).toMatchObject({ body: [{ label: 'Desk' }] })
  expect(await call('POST', `/phones/${shop}/pair-waiting`, {})).toMatchObject({ status: 424 })
  const serverLogin = await startDesk(qr)
  await call('POST', '/desks', { url: serverLogin.url, email: 'admin@desk.test', password: 'secret' })
  expect(await call('POST', `/phones/${shop}/pair-waiting`, {})).toMatchObject({ status: 200, body: { device: 1 } })
  await first.until(() => first.closedWith === 515)
  const client = await loginClient(simulator, first)
  onTestFinished(() => client.close())
  serverLogin.server.close()
  const phone = (await call('GET', `/phones/${shop}`)).body as PhoneView
  expect(phone.devices).toMatchObject([{ id: 1, online: true }])
})

/** A desk of one connection that shows a QR code. */
async function startDesk(qrcode: string): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const allowed = request.url === '/auth/login' || request.headers.authorization === 'Bearer t0'
    response.writeHead(allowed ? 200 : 401, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(request.url === '/auth/login' ? { token: 't0' } : [{ id: 1, status: 'qrcode', qrcode }])
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a customer writes through the API and the desk answers', async () => {
  const client = await linked()
  const { status, body } = await call('POST', '/messages', {
    phone: shop,
    customer: ana,
    content: { type: 'text', text: 'Oi' }
  })
  expect(status).toBe(201)
  const sent = body as ChatMessage
  await client.until(() => client.received().some((message) => message.key.id === sent.id))
  const answer = await client.sock.sendMessage(`${ana}@s.whatsapp.net`, { text: 'Olá' })
  await simulator.waitFor(() => simulator.message(shop, ana, answer?.key.id ?? '')?.readAt)
  expect(await call('GET', `/chats/${shop}/${ana}/messages?last=1`)).toMatchObject({
    body: [{ text: 'Olá', from: 'desk' }]
  })
  expect(await call('GET', `/chats?phone=${shop}`)).toMatchObject({ body: [{ customer: ana, title: 'Ana' }] })
  expect(await call('POST', '/messages', { phone: shop, customer: ana, content: { type: 'text' } })).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'content.text' }] }
  })
})

test('files are served with a type that cannot run', async () => {
  const { body } = await call('POST', '/messages', {
    phone: shop,
    customer: ana,
    content: {
      type: 'document',
      base64: Buffer.from('<script>1</script>').toString('base64'),
      mime: 'text/html',
      fileName: 'a.html'
    }
  })
  const answer = await fetch(`${simulator.apiUrl}/api/files/${(body as ChatMessage).media?.id}`)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(await answer.text()).toBe('<script>1</script>')
})

test('faults, refusals and levers are pulled through the API', async () => {
  const client = await linked()
  expect(await call('PUT', `/phones/${shop}/faults`, { ackDelayMs: 5 })).toMatchObject({ body: { ackDelayMs: 5 } })
  expect(await call('PUT', '/faults', { media: 'nonsense' })).toMatchObject({ status: 400 })
  const { body } = await call('POST', '/refusals', { error: 463, customer: ana })
  expect(await call('GET', '/faults')).toMatchObject({ body: { phones: { [shop]: { ackDelayMs: 5 } } } })
  expect(await call('DELETE', `/refusals/${(body as { id: number }).id}`)).toMatchObject({ status: 204 })
  expect(await call('DELETE', '/faults')).toMatchObject({ status: 204 })
  expect(await call('POST', `/phones/${shop}/pull`, { lever: 'drop' })).toMatchObject({ body: { devices: 1 } })
  await client.until(() => client.closedWith !== undefined)
  expect(await call('POST', `/phones/${shop}/pull`, { lever: 'nonsense' })).toMatchObject({ status: 400 })
})

test('a bulk run is made, released and counted', async () => {
  await linked()
  const { body } = await call('POST', '/bulk', { phones: [shop], prefix: bulkPrefix(), customers: 5, messages: 50 })
  const { id } = body as { id: string }
  await simulator.waitFor(() => simulator.bulkStats(id).acked === 50)
  expect(await call('GET', `/bulk/${id}`)).toMatchObject({ body: { total: 50, acked: 50, waiting: 0 } })
  expect(Object.keys((await call('GET', `/bulk/${id}/order`)).body)).toHaveLength(5)
})

test('the event stream tells what happens', async () => {
  const stop = new AbortController()
  const answer = await fetch(`${simulator.apiUrl}/api/events`, { signal: stop.signal })
  const sent = await simulator.send(shop, ana, { type: 'text', text: 'ao vivo' })
  let seen = ''
  for await (const part of answer.body ?? []) {
    seen += Buffer.from(part as Uint8Array).toString()
    if (seen.includes(sent.id)) break
  }
  stop.abort()
  expect(seen).toContain('"ao vivo"')
})

// The page itself is tried in page.test.ts, which builds it; here it may be missing.
test('the page is served, or the simulator says how it is built', async () => {
  const page = await fetch(simulator.apiUrl)
  if (page.ok) expect(page.headers.get('content-type')).toContain('text/html')
  else expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('npm run simulator')])
})

test('other hosts are turned away', async () => {
  const status = await new Promise<number>((resolve) => {
    void import('node:http').then(({ get }) =>
      get(`${simulator.apiUrl}/api/state`, { headers: { host: 'evil.test' } }, (answer) =>
        resolve(answer.statusCode ?? 0)
      )
    )
  })
  expect(status).toBe(403)
})
