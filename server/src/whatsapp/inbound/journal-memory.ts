// Which rows of the journal are next: those in memory, or those that only the table has because memory was full. Pure.
import type { InboundMessage } from '#platform/whatsapp-port.ts'
import type { JournaledRow } from '../signal/key-write.ts'
import type { WaitingRow } from './journal.repo.ts'

/** A row, or a message that has none: a copy that could not be decrypted yet. */
export type Item = { row: WaitingRow } | { stub: InboundMessage }

/** Items of one batch, and rows of one page of the table. */
export const batchSize = 100
/** Beyond this the rows wait in the table alone. */
const memoryLimit = 2000

export interface JournalMemory {
  items: Item[]
  /** Highest row id that was taken; what is pushed again is skipped. */
  taken: number
  /** Rows were left to the table. */
  isBehind: boolean
  /** The whole table is to be looked through. */
  needsSweep: boolean
}

/** Of a session that starts: what an earlier one left is in the table. */
export const emptyMemory = (): JournalMemory => ({ items: [], taken: 0, isBehind: false, needsSweep: true })

/** Keeps rows that have just become durable, as far as there is room. */
export function pushRows(memory: JournalMemory, rows: JournaledRow[]): void {
  if (memory.isBehind) return
  if (memory.items.length + rows.length > memoryLimit) memory.isBehind = true
  else for (const row of rows) memory.items.push({ row: { ...row, plain: Buffer.from(row.plain) } })
}

export function pushStub({ items }: JournalMemory, stub: InboundMessage): void {
  if (items.length < memoryLimit) items.push({ stub })
}

/** Where the next items are; null when there are none. */
export function nextSource({ items, isBehind, needsSweep }: JournalMemory): 'whole-table' | 'memory' | 'table' | null {
  if (needsSweep) return 'whole-table'
  if (items.length > 0) return 'memory'
  return isBehind ? 'table' : null
}

/** Takes a batch from memory; rows that the table has given already are skipped. */
export function takeBatch(memory: JournalMemory): Item[] {
  const batch: Item[] = []
  let used = 0
  for (const item of memory.items) {
    if (batch.length >= batchSize) break
    used++
    if ('row' in item) {
      if (item.row.id <= memory.taken) continue
      memory.taken = item.row.id
    }
    batch.push(item)
  }
  memory.items = memory.items.slice(used)
  return batch
}

/** The table has given these. */
export function noteTaken(memory: JournalMemory, page: WaitingRow[]): void {
  for (const row of page) memory.taken = Math.max(memory.taken, row.id)
}

/** There is more in the table: what memory holds of it comes from there. */
export function stayBehind(memory: JournalMemory): void {
  memory.isBehind = true
  memory.items = memory.items.filter((item) => 'stub' in item)
}
