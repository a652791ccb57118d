// Takes the journal of one connection in order to those who store messages.
import type { InboundMessage } from '#platform/whatsapp-port.ts'
import type { JournaledRow } from '../signal/key-write.ts'
import * as memory from './journal-memory.ts'
import { readWaiting, type WaitingRow } from './journal.repo.ts'
import { persist, storeItems, type StoreParts } from './store-items.ts'

export interface InboundQueue {
  /** Rows that have just become durable, in order of their ids. */
  push(rows: JournaledRow[]): void
  /** A message that has no row: a copy that could not be decrypted yet. */
  pushStub(message: InboundMessage): void
  /** Looks through the table for rows that nobody has taken. */
  sweep(): void
  /** Resolves when nothing is waiting here. */
  idle(): Promise<void>
  /** Finishes the batch under way; the rest stays in the table. */
  stop(): Promise<void>
}

/** Starts the queue of one connection; it works as long as the node owns the session. */
export function startInbound(storeParts: StoreParts): InboundQueue {
  const ending = new AbortController()
  const queue: Queue = {
    parts: { ...storeParts, stopping: ending.signal },
    memory: memory.emptyMemory(),
    running: null
  }
  wake(queue)
  return {
    push: (rows) => {
      memory.pushRows(queue.memory, rows)
      wake(queue)
    },
    pushStub: (stub) => {
      memory.pushStub(queue.memory, stub)
      wake(queue)
    },
    sweep: () => {
      queue.memory.needsSweep = true
      wake(queue)
    },
    idle: async () => {
      while (queue.running) await queue.running
    },
    stop: async () => {
      ending.abort()
      await queue.running
    }
  }
}

interface Queue {
  parts: StoreParts & { stopping: AbortSignal }
  memory: memory.JournalMemory
  running: Promise<void> | null
}

function wake(queue: Queue): void {
  const { log, stopping } = queue.parts
  if (queue.running || stopping.aborted) return
  queue.running = work(queue)
    .catch((error: unknown) => {
      // What was not stored when it stops is in the table.
      if (!stopping.aborted) log.error({ err: error }, 'the inbound queue stumbled')
    })
    .finally(() => {
      queue.running = null
      if (memory.nextSource(queue.memory)) wake(queue)
    })
}

async function work(queue: Queue): Promise<void> {
  while (!queue.parts.stopping.aborted) {
    switch (memory.nextSource(queue.memory)) {
      case 'whole-table':
        await sweepTable(queue)
        break
      case 'memory':
        await storeItems(queue.parts, memory.takeBatch(queue.memory))
        break
      case 'table':
        await catchUp(queue)
        break
      case null:
        return
    }
  }
}

async function readPage({ parts, memory: known }: Queue, after: number): Promise<WaitingRow[]> {
  const page = await persist(parts, () => readWaiting(parts.sql, parts.ref, after, memory.batchSize))
  memory.noteTaken(known, page)
  return page
}

async function storePage({ parts }: Queue, page: WaitingRow[]): Promise<void> {
  const items = page.map((row) => ({ row }))
  if (items.length > 0) await storeItems(parts, items)
}

async function sweepTable(queue: Queue): Promise<void> {
  queue.memory.needsSweep = false
  let after = 0
  for (;;) {
    const page = await readPage(queue, after)
    await storePage(queue, page)
    if (page.length < memory.batchSize || queue.parts.stopping.aborted) return
    after = page.at(-1)?.id ?? after
  }
}

async function catchUp(queue: Queue): Promise<void> {
  // Rows pushed from here on are kept again; what the page holds too is skipped by its id.
  queue.memory.isBehind = false
  const page = await readPage(queue, queue.memory.taken)
  if (page.length === memory.batchSize) memory.stayBehind(queue.memory)
  await storePage(queue, page)
}
