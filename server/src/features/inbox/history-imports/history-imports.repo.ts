// SQL of imports and of what phones have told for them; every statement is scoped by company.
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { HistoryFailure } from '@guiche/shared/features/inbox/connections.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { historyImports, historyParts, historyQuotes } from '#database/tables/inbox/history-imports.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

export type ImportRow = typeof historyImports.$inferSelect
export type PartRow = typeof historyParts.$inferSelect

const its = ({ companyId, connectionId }: ConnectionRef) =>
  and(eq(historyImports.companyId, companyId), eq(historyImports.connectionId, connectionId))
const partsOf = ({ companyId, connectionId }: ConnectionRef) =>
  and(eq(historyParts.companyId, companyId), eq(historyParts.connectionId, connectionId))
const quotesOf = ({ companyId, connectionId }: ConnectionRef) =>
  and(eq(historyQuotes.companyId, companyId), eq(historyQuotes.connectionId, connectionId))
const part = (companyId: number, id: number) => and(eq(historyParts.companyId, companyId), eq(historyParts.id, id))

/**
 * Begins the import of a newly paired device where one is wanted; what another device told is forgotten then. True when
 * it has just begun.
 */
export async function beginImport(
  db: Transaction,
  { companyId, connectionId }: ConnectionRef,
  device: string
): Promise<boolean> {
  const raw = rawOf(db)
  const begun = await raw`
    insert into history_imports as i (company_id, connection_id, device, choice)
    select c.company_id, c.id, ${device}, c.import_history from connections c
    where c.company_id = ${companyId} and c.id = ${connectionId} and c.import_history <> 'off'
    on conflict (company_id, connection_id) do update set device = excluded.device, choice = excluded.choice,
      status = 'running', failure = null, parts = 0, is_whole = false, told = 0, taken = 0, progress = 0, conversations = 0,
      messages = 0, skipped = 0, started_at = now(), updated_at = now()
    where i.device <> excluded.device
    returning 1`
  if (begun.length === 0) return false
  await raw`delete from history_parts where company_id = ${companyId} and connection_id = ${connectionId}`
  await raw`delete from history_quotes where company_id = ${companyId} and connection_id = ${connectionId}`
  return true
}

export async function findImport(db: Transaction, ref: ConnectionRef): Promise<ImportRow | null> {
  const [row] = await db.select().from(historyImports).where(its(ref))
  return row ?? null
}

/** Takes what a phone told out of the journal, once. True: there is something to do. */
export async function addPart(
  db: Transaction,
  { companyId, connectionId }: ConnectionRef,
  journalId: number | null,
  notice: Buffer
): Promise<boolean> {
  const rows = await rawOf(db)`
    with settled as (
      delete from inbound_journal where company_id = ${companyId} and id = ${journalId}::bigint returning id
    ), running as (
      update history_imports i set status = 'running', parts = parts + 1, updated_at = now()
      where i.company_id = ${companyId} and i.connection_id = ${connectionId} and exists (select 1 from settled)
      returning i.company_id, i.connection_id, i.parts
    )
    insert into history_parts (company_id, connection_id, ordinal, notice)
    select company_id, connection_id, parts, decode(${notice.toString('base64')}, 'base64') from running
    returning id`
  return rows.length > 0
}

/** The oldest part beyond `after` that has not failed. */
export async function nextPart(db: Transaction, ref: ConnectionRef, after: number): Promise<PartRow | null> {
  const [row] = await db
    .select()
    .from(historyParts)
    .where(and(partsOf(ref), eq(historyParts.isNames, false), isNull(historyParts.failure), gt(historyParts.id, after)))
    .orderBy(asc(historyParts.id))
    .limit(1)
  return row ?? null
}

/** Parts that hold names. */
export function namesOf(db: Transaction, ref: ConnectionRef): Promise<PartRow[]> {
  return db
    .select()
    .from(historyParts)
    .where(and(partsOf(ref), eq(historyParts.isNames, true)))
}

/** Forgets what waited for the rest of what the phone tells. */
export async function deleteLeftovers(db: Transaction, ref: ConnectionRef): Promise<void> {
  await db.delete(historyQuotes).where(quotesOf(ref))
  await db.delete(historyParts).where(and(partsOf(ref), eq(historyParts.isNames, true)))
}

export type StoredPart = Pick<PartRow, 'done' | 'total'>

/** Holds a part for this transaction; null when it is gone. */
export async function lockPart(db: Transaction, companyId: number, id: number): Promise<StoredPart | null> {
  const [row] = await db
    .select({ done: historyParts.done, total: historyParts.total })
    .from(historyParts)
    .where(part(companyId, id))
    .for('no key update')
  return row ?? null
}

export async function updatePart(
  db: Transaction,
  companyId: number,
  id: number,
  change: Partial<Pick<PartRow, 'done' | 'total' | 'isNames' | 'failure'>>
): Promise<void> {
  await db.update(historyParts).set(change).where(part(companyId, id))
}

export async function deletePart(db: Transaction, companyId: number, id: number): Promise<void> {
  await db.delete(historyParts).where(part(companyId, id))
}

export type Gain = Partial<Pick<ImportRow, 'told' | 'taken' | 'conversations' | 'messages' | 'skipped' | 'isWhole'>>

/** Adds to the counts of an import. */
export async function addToImport(db: Transaction, { companyId, connectionId }: ConnectionRef, gain: Gain) {
  const { told = 0, taken = 0, conversations = 0, messages = 0, skipped = 0, isWhole = false } = gain
  await rawOf(db)`
    update history_imports set told = told + ${told}, taken = taken + ${taken},
      progress = greatest(progress, least(99, (taken + ${taken}) * 100 / greatest(told + ${told}, 1))),
      conversations = conversations + ${conversations}, messages = messages + ${messages}, skipped = skipped + ${skipped},
      is_whole = is_whole or ${isWhole}::boolean, updated_at = now()
    where company_id = ${companyId} and connection_id = ${connectionId}`
}

/** What stands in the way of an import's end: parts that wait, and why others failed. */
export async function leftOf(db: Transaction, ref: ConnectionRef) {
  const rows = await db
    .select({ failure: historyParts.failure })
    .from(historyParts)
    .where(and(partsOf(ref), eq(historyParts.isNames, false)))
  return {
    waiting: rows.filter(({ failure }) => failure === null).length,
    failure: rows.find(({ failure }) => failure !== null)?.failure ?? null
  }
}

/** Ends a running import. False: it was not running any more. */
export async function endImport(db: Transaction, ref: ConnectionRef, failure: HistoryFailure | null): Promise<boolean> {
  const rows = await db
    .update(historyImports)
    .set({ status: failure === null ? 'done' : 'failed', failure, progress: 100, updatedAt: sql`now()` })
    .where(and(its(ref), eq(historyImports.status, 'running')))
    .returning({ id: historyImports.connectionId })
  return rows.length > 0
}

/** What failed waits again. True: there was something. */
export async function restartFailed(db: Transaction, ref: ConnectionRef): Promise<boolean> {
  const rows = await db
    .update(historyParts)
    .set({ failure: null })
    .where(and(partsOf(ref), isNotNull(historyParts.failure)))
    .returning({ id: historyParts.id })
  if (rows.length === 0) return false
  await db
    .update(historyImports)
    .set({ status: 'running', failure: null, updatedAt: sql`now()` })
    .where(its(ref))
  return true
}
