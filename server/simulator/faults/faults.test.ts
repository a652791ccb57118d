// Every lever against an unmodified Baileys client.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys'
import { sha256 } from '../media/media-crypto.ts'
import { sampleFile } from '../media/media-store.ts'
import { customerNumber, phoneNumber } from '../testing/numbers.ts'
import { startSimulator, type Simulator } from '../simulator.ts'
import { loginClient, openClient, pairClient, trustMediaHost, type Client } from '../testing/baileys-client.ts'
import type { Content, SendOptions } from '../types.ts'

let simulator: Simulator
let client: Client
let shop: string
let ana: string
let bia: string

beforeAll(async () => {
  simulator = await startSimulator({ api: false })
  trustMediaHost(simulator)
})

beforeEach(async () => {
  ;[shop, ana, bia] = [phoneNumber(), customerNumber(), customerNumber()]
  await simulator.createPhone({ number: shop })
  simulator.createCustomer({ number: ana, name: 'Ana', receipts: 'read' })
  simulator.createCustomer({ number: bia, name: 'Bia' })
  client = await pairClient(simulator, shop)
})

afterEach(async () => {
  simulator.clearFaults()
  await client.close()
})

afterAll(() => simulator.stop())

async function reconnect() {
  await client.close()
  client = await loginClient(simulator, client)
}
async function receive(content: Content, options?: SendOptions): Promise<WAMessage> {
  const sent = await simulator.send(shop, ana, content, options)
  return client.until(() => client.received().find((message) => message.key.id === sent.id && message.message))
}
const anaJid = () => simulator.customer(ana).lidJid
const write = async (text: string, to = anaJid()) => (await client.sock.sendMessage(to, { text }))?.key.id ?? ''
const closedWith = (code: number) => client.until(() => client.closedWith === code, `a close with ${code}`)

test.each([
  ['drop', 428],
  ['restart', 515],
  ['replaced', 440],
  ['unavailable', 503]
] as const)('%s ends the connection with %i and the device may log in again', async (lever, code) => {
  simulator.pull(shop, lever)
  await closedWith(code)
  client = await loginClient(simulator, client)
  expect((await receive({ type: 'text', text: `depois de ${lever}` })).message?.conversation).toBe(`depois de ${lever}`)
})

test('a second socket of the same device replaces the first', async () => {
  const second = await loginClient(simulator, client)
  await closedWith(440)
  client = second
  await receive({ type: 'text', text: 'segunda' })
  expect(client.received().at(-1)?.message?.conversation).toBe('segunda')
})

test.each([401, 403, 503])('a login is refused with %i while the fault is set', async (code) => {
  await client.close()
  simulator.setFaults({ loginFailure: code }, shop)
  const refused = openClient(simulator, client)
  expect(await refused.until(() => refused.closedWith)).toBe(code)
  simulator.clearFaults()
  client = await loginClient(simulator, client)
})

test('a banned phone is dropped and refused with 403', async () => {
  simulator.pull(shop, 'banned')
  await client.until(() => client.closedWith !== undefined)
  const refused = openClient(simulator, client)
  expect(await refused.until(() => refused.closedWith)).toBe(403)
  simulator.clearFaults()
  client = await loginClient(simulator, client)
})

test('the connection drops after the ordered number of messages, and the rest comes after the reconnect', async () => {
  simulator.setFaults({ dropAfterMessages: 3 }, shop)
  await reconnect()
  const ids: string[] = []
  for (let index = 0; index < 6; index++)
    ids.push((await simulator.send(shop, ana, { type: 'text', text: `n${index}` })).id)
  await client.until(() => client.closedWith !== undefined, 'the drop')
  expect(simulator.faults(shop).dropAfterMessages).toBe(0)
  client = await loginClient(simulator, client)
  await simulator.waitFor(() => simulator.phone(shop).devices[0]?.queued === 0)
  const stored = ids.map((id) => simulator.message(shop, ana, id))
  expect(stored.every((message) => message?.ackedAt || message?.nackedWith)).toBe(true)
  expect(stored.at(-1)?.sends).toBe(1)
})

test('a deaf server leaves the socket open and says nothing', async () => {
  simulator.setFaults({ deaf: true }, shop)
  await simulator.send(shop, ana, { type: 'text', text: 'ninguém ouve' })
  const ping = { tag: 'iq', attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' } }
  await expect(client.sock.query(ping, 300)).rejects.toThrow('Timed Out')
  expect(client.closedWith).toBeUndefined()
  expect(simulator.phone(shop).devices[0]).toMatchObject({ online: true, queued: 1 })
  simulator.clearFaults()
  await reconnect()
  await simulator.waitFor(() => simulator.phone(shop).devices[0]?.queued === 0)
})

test('a socket without life is noticed by the keep-alive of the client', async () => {
  await client.close()
  client = await loginClient(simulator, client, { keepAliveIntervalMs: 200 })
  simulator.setFaults({ deaf: true }, shop)
  await client.until(() => client.closedWith === 408, 'the dead link', 15_000)
  simulator.clearFaults()
  client = await loginClient(simulator, client)
})

test('the websocket upgrade is refused, or never answered', async () => {
  await client.close()
  simulator.setFaults({ upgrade: 'refuse' })
  const refused = openClient(simulator, client)
  await new Promise((resolve) => refused.sock.ws.once('unexpected-response', resolve))
  expect(refused.closedWith).toBeUndefined()
  await refused.close()
  simulator.setFaults({ upgrade: 'silent' })
  const silent = openClient(simulator, client, { connectTimeoutMs: 300 })
  expect(await silent.until(() => silent.closedWith)).toBe(408)
  simulator.clearFaults()
  client = await loginClient(simulator, client)
})

test('a send is refused with the ordered error, as often as ordered and only for that customer', async () => {
  simulator.refuseSends({ error: 463, customer: ana, times: 1 })
  const refused = await write('não vai')
  await client.until(() => client.statusOf(refused) === 0, 'the error status')
  expect(simulator.message(shop, ana, refused)).toMatchObject({ refusedWith: '463', deliveries: {} })
  const passed = await write('vai')
  await client.until(() => client.statusOf(passed) === 4)
  expect(simulator.refusals()).toEqual([])

  simulator.refuseSends({ error: 479 })
  const both = [await write('x'), await write('y', simulator.customer(bia).lidJid)]
  await client.until(() => both.every((id) => client.statusOf(id) === 0))
  expect(simulator.refusals()).toHaveLength(1)
})

test('a retry with the same id after a refusal is shown once', async () => {
  simulator.refuseSends({ error: 500, customer: ana, times: 1 })
  const id = await write('de novo')
  await client.until(() => client.statusOf(id) === 0)
  await client.sock.sendMessage(anaJid(), { text: 'de novo' }, { messageId: id })
  await client.sock.sendMessage(anaJid(), { text: 'de novo' }, { messageId: id })
  await simulator.waitFor(() => simulator.message(shop, ana, id)?.deliveries[ana] === 2)
  expect(simulator.sentTo(shop, ana).filter((message) => message.id === id)).toHaveLength(1)
  expect(simulator.outbound(shop).duplicates).toBe(1)
})

test('acks come late, or never', async () => {
  const acks: string[] = []
  client.sock.ws.on('CB:ack,class:message', (node: { attrs: { id: string } }) => acks.push(node.attrs.id))
  simulator.setFaults({ ackDelayMs: 300 }, shop)
  const started = Date.now()
  const late = await write('tarde')
  await client.until(() => acks.includes(late))
  expect(Date.now() - started).toBeGreaterThanOrEqual(290)
  simulator.setFaults({ ackDelayMs: 0, dropAcks: true }, shop)
  const never = await write('nunca')
  await simulator.waitFor(() => simulator.message(shop, ana, never)?.deliveries[ana])
  simulator.clearFaults()
  const next = await write('agora')
  await client.until(() => acks.includes(next))
  expect(acks).not.toContain(never)
})

test('every inbound message comes twice while the fault is set', async () => {
  simulator.setFaults({ duplicateInbound: true }, shop)
  const sent = await simulator.send(shop, ana, { type: 'text', text: 'duas vezes' })
  await client.until(() => client.received().filter((message) => message.key.id === sent.id).length === 2)
  expect(simulator.message(shop, ana, sent.id)?.sends).toBe(2)
})

test('receipts are held back and released', async () => {
  simulator.setFaults({ holdReceipts: true }, shop)
  const id = await write('sem recibo')
  await simulator.waitFor(() => simulator.message(shop, ana, id)?.deliveries[ana])
  expect(simulator.message(shop, ana, id)?.deliveredAt).toBeUndefined()
  simulator.setFaults({ holdReceipts: false }, shop)
  await client.until(() => client.statusOf(id) === 4)
})

test('a customer who never sends receipts, and one who reads later by hand', async () => {
  simulator.updateCustomer(bia, { receipts: 'never' })
  const id = await write('silêncio', simulator.customer(bia).lidJid)
  await simulator.waitFor(() => simulator.message(shop, bia, id)?.deliveries[bia])
  expect(simulator.message(shop, bia, id)?.deliveredAt).toBeUndefined()
  expect(simulator.markRead(shop, bia)).toContain(id)
  await client.until(() => client.statusOf(id) === 4)
  simulator.markRead(shop, bia, [id], 'played')
  await client.until(() => client.statusOf(id) === 5)
})

test('receipts may come from the other address than the message went to', async () => {
  simulator.updateCustomer(ana, { receiptsFrom: 'lid' })
  const id = await write('para o número', `${ana}@s.whatsapp.net`)
  await client.until(() => client.statusOf(id) === 4)
  const from = client.events.flatMap(([name, data]) =>
    name === 'messages.update' ? (data as { key: { id: string; remoteJid: string } }[]) : []
  )
  expect(from.filter((item) => item.key.id === id).map((item) => item.key.remoteJid)).toContain(anaJid())
  simulator.updateCustomer(ana, { receiptsFrom: 'same' })
})

test('latency delays everything in order', async () => {
  simulator.setFaults({ latencyMs: 200 }, shop)
  const started = Date.now()
  await receive({ type: 'text', text: 'devagar' })
  expect(Date.now() - started).toBeGreaterThanOrEqual(195)
  simulator.setFaults({ latencyMs: 0 }, shop)
  await receive({ type: 'text', text: 'depressa' })
  expect(client.closedWith).toBeUndefined()
})

test('few prekeys make the client upload more', async () => {
  const before = simulator.phone(shop).devices[0]?.preKeys ?? 0
  simulator.pull(shop, 'few-prekeys')
  await simulator.waitFor(() => (simulator.phone(shop).devices[0]?.preKeys ?? 0) > before)
  await simulator.waitFor(() => simulator.phone(shop).devices[0]?.queued === 0)
  expect(client.complaints).toEqual([])
})

test('an undecryptable message is asked again and then read, or stays unreadable', async () => {
  const once = await receive({ type: 'text', text: 'agora sim' }, { broken: 'once' })
  expect(once.message?.conversation).toBe('agora sim')
  expect(simulator.message(shop, ana, once.key.id ?? '')).toMatchObject({ retries: 1, kind: 'text' })
  const always = await simulator.send(shop, ana, { type: 'text', text: 'nunca' }, { broken: 'always' })
  await simulator.waitFor(() => (simulator.message(shop, ana, always.id)?.retries ?? 0) >= 2)
  expect(client.received().some((message) => message.key.id === always.id && message.message)).toBe(false)
})

test('a customer who cannot read a message asks the desk for it again', async () => {
  simulator.orderRetries(ana, 1)
  const id = await write('de novo, por favor')
  await simulator.waitFor(() => simulator.message(shop, ana, id)?.deliveries[ana])
  expect(simulator.message(shop, ana, id)).toMatchObject({ text: 'de novo, por favor', decryptErrors: 1 })
})

test('a download that is gone fails and works again afterwards', async () => {
  const got = await receive({ type: 'image' })
  simulator.setFaults({ media: 'gone' })
  await expect(downloadMediaMessage(got, 'buffer', {})).rejects.toThrow()
  simulator.clearFaults()
  expect((await downloadMediaMessage(got, 'buffer', {})).equals(sampleFile('picture'))).toBe(true)
})

// Not through Baileys: a download that is cut makes its stream throw where nobody can catch it.
test.each(['broken', 'endless'] as const)('a %s download does not come, and a new one does', async (fault) => {
  const got = await receive({ type: 'image' })
  simulator.setFaults({ media: fault })
  const answer = await fetch(got.message?.imageMessage?.url ?? '', { signal: AbortSignal.timeout(500) })
  expect(answer.status).toBe(200)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  simulator.clearFaults()
  expect((await downloadMediaMessage(got, 'buffer', {})).equals(sampleFile('picture'))).toBe(true)
})

test('a file with a wrong hash differs from the hash in the message', async () => {
  const got = await receive({ type: 'image' })
  simulator.setFaults({ media: 'wrong-hash' })
  const bytes = await downloadMediaMessage(got, 'buffer', {})
  expect(bytes.equals(sampleFile('picture'))).toBe(false)
  expect(sha256(bytes).equals(Buffer.from(got.message?.imageMessage?.fileSha256 ?? []))).toBe(false)
})

test('a slow download comes in the end', async () => {
  const slow = await receive({ type: 'document' })
  simulator.setFaults({ media: 'slow' })
  expect((await downloadMediaMessage(slow, 'buffer', {})).equals(sampleFile('document'))).toBe(true)
})

test('a file that is gone is uploaded again by the phone when the desk asks', async () => {
  const got = await receive({ type: 'image' })
  expect(simulator.loseMedia(shop, ana, got.key.id ?? '')).toBe(true)
  await expect(downloadMediaMessage(got, 'buffer', {})).rejects.toThrow()
  await client.sock.refreshMediaConn(true)
  const updated = await client.sock.updateMediaMessage(got)
  expect((await downloadMediaMessage(updated, 'buffer', {})).equals(sampleFile('picture'))).toBe(true)
})

test('an upload is refused while the fault is set', async () => {
  simulator.setFaults({ uploadFailure: 500 })
  await expect(client.sock.sendMessage(anaJid(), { image: sampleFile('picture') })).rejects.toThrow()
  simulator.clearFaults()
  const sent = await client.sock.sendMessage(anaJid(), { image: sampleFile('picture') })
  expect((await simulator.waitFor(() => simulator.message(shop, ana, sent?.key.id ?? ''))).media?.error).toBeUndefined()
})

test('several devices are linked, each gets every message, and one is unlinked from the phone', async () => {
  const other = await pairClient(simulator, shop)
  const sent = await simulator.send(shop, ana, { type: 'text', text: 'para as duas' })
  const has = (from: Client) => from.received().some((message) => message.key.id === sent.id && message.message)
  await client.until(() => has(client) && has(other))
  const own = await write('da primeira')
  await other.until(() =>
    other.inbox.some((item) => item.message.key.id === own && item.message.key.fromMe && item.message.message)
  )
  const [first, second] = simulator.phone(shop).devices
  expect(simulator.phone(shop).devices).toHaveLength(2)
  simulator.unlink(shop, second?.id)
  expect(await other.until(() => other.closedWith)).toBe(401)
  expect(simulator.phone(shop).devices.map((device) => device.id)).toEqual([first?.id])
  const refused = openClient(simulator, other)
  expect(await refused.until(() => refused.closedWith)).toBe(401)
})

test('a log-out of the client unlinks its device', async () => {
  const other = await pairClient(simulator, shop)
  expect(simulator.phone(shop).devices).toHaveLength(2)
  await other.sock.logout()
  await simulator.waitFor(() => simulator.phone(shop).devices.length === 1)
  expect(simulator.phone(shop).devices[0]?.online).toBe(true)
})
