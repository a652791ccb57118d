// What of the journal is in memory, and what is left to the table.
import { describe, expect, it } from 'vitest'
import type { InboundMessage } from '#platform/whatsapp-port.ts'
import {
  emptyMemory,
  type Item,
  nextSource,
  noteTaken,
  pushRows,
  pushStub,
  stayBehind,
  takeBatch
} from './journal-memory.ts'

const row = (id: number) => ({ id, chat: 'c', attrs: {}, plain: Buffer.alloc(0) })
const rows = (count: number, first = 1) => Array.from({ length: count }, (_, n) => row(first + n))
const stub = { waId: 'STUB' } as InboundMessage
const ids = (items: Item[]) => items.map((item) => ('row' in item ? item.row.id : item.stub.waId))
const swept = () => ({ ...emptyMemory(), needsSweep: false })

describe('what comes next', () => {
  it.each([
    ['of a session that starts', emptyMemory(), 'whole-table'],
    ['where nothing waits', swept(), null],
    ['with a row in memory', { ...swept(), items: [{ row: row(1) }] }, 'memory'],
    ['with rows left to the table', { ...swept(), isBehind: true }, 'table'],
    ['with a stub before rows left to the table', { ...swept(), isBehind: true, items: [{ stub }] }, 'memory']
  ])('%s', (_what, memory, source) => expect(nextSource(memory)).toBe(source))
})

it('batches keep the order of what came, and skip what the table has given', () => {
  const memory = swept()
  pushRows(memory, rows(3))
  pushStub(memory, stub)
  pushRows(memory, rows(2, 4))
  noteTaken(memory, [row(2)])
  expect(ids(takeBatch(memory))).toEqual([3, 'STUB', 4, 5])
  expect(memory.taken).toBe(5)
  expect(nextSource(memory)).toBeNull()
})

it('a batch has no more than a hundred items', () => {
  const memory = swept()
  pushRows(memory, rows(130))
  expect(ids(takeBatch(memory))).toEqual(rows(100).map(({ id }) => id))
  expect(ids(takeBatch(memory))).toHaveLength(30)
})

it('what does not fit is left to the table, stubs excepted, until the table has been read', () => {
  const memory = swept()
  pushRows(memory, rows(1999))
  pushRows(memory, rows(2, 2000))
  expect(memory.isBehind).toBe(true)
  expect(memory.items).toHaveLength(1999)
  pushRows(memory, rows(1, 2002))
  expect(memory.items).toHaveLength(1999)
  pushStub(memory, stub)
  stayBehind(memory)
  expect(ids(memory.items)).toEqual(['STUB'])
})
