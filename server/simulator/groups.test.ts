// Groups: sender keys of customers and of the desk, metadata, receipts of members.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerNumber, phoneNumber } from './testing/numbers.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { loginClient, pairClient, type Client } from './testing/baileys-client.ts'

let simulator: Simulator
let client: Client
let group: string
let ana: string
let bia: string
let shop: string

beforeAll(async () => {
  simulator = await startSimulator({ api: false })
})

beforeEach(async () => {
  ;[shop, ana, bia] = [phoneNumber(), customerNumber(), customerNumber()]
  await simulator.createPhone({ number: shop })
  simulator.createCustomer({ number: ana, name: 'Ana' })
  simulator.createCustomer({ number: bia, name: 'Bia' })
  group = simulator.createGroup({ phone: shop, subject: 'Condomínio', customers: [ana, bia] }).id
  client = await pairClient(simulator, shop)
})

afterEach(() => client.close())
afterAll(() => simulator.stop())

test('members write in the group and the client reads every message', async () => {
  for (const [writer, text] of [
    [ana, 'Bom dia'],
    [bia, 'Oi'],
    [ana, 'Alguém aí?']
  ] as const) {
    const sent = await simulator.send(shop, writer, { type: 'text', text }, { group })
    const got = await client.until(() => client.received().find((message) => message.key.id === sent.id))
    expect(got.message?.conversation).toBe(text)
    expect(got.key).toMatchObject({
      remoteJid: group,
      participant: simulator.customer(writer).lidJid,
      participantAlt: `${writer}@s.whatsapp.net`
    })
  }
  expect(client.complaints).toEqual([])
})

test('the client reads the metadata of its groups', async () => {
  const metadata = await client.sock.groupMetadata(group)
  expect(metadata).toMatchObject({ id: group, subject: 'Condomínio', size: 3, addressingMode: 'lid' })
  expect(metadata.participants.map((member) => member.phoneNumber)).toContain(`${bia}@s.whatsapp.net`)
  expect(Object.keys(await client.sock.groupFetchAllParticipating())).toEqual([group])
})

test('the desk writes in the group and every member gets it once, with receipts', async () => {
  for (const text of ['Olá a todos', 'Reunião às 19h']) {
    const sent = await client.sock.sendMessage(group, { text })
    const id = sent?.key.id ?? ''
    await simulator.waitFor(() => Object.keys(simulator.message(shop, group, id)?.deliveries ?? {}).length === 2)
    expect(simulator.message(shop, group, id)).toMatchObject({ text, deliveries: { [ana]: 1, [bia]: 1 } })
    await client.until(() => client.receiptsOf(id).length === 2, 'the receipts of both members')
  }
  expect(client.complaints).toEqual([])
})

test('a broken group message is asked again and arrives after a retry', async () => {
  const sent = await simulator.send(shop, bia, { type: 'text', text: 'repetida' }, { group, broken: 'once' })
  const got = await client.until(() =>
    client.received().find((message) => message.key.id === sent.id && message.message)
  )
  expect(got.message?.conversation).toBe('repetida')
})

test('reactions and replies work in the group, also after a reconnect', async () => {
  await client.close()
  client = await loginClient(simulator, client)
  const asked = await client.sock.sendMessage(group, { text: 'Quem vem?' })
  const id = asked?.key.id ?? ''
  await simulator.waitFor(() => simulator.message(shop, group, id)?.deliveries[ana])
  await simulator.send(shop, ana, { type: 'reaction', targetId: id, emoji: '✋' }, { group })
  const reply = await simulator.send(shop, ana, { type: 'text', text: 'Eu', quotedId: id }, { group })
  const got = await client.until(() => client.received().find((message) => message.key.id === reply.id))
  expect(got.message?.extendedTextMessage?.contextInfo?.stanzaId).toBe(id)
  expect(simulator.message(shop, group, id)?.reactions).toEqual({ [ana]: '✋' })
})
