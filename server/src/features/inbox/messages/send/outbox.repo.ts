// SQL of the outbox: what waits for a connection's session, in order within each conversation.
import { and, eq, inArray, lt } from 'drizzle-orm'
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import { outbox, sentChanges } from '#database/tables/inbox/messages.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

export interface OutboxRow {
  id: number
  chat: string
  kind: 'send' | 'edit' | 'delete' | 'react' | 'read'
  messageId: string | null
  payload: Record<string, unknown> | string
  attempts: number
  createdAt: string
}

export interface TaskRow extends ConnectionRef {
  chat: string
  kind: OutboxRow['kind']
  messageId: string | null
  payload?: Record<string, unknown>
}

/** False when the connection is gone; while it is there it stays until the end of the transaction. */
export async function insertTask(db: Transaction, task: TaskRow): Promise<boolean> {
  const { companyId, connectionId, chat, kind, messageId, payload = {} } = task
  const { count } = await rawOf(db)`
    insert into outbox (company_id, connection_id, chat, kind, message_id, payload)
    select company_id, id, ${chat}, ${kind}, ${messageId}::uuid, ${JSON.stringify(payload)}::text::jsonb
    from connections where company_id = ${companyId} and id = ${connectionId} for key share`
  return count > 0
}

/** Rows of a connection that are looked at; what is behind them waits its turn. */
const window = 2000

/** The first waiting task of each conversation; one that steps aside when there is no other. */
function firstTasks(raw: Sql, { companyId, connectionId }: ConnectionRef) {
  return raw`
  select distinct on (o.chat) o.* from (
    select * from outbox where company_id = ${companyId} and connection_id = ${connectionId} order by id limit ${window}) o
  order by o.chat, o.steps_aside, o.id`
}

/** Of the first waiting tasks of all conversations but the `busy` ones those that are due, oldest first. */
export function dueTasks(db: Transaction, ref: ConnectionRef, busy: string[], limit: number): Promise<OutboxRow[]> {
  const raw = rawOf(db)
  // Moments are stored to the millisecond, rounded: what is due now may lie half of one ahead.
  return raw<OutboxRow[]>`
    select id, chat, kind, message_id, payload, attempts, created_at from (${firstTasks(raw, ref)}) first
    where not_before < now() + interval '1 millisecond' and chat <> all(${busy}::text[]) order by id limit ${limit}`
}

/** Milliseconds until the next task is due; null when nothing waits. What stands behind another task is not next. */
export async function nextDueIn(db: Transaction, ref: ConnectionRef): Promise<number | null> {
  const raw = rawOf(db)
  const [row] = await raw<{ wait: number | null }[]>`
    select extract(epoch from min(not_before) - now())::float8 * 1000 as wait from (${firstTasks(raw, ref)}) first`
  return row?.wait ?? null
}

export async function deleteTasks(db: Transaction, companyId: number, ids: number[]): Promise<void> {
  await db.delete(outbox).where(and(eq(outbox.companyId, companyId), inArray(outbox.id, ids)))
}

/** Tasks that WhatsApp has go; changes of messages are kept for phones that ask for them again. */
export async function finishTasks(db: Transaction, companyId: number, ids: number[]): Promise<void> {
  await rawOf(db)`
    with gone as (
      delete from outbox where company_id = ${companyId} and id = any(${ids}::bigint[])
      returning company_id, connection_id, chat, kind, payload
    )
    insert into sent_changes (company_id, connection_id, wa_id, chat, kind, payload)
    select company_id, connection_id, payload ->> 'waId', chat, kind, payload - 'before' - 'userId' from gone
    where kind in ('edit', 'delete', 'react') on conflict do nothing`
}

/** A change of a message that went out under WhatsApp's id. */
export async function sentChange(db: Transaction, { companyId, connectionId }: ConnectionRef, waId: string) {
  const [row] = await db
    .select({ kind: sentChanges.kind, chat: sentChanges.chat, payload: sentChanges.payload })
    .from(sentChanges)
    .where(
      and(eq(sentChanges.companyId, companyId), eq(sentChanges.connectionId, connectionId), eq(sentChanges.waId, waId))
    )
  return row ?? null
}

export async function deleteSentChanges(db: Transaction, before: Date): Promise<void> {
  await db.delete(sentChanges).where(lt(sentChanges.createdAt, before))
}

/** WhatsApp has these messages. Returns the ids of those that were not known to be there. */
export async function markSent(db: Transaction, companyId: number, ids: string[]): Promise<string[]> {
  const raw = rawOf(db)
  const rows = await raw<{ id: string }[]>`
    update messages set ack = greatest(ack, 1), delivery = 'sent', failure = null, updated_at = now()
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and (delivery <> 'sent' or ack < 1 or failure is not null)
    returning id`
  return rows.map((row) => row.id)
}

const changeColumns = (raw: Sql) => raw`id, chat, kind, message_id, payload, attempts, created_at`

/** The deletion or edit that goes out under WhatsApp's id. */
export async function changeTask(db: Transaction, ref: ConnectionRef, waId: string): Promise<OutboxRow | null> {
  const raw = rawOf(db)
  const [row] = await raw<OutboxRow[]>`
    select ${changeColumns(raw)} from outbox where company_id = ${ref.companyId} and connection_id = ${ref.connectionId}
      and kind in ('delete', 'edit') and payload ->> 'waId' = ${waId}`
  return row ?? null
}

/** Deletions and edits that wait for a connection, the newest first. */
export function waitingChanges(db: Transaction, companyId: number, connectionId: number): Promise<OutboxRow[]> {
  const raw = rawOf(db)
  return raw<OutboxRow[]>`
    select ${changeColumns(raw)} from outbox where company_id = ${companyId} and connection_id = ${connectionId}
      and kind in ('delete', 'edit') order by id desc`
}

/** Removes the waiting send of a message; false when there is none any more. */
export async function deleteSendOf(db: Transaction, companyId: number, messageId: string): Promise<boolean> {
  const gone = await db
    .delete(outbox)
    .where(and(eq(outbox.companyId, companyId), eq(outbox.messageId, messageId), eq(outbox.kind, 'send')))
    .returning({ id: outbox.id })
  return gone.length > 0
}

/** Puts a task off by milliseconds and counts the attempt; from now on others may go before it when it steps aside. */
export async function postponeTask(
  db: Transaction,
  companyId: number,
  id: number,
  { delay, stepsAside }: { delay: number; stepsAside: boolean }
): Promise<void> {
  await rawOf(db)`
    update outbox set attempts = attempts + 1, not_before = now() + ${delay} * interval '1 millisecond',
      steps_aside = ${stepsAside}
    where company_id = ${companyId} and id = ${id}`
}

/** Waiting tasks are due at once: the session is open again. */
export async function makeTasksDue(db: Transaction, { companyId, connectionId }: ConnectionRef): Promise<void> {
  await rawOf(db)`
    update outbox set not_before = now() where company_id = ${companyId} and connection_id = ${connectionId} and not_before > now()`
}
