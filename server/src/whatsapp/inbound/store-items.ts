// Stores a batch of received messages: whole, or one by one so that what cannot be stored is set aside alone.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#database/client.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { isPassing, retryWhileDown } from '../database-trouble.ts'
import type { Item } from './journal-memory.ts'
import { markFailed, type WaitingRow } from './journal.repo.ts'

export interface StoreParts {
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

/** Aborted when the session ends: nothing waits for the database any more. */
type Stoppable = StoreParts & { stopping: AbortSignal }

interface ReadItem {
  message: InboundMessage
  row: WaitingRow | null
}

const triesOfOne = 3

/** The innermost error in one line: outer ones quote statements with their values. */
export function reasonOf(error: unknown): string {
  let at = error
  for (let depth = 0; at instanceof Error && at.cause instanceof Error && depth < 5; depth++) at = at.cause
  const text = at instanceof Error ? `${at.name}: ${at.message}` : String(at)
  return (text.split('\n')[0] ?? '').replaceAll('\u0000', '').toWellFormed().slice(0, 300)
}

/** Does it again for as long as the database is away, unless the session ends. */
export function persist<T>({ log, stopping }: Pick<Stoppable, 'log' | 'stopping'>, work: () => Promise<T>): Promise<T> {
  return retryWhileDown(work, {
    signal: stopping,
    longest: 5000,
    onTrouble: (error) => log.warn({ reason: reasonOf(error) }, 'received messages wait for the database')
  })
}

/** Stores what can be stored and sets the rest aside. Errors: the session ended, or the database could not keep up. */
export function storeItems(parts: Stoppable, items: Item[]): Promise<void> {
  return persist(parts, () => storeOnce(parts, items))
}

async function storeOnce(parts: Stoppable, items: Item[]): Promise<void> {
  const all = await readAll(parts, items)
  if (all.length === 0) return
  try {
    await persist(parts, () => parts.store(all.map(({ message }) => message)))
  } catch (error) {
    if (isPassing(error)) throw error
    parts.log.warn({ reason: reasonOf(error), messages: all.length }, 'a batch could not be stored: one by one')
    for (const one of all) await storeOne(parts, one)
  }
}

async function readAll(parts: Stoppable, items: Item[]): Promise<ReadItem[]> {
  const all: ReadItem[] = []
  for (const item of items) {
    if ('stub' in item) all.push({ message: item.stub, row: null })
    else {
      try {
        all.push({ message: await parts.read(item.row), row: item.row })
      } catch (error) {
        if (isPassing(error)) throw error
        await setAside(parts, item.row, 1, error)
      }
    }
  }
  return all
}

async function storeOne(parts: Stoppable, { message, row }: ReadItem): Promise<void> {
  const { log, stopping } = parts
  for (let attempt = 1; ; attempt++) {
    try {
      return await persist(parts, () => parts.store([message]))
    } catch (error) {
      if (isPassing(error) || stopping.aborted) throw error
      if (attempt < triesOfOne) await sleep(100 * attempt * attempt, undefined, { signal: stopping }).catch(() => {})
      else if (row) return setAside(parts, row, attempt, error)
      else return log.warn({ reason: reasonOf(error) }, 'an unreadable message could not be shown')
    }
  }
}

async function setAside(parts: Stoppable, row: WaitingRow, attempts: number, error: unknown): Promise<void> {
  const { ref, sql, log } = parts
  const reason = reasonOf(error)
  log.error({ journalId: row.id, reason }, 'a received message could not be stored')
  await persist(parts, () => markFailed(sql, { ...ref, id: row.id, attempts, reason }))
    .then(() => parts.failed())
    .catch((trouble: unknown) => log.error({ err: reasonOf(trouble), journalId: row.id }, 'a failure was not noted'))
}
