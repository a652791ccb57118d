// SQL of the company that is taken in: its row stands, closed and empty, from before its first file until all of it is there.
import type { TransactionSql } from 'postgres'
import { rawOf, type Database, type Transaction } from '#database/client.ts'
import type { CompanyFacts } from './archive-facts.ts'

/** A number for a company that is to come. */
export async function nextCompanyId(tx: TransactionSql): Promise<number> {
  const [row] = await tx.unsafe<{ id: string }[]>(`select nextval(pg_get_serial_sequence('companies', 'id')) as id`)
  return Number(row?.id)
}

const lockOf = `hashtextextended('guiche company import ' || $1::text, 0)`

/** Held until the transaction ends, also by the end of its process: as long as that, the company is nobody’s leftover. */
export async function lockImport(tx: TransactionSql, companyId: number): Promise<void> {
  await tx.unsafe(`select pg_advisory_xact_lock(${lockOf})`, [companyId])
}

/** What the importer decides, and not the archive. */
export interface CompanyTerms {
  name: string
  planId: number | null
  dueDate: string | null
  extraUsers: number
  extraConnections: number
  extrasShare: number
}

/** Errors: 23505 for a name that was taken meanwhile. */
export async function insertClosedCompany(
  db: Database,
  id: number,
  { name, planId, dueDate, extraUsers, extraConnections, extrasShare }: CompanyTerms,
  facts: CompanyFacts
): Promise<void> {
  await db.$client.begin(async (tx) => {
    await tx.unsafe(
      `insert into companies (id, name, email, phone, plan_id, status, due_date, recurrence, extra_users,
        extra_connections, extras_share, time_zone, schedules, holidays, created_at)
      values ($1, $2, $3, $4, $5, false, $6::timestamptz, $7, $8, $9, $10, $11, $12::text::jsonb, $13::text::jsonb, $14::timestamptz)`,
      [
        ...[id, name, facts.email, facts.phone, planId, dueDate, facts.recurrence, extraUsers],
        ...[extraConnections, extrasShare, facts.timeZone, JSON.stringify(facts.schedules)],
        ...[JSON.stringify(facts.holidays), facts.createdAt]
      ]
    )
    await tx.unsafe('insert into event_sequences (company_id) values ($1)', [id])
    await tx.unsafe('insert into company_imports (company_id) values ($1)', [id])
  })
}

/** The company is whole: it is open, unless it was closed where it comes from, and its files are counted. */
export async function openCompany(
  tx: TransactionSql,
  id: number,
  { status, bytes }: { status: boolean; bytes: number }
): Promise<void> {
  await tx.unsafe('delete from company_imports where company_id = $1', [id])
  await tx.unsafe(
    `insert into company_storage (company_id, bytes) values ($1, $2)
    on conflict (company_id) do update set bytes = excluded.bytes`,
    [id, bytes]
  )
  await tx.unsafe('update companies set status = $2, updated_at = now() where id = $1', [id, status])
}

/**
 * Companies whose import has ended without an end: their rows go here, and their numbers are told, for their files. Those
 * that are being taken in hold their lock.
 */
export async function removeLeftovers(db: Transaction): Promise<number[]> {
  const removed = []
  for (const { companyId } of await rawOf(db)<{ companyId: number }[]>`select company_id from company_imports`) {
    const gone = await rawOf(db).begin(async (tx) => {
      const [lock] = await tx.unsafe<{ got: boolean }[]>(`select pg_try_advisory_xact_lock(${lockOf}) as got`, [
        companyId
      ])
      if (lock?.got !== true) return []
      return tx.unsafe(
        `delete from companies where id = $1 and exists (select from company_imports where company_id = $1) returning id`,
        [companyId]
      )
    })
    if (gone.length > 0) removed.push(companyId)
  }
  return removed
}

/** The plan of a name; null for none. */
export async function findPlan(tx: TransactionSql, name: string): Promise<number | null> {
  const [row] = await tx.unsafe<{ id: string }[]>('select id from plans where lower(name) = lower($1)', [name])
  return row ? Number(row.id) : null
}
