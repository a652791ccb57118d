// SQL of what leaves: the rows of one company, table by table, and never a row of another one.
import type { TransactionSql } from 'postgres'
import type { Readable } from 'node:stream'
import type { CompanyFacts, CompanyManifest } from './archive-facts.ts'
import { leavesAs, sealed } from './company-tables.ts'
import type { OwnTable } from './own-tables.repo.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Rows of a company under the names of their columns; the number of the company stays behind. */
function rowsOf({ name, columns }: OwnTable, companyId: number): string {
  const list = columns.map(({ name: column }) => {
    const other = leavesAs[`${name}.${column}`]
    return other === undefined ? quoted(column) : `${other} as ${quoted(column)}`
  })
  return `select ${list.join(', ')} from public.${quoted(name)} where company_id = ${companyId}`
}

/** Rows and a sum over their hashes, the same in whichever order they lie. */
export async function countRows(
  tx: TransactionSql,
  table: OwnTable,
  companyId: number
): Promise<{ rows: number; fingerprint: string }> {
  return sumOf(tx, rowsOf(table, companyId))
}

/** The same of any rows. */
export async function sumOf(tx: TransactionSql, rows: string): Promise<{ rows: number; fingerprint: string }> {
  const [sum] = await tx.unsafe<{ rows: string; fingerprint: string }[]>(`
    select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint), 0)::text as fingerprint
    from (${rows}) t`)
  return { rows: Number(sum?.rows), fingerprint: sum?.fingerprint ?? '' }
}

export const copyRows = (tx: TransactionSql, table: OwnTable, companyId: number): Promise<Readable> =>
  tx.unsafe(`copy (${rowsOf(table, companyId)}) to stdout`).readable()

/** Nobody changes these tables until the end of the transaction; rows are read and written as ever. */
export async function lockTables(tx: TransactionSql, tables: readonly OwnTable[]): Promise<void> {
  await tx.unsafe(`lock table ${tables.map(({ name }) => `public.${quoted(name)}`).join(', ')} in access share mode`)
}

/** Null where there is no such company. */
export async function findFacts(tx: TransactionSql, companyId: number): Promise<CompanyFacts | null> {
  const [row] = await tx.unsafe<{ facts: CompanyFacts }[]>(
    `select json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'phone', c.phone, 'plan', p.name,
      'status', c.status, 'dueDate', c.due_date, 'recurrence', c.recurrence, 'extraUsers', c.extra_users,
      'extraConnections', c.extra_connections, 'extrasShare', c.extras_share, 'timeZone', c.time_zone,
      'schedules', c.schedules, 'holidays', c.holidays, 'createdAt', c.created_at) as facts
    from companies c left join plans p on p.id = c.plan_id where c.id = $1`,
    [companyId]
  )
  return row?.facts ?? null
}

/** What is sealed of a company, as it lies in the database. */
export async function readSealed(
  tx: TransactionSql,
  companyId: number
): Promise<{ table: string; column: string; id: number; value: string }[]> {
  const found = []
  for (const { table, column } of sealed) {
    const rows = await tx.unsafe<{ id: string; value: string }[]>(
      `select id, ${quoted(column)} as value from public.${quoted(table)}
      where company_id = $1 and ${quoted(column)} is not null order by id`,
      [companyId]
    )
    for (const row of rows) found.push({ table, column, id: Number(row.id), value: row.value })
  }
  return found
}

/** How far the audit log of a company goes. */
export async function readAuditHead(tx: TransactionSql, companyId: number): Promise<CompanyManifest['audit']> {
  const [head] = await tx.unsafe<{ head: CompanyManifest['audit'] }[]>(
    `select json_build_object('number', number, 'hash', hash, 'anchorNumber', anchor_number, 'anchorHash', anchor_hash)
      as head from audit_heads where company_id = $1`,
    [companyId]
  )
  return head?.head ?? { number: 0, hash: '', anchorNumber: 0, anchorHash: '' }
}

/** Files and folders that are to be removed: somebody was erased. */
export async function readRemovals(
  tx: TransactionSql,
  companyId: number
): Promise<{ keys: Set<string>; folders: string[] }> {
  const rows = await tx.unsafe<{ key: string; folder: boolean }[]>(
    'select key, is_folder as folder from file_removals where company_id = $1',
    [companyId]
  )
  return {
    keys: new Set(rows.map(({ key }) => key)),
    folders: rows.filter(({ folder }) => folder).map(({ key }) => `${key}/`)
  }
}
