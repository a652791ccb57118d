// SQL of the outbox: what waits for a connection's session, in order within each conversation.
import { and, eq } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { outbox } from '#database/tables/messages.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

export interface OutboxRow {
  id: number
  chat: string
  kind: 'send' | 'edit' | 'delete' | 'react' | 'read'
  message_id: string | null
  payload: Record<string, unknown> | string
  attempts: number
  created_at: string
}

export const insertTask = async (db: Transaction, row: typeof outbox.$inferInsert): Promise<void> => {
  await db.insert(outbox).values(row)
}

/** The first waiting task of each conversation that is due, oldest first. */
export const dueTasks = (
  db: Transaction,
  { companyId, connectionId }: ConnectionRef,
  limit: number
): Promise<OutboxRow[]> =>
  rawOf(db)<OutboxRow[]>`
    select id, chat, kind, message_id, payload, attempts, created_at from (
      select distinct on (o.chat) o.* from (
        select * from outbox where company_id = ${companyId} and connection_id = ${connectionId} order by id limit 2000) o
      order by o.chat, o.id
    ) first where not_before <= now() order by id limit ${limit}`

/** Milliseconds until the next task is due; null when nothing waits. */
export const nextDueIn = async (
  db: Transaction,
  { companyId, connectionId }: ConnectionRef
): Promise<number | null> => {
  const [row] = await rawOf(db)<{ wait: number | null }[]>`
    select extract(epoch from min(not_before) - now())::float8 * 1000 as wait from outbox
    where company_id = ${companyId} and connection_id = ${connectionId}`
  return row?.wait ?? null
}

export const deleteTask = async (db: Transaction, companyId: number, id: number): Promise<void> => {
  await db.delete(outbox).where(and(eq(outbox.companyId, companyId), eq(outbox.id, id)))
}

/** Removes the waiting send of a message; false when there is none any more. */
export const deleteSendOf = async (db: Transaction, companyId: number, messageId: string): Promise<boolean> => {
  const gone = await db
    .delete(outbox)
    .where(and(eq(outbox.companyId, companyId), eq(outbox.messageId, messageId), eq(outbox.kind, 'send')))
    .returning({ id: outbox.id })
  return gone.length > 0
}

/** Puts a task off by milliseconds and counts the attempt. */
export const postponeTask = async (db: Transaction, companyId: number, id: number, delay: number): Promise<void> => {
  await rawOf(db)`
    update outbox set attempts = attempts + 1, not_before = now() + ${delay} * interval '1 millisecond'
    where company_id = ${companyId} and id = ${id}`
}

/** Waiting tasks are due at once: the session is open again. */
export const hastenTasks = async (db: Transaction, { companyId, connectionId }: ConnectionRef): Promise<void> => {
  await rawOf(db)`
    update outbox set not_before = now() where company_id = ${companyId} and connection_id = ${connectionId} and not_before > now()`
}
