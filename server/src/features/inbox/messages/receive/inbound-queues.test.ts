// What connections of a company receive at once is stored together, in order, and one's failure is not the others'.
import { expect, test } from 'vitest'
import type { InboundMessage } from '#platform/whatsapp-port.ts'
import { createInboundQueues } from './inbound-queues.ts'
import type { Delivery } from './receive-message.ts'

const batchOf = (...waIds: string[]) => waIds.map((waId) => ({ waId }) as InboundMessage)
const idsOf = (deliveries: Delivery[]) =>
  deliveries.map(({ connectionId, batch }) => `${connectionId}: ${batch.map(({ waId }) => waId).join(' ')}`)

/** Lanes whose storing ends when the test says so. */
function blockedQueues() {
  const calls: { company: number; stored: string[]; end: (error?: Error) => void }[] = []
  const queues = createInboundQueues((company, deliveries) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    calls.push({ company, stored: idsOf(deliveries), end: (error) => (error ? reject(error) : resolve()) })
    return promise
  })
  const call = async (index: number) => {
    await expect.poll(() => calls.length).toBeGreaterThan(index)
    return calls[index] as (typeof calls)[number]
  }
  return { queues, calls, call }
}
const line = (connectionId: number, companyId = 1) => ({ companyId, connectionId })

test('what comes while a batch is being stored goes together, in the order it came', async () => {
  const { queues, calls, call } = blockedQueues()
  const first = queues.store(line(1), batchOf('a'))
  const others = [queues.store(line(2), batchOf('b', 'c')), queues.store(line(1), batchOf('d'))]
  expect(calls.map(({ stored }) => stored)).toEqual([['1: a']])
  calls[0]?.end()
  await first
  const second = await call(1)
  expect(second.stored).toEqual(['2: b c', '1: d'])
  second.end()
  await Promise.all(others)
  const later = queues.store(line(3), batchOf('e'))
  expect((await call(2)).stored).toEqual(['3: e'])
  calls[2]?.end()
  await later
})

test('companies do not wait for each other', () => {
  const { queues, calls } = blockedQueues()
  void queues.store(line(1), batchOf('a'))
  void queues.store(line(7, 2), batchOf('b'))
  expect(calls.map(({ company }) => company)).toEqual([1, 2])
})

test('a flood is split, and no delivery is torn apart', async () => {
  const { queues, call } = blockedQueues()
  const many = (count: number) => batchOf(...Array.from({ length: count }, (_, n) => String(n)))
  void queues.store(line(1), batchOf('a'))
  for (const connection of [2, 3, 4]) void queues.store(line(connection), many(90))
  void queues.store(line(5), many(500))
  const sizes = []
  for (const index of [0, 1, 2, 3]) {
    const { stored, end } = await call(index)
    sizes.push(stored.map((one) => one.split(': ')[0]).join('+'))
    end()
  }
  expect(sizes).toEqual(['1', '2+3', '4', '5'])
})

test('a delivery that cannot be stored fails alone', async () => {
  const { queues, call } = blockedQueues()
  const first = queues.store(line(1), batchOf('a'))
  const [good, bad] = [queues.store(line(2), batchOf('b')), queues.store(line(3), batchOf('c'))]
  ;(await call(0)).end()
  await first
  ;(await call(1)).end(new Error('together'))
  const alone = [await call(2)]
  alone[0]?.end()
  alone.push(await call(3))
  alone[1]?.end(new Error('alone'))
  expect(alone.map(({ stored }) => stored)).toEqual([['2: b'], ['3: c']])
  await good
  await expect(bad).rejects.toThrow('alone')
})
