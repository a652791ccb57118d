// Messages are decrypted one after the other and handled one after the other, but writing one does not hold up the next.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { createDecryptAhead, createDeliveries, type Sealed } from './decrypt-ahead.ts'

function messageOf(from: string, id: string, type = 'msg', more: Record<string, string> = {}): BinaryNode {
  return {
    tag: 'message',
    attrs: { from, id, ...more },
    content: [{ tag: 'enc', attrs: { type }, content: Buffer.from(`${from} ${id}`) }]
  }
}
const cipherOf = (node: BinaryNode) => (node.content as BinaryNode[])[0]?.content as Uint8Array

/** A line whose messages are decrypted at once and become durable when the test says so. */
function makeLine(deliveries = createDeliveries()) {
  const log: string[] = []
  const writing = new Map<string, { write: () => void; fail: (error: Error) => void }>()
  const open = ({ jid, ciphertext }: Sealed, decrypted: () => void) => {
    const text = Buffer.from(ciphertext).toString()
    log.push(`decrypted ${text} of ${jid}`)
    decrypted()
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    writing.set(text, { write: () => resolve(ciphertext), fail: reject })
    return promise
  }
  const sessionOf = async ({ from = '' }: Record<string, string>) => (from === 'unknown@lid' ? null : from)
  const line = createDecryptAhead({ open, sessionOf }, deliveries)
  /** Handles as Baileys does: decrypts, which is done already, and answers WhatsApp. */
  const take = (node: BinaryNode) =>
    line.take(node, async () => {
      const early = line.opened(cipherOf(node))
      await early
      log.push(`${early ? 'handled' : 'handled alone'} ${node.attrs.id}`)
    })
  return { take, log, writing, deliveries }
}
/** Everything here is promises: a few turns of the loop settle them all. */
async function settled() {
  for (let turn = 0; turn < 3; turn++) await nextTurn()
}

test('the next messages are decrypted while the first is being written, and are handled in their turn', async () => {
  const { take, log, writing } = makeLine()
  for (const [n, from] of ['a@lid', 'b@lid', '55@s.whatsapp.net'].entries()) take(messageOf(from, `M${n}`))
  await settled()
  expect(log).toEqual([
    'decrypted a@lid M0 of a@lid',
    'decrypted b@lid M1 of b@lid',
    'decrypted 55@s.whatsapp.net M2 of 55@s.whatsapp.net'
  ])
  writing.get('b@lid M1')?.write()
  await settled()
  expect(log).toHaveLength(3)
  writing.get('a@lid M0')?.write()
  await settled()
  expect(log.slice(3)).toEqual(['handled M0', 'handled M1'])
})

test.each([
  ['of a group', messageOf('1203@g.us', 'X', 'skmsg', { participant: 'a@lid' })],
  ['of the own phone', messageOf('own@lid', 'X', 'msg', { recipient: 'a@lid' })],
  ['whose session only Baileys finds', messageOf('unknown@lid', 'X')]
])('a message %s waits for its turn, and those behind it wait for its end', async (_, odd) => {
  const { take, log, writing } = makeLine()
  take(messageOf('a@lid', 'M0'))
  take(odd)
  take(messageOf('b@lid', 'M2'))
  await settled()
  expect(log).toEqual(['decrypted a@lid M0 of a@lid'])
  writing.get('a@lid M0')?.write()
  await settled()
  expect(log.slice(1)).toEqual(['handled M0', 'handled alone X', 'decrypted b@lid M2 of b@lid'])
})

test('what the own phone tells the desk waits for its turn, and no customer waits for its end', async () => {
  const { take, log, writing } = makeLine()
  take(messageOf('a@lid', 'M0'))
  take(messageOf('own@lid', 'X', 'msg', { category: 'peer' }))
  take(messageOf('b@lid', 'M2'))
  await settled()
  expect(log).toEqual(['decrypted a@lid M0 of a@lid', 'decrypted b@lid M2 of b@lid'])
  writing.get('a@lid M0')?.write()
  writing.get('b@lid M2')?.write()
  await settled()
  expect(log.slice(2)).toEqual(['handled M0', 'handled alone X', 'handled M2'])
})

test('only some are decrypted before their turn', async () => {
  const { take, log, writing } = makeLine()
  for (let n = 0; n < 40; n++) take(messageOf('a@lid', `M${n}`))
  await settled()
  expect(log).toHaveLength(16)
  for (let n = 0; n < 40; n++) {
    writing.get(`a@lid M${n}`)?.write()
    await settled()
  }
  expect(log.filter((one) => one.startsWith('handled'))).toEqual(Array.from({ length: 40 }, (_, n) => `handled M${n}`))
})

test('what WhatsApp delivers again to the next socket is not decrypted again, unless it could not be written', async () => {
  const deliveries = createDeliveries()
  const first = makeLine(deliveries)
  first.take(messageOf('a@lid', 'M0'))
  first.take(messageOf('a@lid', 'M1'))
  await settled()
  first.writing.get('a@lid M0')?.write()
  first.writing.get('a@lid M1')?.fail(new Error('the session moved'))
  await settled()
  const next = makeLine(deliveries)
  for (const id of ['M0', 'M1']) next.take(messageOf('a@lid', id))
  const again = messageOf('a@lid', 'M0')
  // The same id in another encryption is another message to Signal.
  again.content = [{ tag: 'enc', attrs: { type: 'pkmsg' }, content: Buffer.from('anew') }]
  next.take(again)
  await settled()
  expect(next.log).toEqual(['handled M0', 'decrypted a@lid M1 of a@lid', 'decrypted anew of a@lid'])
})
