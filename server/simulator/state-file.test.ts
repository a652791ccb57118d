// A simulator that stops and starts again with its state file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerNumber, phoneNumber } from './testing/numbers.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { loginClient, pairClient, type Client } from './testing/baileys-client.ts'

let folder: string
let simulator: Simulator
let client: Client
const shop = phoneNumber()
const ana = customerNumber()

const start = () => startSimulator({ api: false, dataDir: folder, stateFile: join(folder, 'state.bin') })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-state-'))
  simulator = await start()
  await simulator.createPhone({ number: shop })
  simulator.createCustomer({ number: ana, name: 'Ana' })
  await simulator.send(shop, ana, { type: 'text', text: 'antes de tudo' })
  client = await pairClient(simulator, shop)
})

afterEach(async () => {
  await client.close()
  await simulator.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('chats from before the pairing come as history', async () => {
  const history = await client.until(() => client.events.find(([name]) => name === 'messaging-history.set')?.[1])
  expect(history).toMatchObject({
    chats: [{ id: simulator.customer(ana).lidJid, pnJid: `${ana}@s.whatsapp.net` }],
    messages: [{ message: { conversation: 'antes de tudo' } }]
  })
  expect(client.complaints).toEqual([])
})

test('phones, devices, sessions, chats, groups and queued messages survive a restart', async () => {
  const group = simulator.createGroup({ phone: shop, subject: 'Grupo', customers: [ana] }).id
  await simulator.send(shop, ana, { type: 'text', text: 'no grupo' }, { group })
  await client.until(() => client.received().length === 1)
  const reply = await client.sock.sendMessage(simulator.customer(ana).lidJid, { text: 'resposta' })
  await simulator.waitFor(() => simulator.message(shop, ana, reply?.key.id ?? '')?.deliveries[ana])
  await client.close()
  const waiting = await simulator.send(shop, ana, { type: 'image', caption: 'espera' })
  const caFile = simulator.caFile
  await simulator.stop()

  simulator = await start()
  expect(simulator.caFile).toBe(caFile)
  expect(simulator.messages(shop, ana).map((message) => message.text ?? message.caption)).toEqual([
    'antes de tudo',
    'resposta',
    'espera'
  ])
  client = await loginClient(simulator, client)
  await client.until(() => client.received().some((message) => message.key.id === waiting.id && message.message))
  const later = await simulator.send(shop, ana, { type: 'text', text: 'ainda no grupo' }, { group })
  await client.until(() => client.received().some((message) => message.key.id === later.id && message.message))
  const again = await client.sock.sendMessage(simulator.customer(ana).lidJid, { text: 'depois' })
  await simulator.waitFor(() => simulator.message(shop, ana, again?.key.id ?? '')?.deliveries[ana] === 1)
  expect(simulator.message(shop, ana, again?.key.id ?? '')?.decryptErrors).toBe(0)
  expect(client.complaints).toEqual([])
})
