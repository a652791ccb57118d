// Bulk runs: exact counts, order per customer, several phones, redelivery after drops.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkPrefix, customerNumber, phoneNumber } from '../testing/numbers.ts'
import { startSimulator, type Simulator } from '../simulator.ts'
import { loginClient, pairClient, type Client } from '../testing/baileys-client.ts'

let simulator: Simulator
let first: Client
let second: Client
let phones: [string, string]
let prefix: string

beforeAll(async () => {
  simulator = await startSimulator({ api: false })
})

beforeEach(async () => {
  phones = [phoneNumber(), phoneNumber()]
  prefix = bulkPrefix()
  for (const number of phones) await simulator.createPhone({ number })
  first = await pairClient(simulator, phones[0])
  second = await pairClient(simulator, phones[1])
})

afterEach(async () => {
  simulator.clearFaults()
  await first.close()
  await second.close()
})

afterAll(() => simulator.stop())

function textsOf(client: Client, number: string) {
  return client
    .received()
    .filter((message) => [message.key.remoteJid, message.key.remoteJidAlt].includes(`${number}@s.whatsapp.net`))
    .map((message) => message.message?.conversation)
}

test('a burst of new customers over two phones arrives complete and acknowledged', async () => {
  const run = await simulator.bulk({ phones, prefix, customers: 20, messages: 200 })
  await simulator.waitFor(() => simulator.bulkStats(run).acked === 200, 20_000)
  expect(simulator.bulkStats(run)).toMatchObject({ total: 200, released: 200, nacked: 0, waiting: 0 })
  // The client may swap the first messages of a sender it has never met; none is missing.
  for (const [index, [number, list]] of Object.entries(simulator.bulkOrder(run)).entries())
    expect(textsOf(index % 2 ? second : first, number).toSorted()).toEqual(list.map((item) => item.text).toSorted())
})

test('a burst of known customers arrives in order per customer', async () => {
  const earlier = await simulator.bulk({ phones, prefix, customers: 20, messages: 40 })
  await simulator.waitFor(() => simulator.bulkStats(earlier).acked === 40, 20_000)
  for (const client of [first, second]) client.inbox.length = 0
  const run = await simulator.bulk({ phones, prefix, customers: 20, messages: 400 })
  await simulator.waitFor(() => simulator.bulkStats(run).acked === 400, 20_000)
  const stats = simulator.bulkStats(run)
  expect(stats).toMatchObject({ total: 400, released: 400, nacked: 0, redelivered: 0, retried: 0, waiting: 0 })
  for (const [index, [number, list]] of Object.entries(simulator.bulkOrder(run)).entries()) {
    const wanted = Array.from({ length: 20 }, (_, count) => `c${index + 1}-#${count + 1}`)
    expect(list.map((item) => item.text)).toEqual(wanted)
    expect(textsOf(index % 2 ? second : first, number)).toEqual(wanted)
  }
  expect([...first.complaints, ...second.complaints]).toEqual([])
})

test('a rate is kept', async () => {
  const run = await simulator.bulk({ phones, prefix, customers: 10, messages: 100, perSecond: 200 })
  await simulator.waitFor(() => simulator.bulkStats(run).finishedAt)
  const { startedAt = 0, finishedAt = 0 } = simulator.bulkStats(run)
  expect(finishedAt - startedAt).toBeGreaterThan(450)
  expect(finishedAt - startedAt).toBeLessThan(1500)
})

test('a message says when it was released, not when it was made ready', async () => {
  const run = await simulator.bulk({ phones: [phones[0]], prefix, customers: 1, messages: 1, release: false })
  const earlier = Math.floor(Date.now() / 1000)
  await simulator.waitFor(() => Math.floor(Date.now() / 1000) > earlier)
  simulator.releaseBulk(run)
  await simulator.waitFor(() => simulator.bulkStats(run).acked === 1)
  expect(Number(first.received()[0]?.messageTimestamp)).toBeGreaterThan(earlier)
})

test('what was not acknowledged before a drop is redelivered', async () => {
  await first.close()
  await simulator.waitFor(() => simulator.phone(phones[0]).devices[0]?.online === false)
  const run = await simulator.bulk({ phones: [phones[0]], prefix, customers: 5, messages: 50 })
  expect(simulator.bulkStats(run)).toMatchObject({ released: 50, acked: 0, waiting: 50 })
  first = await loginClient(simulator, first)
  await simulator.waitFor(() => simulator.bulkStats(run).acked === 50)
  expect(simulator.bulkStats(run).redelivered).toBe(0)
})

test('outbound counts say what every customer got, in order', async () => {
  const numbers = [customerNumber(), customerNumber()]
  for (const number of numbers) simulator.createCustomer({ number })
  for (let index = 0; index < 10; index++)
    for (const number of numbers) await first.sock.sendMessage(`${number}@s.whatsapp.net`, { text: `r${index}` })
  await simulator.waitFor(() => simulator.outbound(phones[0]).messages === 20)
  const { customers, duplicates } = simulator.outbound(phones[0])
  expect(duplicates).toBe(0)
  for (const number of numbers)
    expect(customers[number]?.map((item) => item.text)).toEqual(Array.from({ length: 10 }, (_, index) => `r${index}`))
})
