// Pairing, login and text messages both ways with an unmodified Baileys client.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerNumber, phoneNumber } from './testing/numbers.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { loginClient, openClient, pairClient, type Client } from './testing/baileys-client.ts'

let simulator: Simulator
let client: Client
let shop: string
let ana: string
let bia: string

beforeAll(async () => {
  simulator = await startSimulator({ api: false })
})

beforeEach(async () => {
  ;[shop, ana, bia] = [phoneNumber(), customerNumber(), customerNumber()]
  await simulator.createPhone({ number: shop, name: 'Loja Um' })
  simulator.createCustomer({ number: ana, name: 'Ana' })
  simulator.createCustomer({ number: bia, name: 'Bia', addressing: 'pn', receipts: 'read' })
  client = await pairClient(simulator, shop)
})

afterEach(() => client.close())
afterAll(() => simulator.stop())

test('a companion pairs by QR code, gets the account name and opens', async () => {
  await client.until(() => client.creds.me?.name === 'Loja Um', 'the account name')
  expect(client.creds.me?.id).toBe(`${shop}:1@s.whatsapp.net`)
  // 812 were uploaded; the phone itself used one for its own session.
  expect(simulator.phone(shop).devices).toMatchObject([{ id: 1, online: true, preKeys: 811 }])
  expect(client.complaints).toEqual([])
})

test('a text of a customer addressed by LID arrives with both addresses and is acknowledged', async () => {
  const sent = await simulator.send(shop, ana, { type: 'text', text: 'Oi, tudo bem?' })
  const got = await client.until(() => client.received().find((message) => message.key.id === sent.id))
  expect(got.message?.conversation).toBe('Oi, tudo bem?')
  expect(got.pushName).toBe('Ana')
  expect(got.key.remoteJid).toMatch(/@lid$/)
  expect(got.key.remoteJidAlt).toBe(`${ana}@s.whatsapp.net`)
  await simulator.waitFor(() => simulator.message(shop, ana, sent.id)?.ackedAt)
  expect(simulator.phone(shop).devices[0]!.queued).toBe(0)
  expect(client.complaints).toEqual([])
})

test('a text of a customer addressed by number arrives', async () => {
  const sent = await simulator.send(shop, bia, { type: 'text', text: 'Bom dia' })
  const got = await client.until(() => client.received().find((message) => message.key.id === sent.id))
  expect(got.key.remoteJid).toBe(`${bia}@s.whatsapp.net`)
  expect(got.key.remoteJidAlt).toMatch(/@lid$/)
  expect(client.complaints).toEqual([])
})

test('texts of the desk reach customers by LID and by number, and come back delivered and read', async () => {
  const toAna = await client.sock.sendMessage(simulator.customer(ana).lidJid, { text: 'Olá Ana' })
  const toBia = await client.sock.sendMessage(`${bia}@s.whatsapp.net`, { text: 'Olá Bia' })
  const ids = [toAna!.key.id!, toBia!.key.id!]
  const first = await simulator.waitFor(() => simulator.sentTo(shop, ana)[0])
  expect(first).toMatchObject({ id: ids[0], kind: 'text', text: 'Olá Ana', from: 'desk', deliveries: { [ana]: 1 } })
  await simulator.waitFor(() => simulator.message(shop, bia, ids[1]!)?.readAt)
  await client.until(() => client.statusOf(ids[1]!) === 4, 'the read receipt')
  await client.until(() => client.statusOf(ids[0]!) === 3, 'the delivery receipt')
  expect(client.complaints).toEqual([])
})

test('the desk marks messages read', async () => {
  const sent = await simulator.send(shop, ana, { type: 'text', text: 'Você leu?' })
  const got = await client.until(() => client.received().find((message) => message.key.id === sent.id))
  await client.sock.readMessages([got.key])
  expect(await simulator.waitFor(() => simulator.message(shop, ana, sent.id)?.readByDeskAt)).toBeGreaterThan(0)
})

test('after a reconnect what waited is delivered in order', async () => {
  await client.close()
  const ids: string[] = []
  for (let index = 0; index < 20; index++)
    ids.push((await simulator.send(shop, ana, { type: 'text', text: `espera ${index}` })).id)
  await simulator.waitFor(() => simulator.phone(shop).devices[0]!.queued === 20)
  const before = client.inbox.length
  client = await loginClient(simulator, client)
  await client.until(() => client.inbox.length >= before + 20, 'the backlog')
  expect(client.inbox.slice(before).map((item) => item.message.key.id)).toEqual(ids)
  expect(new Set(client.inbox.slice(before).map((item) => item.type))).toEqual(new Set(['append']))
  await simulator.waitFor(() => simulator.phone(shop).devices[0]!.queued === 0)
  expect(client.complaints).toEqual([])
})

test('a QR code that nobody shows is refused with a clear error', async () => {
  await expect(simulator.scanQr(shop, 'https://wa.me/settings/linked_devices#2@abc,AAAA,AAAA,AAAA,1')).rejects.toThrow(
    /nobody shows this QR code/
  )
  await expect(simulator.scanQr(shop, 'hello')).rejects.toThrow(/not a WhatsApp QR code/)
})

test('a socket that shows a QR code gets its signs of life, and stays with the code', async () => {
  const waiting = openClient(simulator)
  await waiting.until(() => waiting.state.qr)
  const ping = { tag: 'iq', attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' } }
  await expect(waiting.sock.query(ping, 5_000)).resolves.toMatchObject({ attrs: { type: 'result' } })
  await waiting.close()
})

test('an expired QR code is refused, and a fresh one still works', async () => {
  const other = openClient(simulator)
  const qr = await other.until(() => other.state.qr)
  simulator.setFaults({ expireQr: true })
  await expect(simulator.scanQr(shop, qr)).rejects.toThrow(/expired/)
  simulator.clearFaults()
  await other.close()
})

test('a reference that the screen has replaced twice is refused by its age', async () => {
  const hasty = await startSimulator({ api: false, qrLifetimeMs: 100 })
  await hasty.createPhone({ number: shop })
  const other = openClient(hasty)
  const qr = await other.until(() => other.state.qr)
  // A wrong key keeps the code from being linked while it is still fresh.
  const [ref, , identity, secret] = qr.slice(qr.indexOf('#') + 1).split(',')
  const wrong = [ref, Buffer.alloc(32).toString('base64'), identity, secret].join(',')
  const refusal = () => hasty.scanQr(shop, wrong).catch((error: Error) => error.message)
  await hasty.waitFor(async () => String(await refusal()).includes('expired'))
  await expect(hasty.scanQr(shop, qr)).rejects.toThrow(/expired/)
  await other.close()
  await hasty.stop()
})
