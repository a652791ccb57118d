// Takes the journal of one connection in order to those who store messages; sets aside what cannot be stored.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import type { JournaledRow } from '../signal/auth-state.ts'
import { retryWhileDown, isPassing } from '../database-trouble.ts'
import { markFailed, readWaiting, type WaitingRow } from './journal.repo.ts'

export interface InboundParts {
  ref: ConnectionRef
  sql: Sql
  log: Logger
  /** Turns a row into a message. Errors: a row that cannot be read. */
  read: (row: WaitingRow) => Promise<InboundMessage>
  /** Stores messages and removes their rows in one transaction. */
  store: (batch: InboundMessage[]) => Promise<void>
  /** Hears that a row was put on the list of failures. */
  failed: () => Promise<void>
}

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

type Item = { row: WaitingRow } | { stub: InboundMessage }

const batchSize = 100
/** Beyond this the rows wait in the table alone. */
const memoryLimit = 2000
const triesOfOne = 3

/** The innermost error in one line: outer ones quote statements with their values. */
export function reasonOf(error: unknown): string {
  let at = error
  for (let depth = 0; at instanceof Error && at.cause instanceof Error && depth < 5; depth++) at = at.cause
  const text = at instanceof Error ? `${at.name}: ${at.message}` : String(at)
  return (text.split('\n')[0] ?? '').replaceAll('\u0000', '').toWellFormed().slice(0, 300)
}

/** Starts the queue of one connection; it works as long as the node owns the session. */
export function startInbound({ ref, sql, log, read, store, failed }: InboundParts): InboundQueue {
  let queue: Item[] = []
  /** Highest row id that was taken; what is pushed again is skipped. */
  let taken = 0
  let isBehind = false
  let needsSweep = true
  let isStopped = false
  let running: Promise<void> | null = null
  const stopping = new AbortController()

  const persist = <T>(work: () => Promise<T>): Promise<T> =>
    retryWhileDown(work, {
      signal: stopping.signal,
      longest: 5000,
      onTrouble: (error) => log.warn({ reason: reasonOf(error) }, 'received messages wait for the database')
    })
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  const setAside = async (row: WaitingRow, attempts: number, error: unknown): Promise<void> => {
    const reason = reasonOf(error)
    log.error({ journalId: row.id, reason }, 'a received message could not be stored')
    await persist(() => markFailed(sql, ref, row.id, attempts, reason))
      .then(() => failed())
      .catch((trouble: unknown) => log.error({ err: reasonOf(trouble), journalId: row.id }, 'a failure was not noted'))
  }

  const storeOne = async (message: InboundMessage, row: WaitingRow | null): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await persist(() => store([message]))
      } catch (error) {
        if (isPassing(error) || isStopped) throw error
        if (attempt < triesOfOne) await pause(100 * attempt * attempt)
        else if (row) return setAside(row, attempt, error)
        else return log.warn({ reason: reasonOf(error) }, 'an unreadable message could not be shown')
      }
    }
  }

  const process = async (items: Item[]): Promise<void> => {
    const messages: { message: InboundMessage; row: WaitingRow | null }[] = []
    for (const item of items) {
      if ('stub' in item) messages.push({ message: item.stub, row: null })
      else {
        try {
          messages.push({ message: await read(item.row), row: item.row })
        } catch (error) {
          if (isPassing(error)) throw error
          await setAside(item.row, 1, error)
        }
      }
    }
    if (messages.length === 0) return
    try {
      await persist(() => store(messages.map((one) => one.message)))
    } catch (error) {
      if (isPassing(error)) throw error
      log.warn({ reason: reasonOf(error), messages: messages.length }, 'a batch could not be stored: one by one')
      for (const one of messages) await storeOne(one.message, one.row)
    }
  }

  /** Takes rows from memory; those the table has given already are skipped. */
  const takeBatch = (): Item[] => {
    const batch: Item[] = []
    let used = 0
    for (const item of queue) {
      if (batch.length >= batchSize) break
      used++
      if ('row' in item) {
        if (item.row.id <= taken) continue
        taken = item.row.id
      }
      batch.push(item)
    }
    queue = queue.slice(used)
    return batch
  }

  const readPage = async (after: number): Promise<WaitingRow[]> => {
    const page = await persist(() => readWaiting(sql, ref, after, batchSize))
    for (const row of page) taken = Math.max(taken, row.id)
    return page
  }

  const sweepTable = async (): Promise<void> => {
    needsSweep = false
    let after = 0
    for (;;) {
      const page = await readPage(after)
      if (page.length > 0) await processUntilDone(page.map((row) => ({ row })))
      if (page.length < batchSize || isStopped) return
      after = page.at(-1)?.id ?? after
    }
  }

  const catchUp = async (): Promise<void> => {
    // Rows pushed from here on are kept again; what the page holds too is skipped by its id.
    isBehind = false
    const page = await readPage(taken)
    if (page.length === batchSize) {
      isBehind = true
      queue = queue.filter((item) => 'stub' in item)
    }
    if (page.length > 0) await processUntilDone(page.map((row) => ({ row })))
  }

  const processUntilDone = async (items: Item[]): Promise<void> => {
    await persist(() => process(items))
  }

  const work = async (): Promise<void> => {
    while (!isStopped) {
      if (needsSweep) await sweepTable()
      else if (queue.length > 0) await processUntilDone(takeBatch())
      else if (isBehind) await catchUp()
      else return
    }
  }

  const wake = () => {
    if (running || isStopped) return
    running = work()
      .catch((error: unknown) => {
        // What was not stored when it stops is in the table.
        if (!isStopped) log.error({ err: error }, 'the inbound queue stumbled')
      })
      .finally(() => {
        running = null
        if (!isStopped && (needsSweep || queue.length > 0 || isBehind)) wake()
      })
  }

  wake()
  return {
    push: (rows) => {
      if (isBehind) return
      if (queue.length + rows.length > memoryLimit) isBehind = true
      else for (const row of rows) queue.push({ row: { ...row, plain: Buffer.from(row.plain) } })
      wake()
    },
    pushStub: (stub) => {
      if (queue.length < memoryLimit) queue.push({ stub })
      wake()
    },
    sweep: () => {
      needsSweep = true
      wake()
    },
    idle: async () => {
      while (running) await running
    },
    stop: async () => {
      isStopped = true
      stopping.abort()
      await running
    }
  }
}
