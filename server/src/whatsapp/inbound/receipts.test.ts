// What receipt stanzas say about our messages.
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { InboundReceipt } from '#platform/whatsapp-port.ts'
import type { Own } from '../addresses/addresses.ts'
import { createReceiptBatcher, receiptOf } from './receipts.ts'

const own: Own = { phone: '5511900000000@s.whatsapp.net', lid: '100@lid' }
const now = new Date('2026-03-10T12:00:00Z')
const at = new Date(now.getTime() - 5000)
const attrs = { from: '201@lid', id: 'A', t: String(at.getTime() / 1000) }
const read = (more: Record<string, string>, content?: object[]) =>
  receiptOf({ tag: 'receipt', attrs: { ...attrs, ...more }, content: content as never }, own, now)

it.each([
  ['delivered', {}, 2],
  ['delivered, said with no word', { type: '' }, 2],
  ['read', { type: 'read' }, 4],
  ['played', { type: 'played' }, 5]
])('%s', (_, more, level) => expect(read(more)).toEqual({ waIds: ['A'], level, participant: null, at }))

it('names all messages of a list', () => {
  const items = ['B', 'C'].map((id) => ({ tag: 'item', attrs: { id } }))
  expect(read({ type: 'read' }, [{ tag: 'list', attrs: {}, content: items }])?.waIds).toEqual(['A', 'B', 'C'])
})

it('knows that one reader is not the whole group', () => {
  const inGroup = { from: '1203@g.us', participant: '201:3@lid' }
  expect(read({ ...inGroup, type: 'read' })).toMatchObject({ level: 3, participant: '201@lid' })
  expect(read(inGroup)).toMatchObject({ level: 2, participant: '201@lid' })
})

it.each([
  ['requests to send again', { type: 'retry' }],
  ['failures of the server', { type: 'server-error' }],
  ['what other own devices received', { type: 'sender', from: '100:2@lid', recipient: '201@lid' }],
  ['what the own phone has read', { type: 'read', from: '5511900000000@s.whatsapp.net' }]
])('leaves out %s', (_, more) => expect(read(more)).toBeNull())

it('never lies in the future', () => expect(read({ t: '99999999999' })?.at).toEqual(now))

it('hands receipts on in order, together, and again when the database was away', async () => {
  const batches: string[][] = []
  let isAway = true
  const batcher = createReceiptBatcher(
    async (batch: InboundReceipt[]) => {
      if (isAway) {
        isAway = false
        throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
      }
      batches.push(batch.flatMap((one) => one.waIds))
    },
    pino({ level: 'silent' }),
    5
  )
  for (const id of ['1', '2', '3']) void batcher.add({ waIds: [id], level: 2, participant: null, at: now })
  await batcher.idle()
  expect(batches).toEqual([['1', '2', '3']])
})
