// SQL of the journal of received messages: rows that wait, and those that could not be stored.
import type { Sql } from '#database/client.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

export interface WaitingRow {
  id: number
  chat: string
  attrs: Record<string, string>
  plain: Buffer
}

/** Rows of a connection that wait to be stored, oldest first, beyond `after`. */
export async function readWaiting(sql: Sql, ref: ConnectionRef, after: number, limit: number): Promise<WaitingRow[]> {
  const rows = await sql<WaitingRow[]>`
    select id, chat, attrs, plain from inbound_journal
    where company_id = ${ref.companyId} and connection_id = ${ref.connectionId} and failed_at is null and id > ${after}
    order by id limit ${limit}`
  return rows
}

export interface Failure extends ConnectionRef {
  id: number
  /** Of this time. */
  attempts: number
  reason: string
}

/** Puts a row on the list of failures, where a person can see and replay it. */
export async function markFailed(sql: Sql, { companyId, id, attempts, reason }: Failure): Promise<void> {
  await sql`
    update inbound_journal set failed_at = now(), attempts = attempts + ${attempts}, reason = ${reason}
    where company_id = ${companyId} and id = ${id}`
}

export interface FailedRow {
  id: number
  connectionId: number
  chat: string
  reason: string
  attempts: number
  receivedAt: Date
  failedAt: Date
}

/** Failures of a company, oldest first, and how many there are. */
export async function readFailures(
  sql: Sql,
  companyId: number,
  offset: number,
  limit: number
): Promise<{ rows: FailedRow[]; count: number }> {
  const [all] = await sql<{ count: number }[]>`
    select count(*) as count from inbound_journal where company_id = ${companyId} and failed_at is not null`
  const rows = await sql<(Omit<FailedRow, 'receivedAt' | 'failedAt'> & { receivedAt: string; failedAt: string })[]>`
    select id, connection_id as "connectionId", chat, coalesce(reason, '') as reason, attempts,
      received_at as "receivedAt", failed_at as "failedAt"
    from inbound_journal where company_id = ${companyId} and failed_at is not null
    order by id offset ${offset} limit ${limit}`
  return {
    rows: rows.map((row) => ({ ...row, receivedAt: new Date(row.receivedAt), failedAt: new Date(row.failedAt) })),
    count: all?.count ?? 0
  }
}

/** One failure, or null when there is no such row (any more). */
export async function readFailure(
  sql: Sql,
  companyId: number,
  id: number
): Promise<(WaitingRow & { connectionId: number }) | null> {
  const [row] = await sql<(WaitingRow & { connectionId: number })[]>`
    select id, connection_id as "connectionId", chat, attrs, plain from inbound_journal
    where company_id = ${companyId} and id = ${id} and failed_at is not null`
  return row ?? null
}
