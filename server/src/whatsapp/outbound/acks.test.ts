// Answers of WhatsApp's server to what was sent.
import { expect, it } from 'vitest'
import { createAckBook, refusalOf } from './acks.ts'

it.each([
  ['463', 'reach-out-locked', false],
  ['404', 'not-on-whatsapp', false],
  ['479', 'refused', true],
  ['503', 'refused', true],
  ['400', 'refused', false]
])('error %s is %s', (code, reason, retry) => expect(refusalOf(code)).toEqual({ reason, retry }))

it('resolves with the acknowledgement and rejects with the refusal', async () => {
  const book = createAckBook()
  const good = book.expect('a', 1000)
  const bad = book.expect('b', 1000)
  good.sent()
  bad.sent()
  expect(book.settle('a', undefined)).toBe('awaited')
  expect(book.settle('b', '463')).toBe('awaited')
  await expect(good.acked).resolves.toBeUndefined()
  await expect(bad.acked).rejects.toMatchObject({ reason: 'reach-out-locked', retry: false })
  expect(book.settle('a', undefined)).toBe('unknown')
})

it('takes a refusal without a number for none', async () => {
  const book = createAckBook()
  const one = book.expect('a', 1000)
  one.sent()
  book.settle('a', '')
  await expect(one.acked).resolves.toBeUndefined()
})

it('gives up after the deadline, and at once when the socket goes', async () => {
  const book = createAckBook()
  const late = book.expect('a', 10)
  late.sent()
  await expect(late.acked).rejects.toMatchObject({ reason: 'unknown', retry: true })
  expect(book.settle('a', undefined)).toBe('late')
  const lost = book.expect('b', 1000)
  book.failAll()
  await expect(lost.acked).rejects.toMatchObject({ reason: 'no-session', retry: true })
})
