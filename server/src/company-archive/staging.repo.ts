// SQL of what arrives: rows lie in temporary tables until everything about them is known, and nothing is written before.
import type { Writable } from 'node:stream'
import type { TransactionSql } from 'postgres'
import { allowedValues, fillStatement, movingFunctions, type Moves } from './arrivals.repo.ts'
import { sumOf } from './company-rows.repo.ts'
import { numberColumnOf, type OwnTable } from './own-tables.repo.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const stageOf = (name: string): string => `pg_temp.${quoted(`stage_${name}`)}`
const listOf = ({ columns }: OwnTable): string => columns.map(({ name }) => quoted(name)).join(', ')

/** Empty tables of the same columns, without keys: they go with the transaction. */
export async function makeStages(tx: TransactionSql, tables: readonly OwnTable[]): Promise<void> {
  for (const table of tables)
    await tx.unsafe(`create temp table ${quoted(`stage_${table.name}`)} on commit drop as
      select ${listOf(table)} from public.${quoted(table.name)} with no data`)
}

export const copyToStage = (tx: TransactionSql, table: OwnTable): Promise<Writable> =>
  tx.unsafe(`copy ${stageOf(table.name)} (${listOf(table)}) from stdin`).writable()

export const sumOfStage = (tx: TransactionSql, table: OwnTable) =>
  sumOf(tx, `select ${listOf(table)} from ${stageOf(table.name)}`)

/** A column that says what no column of its kind may say; null for none. */
export async function findForbidden(tx: TransactionSql, table: OwnTable): Promise<string | null> {
  for (const column of table.columns) {
    const values = allowedValues(table.name, column)
    if (values === null || column.type !== 'text') continue
    const found = await tx.unsafe(
      `select 1 from ${stageOf(table.name)} where ${quoted(column.name)} <> all ($1::text[]) limit 1`,
      [values as string[]]
    )
    if (found.length > 0) return `${table.name}.${column.name}`
  }
  return null
}

/** The least and the most number of each table that anything of the archive names, zero apart. */
export async function readRanges(
  tx: TransactionSql,
  tables: readonly OwnTable[]
): Promise<Map<string, { least: number; most: number }>> {
  const ranges = new Map<string, { least: number; most: number }>()
  for (const table of tables)
    for (const { name, space } of table.columns) {
      if (space === null) continue
      const [row] = await tx.unsafe<{ least: string | null; most: string | null }[]>(
        `select min(${quoted(name)})::text as least, max(${quoted(name)})::text as most
        from ${stageOf(table.name)} where ${quoted(name)} <> 0`
      )
      if (!row || row.least === null || row.most === null) continue
      const { least, most } = ranges.get(space) ?? { least: Infinity, most: -Infinity }
      ranges.set(space, { least: Math.min(least, Number(row.least)), most: Math.max(most, Number(row.most)) })
    }
  return ranges
}

/** Numbers beside a block that those may get who take one in the same moment. */
const slack = 1000

/** Sets numbers of a table aside; the first of them. They are never given to anybody else. */
export async function reserveNumbers(tx: TransactionSql, table: string, count: number): Promise<number> {
  const [row] = await tx.unsafe<{ last: string }[]>(
    `select setval(place, nextval(place) + $1::bigint)::text as last
    from (select pg_get_serial_sequence('public.' || quote_ident($2), $3)::regclass as place) s`,
    [count + slack, table, numberColumnOf(table)]
  )
  return Number(row?.last) - count
}

/** Addresses that somebody here signs in with already. */
export async function takenEmails(tx: TransactionSql): Promise<string[]> {
  const rows = await tx.unsafe<{ email: string }[]>(
    `select s.email from ${stageOf('users')} s join users u on lower(u.email) = lower(s.email) order by 1`
  )
  return rows.map(({ email }) => email)
}

/** `ana@example.com` becomes `ana+tag@example.com`. */
export async function tagEmails(tx: TransactionSql, tag: string): Promise<void> {
  await tx.unsafe(`update ${stageOf('users')} set email = regexp_replace(email, '@', '+' || $1 || '@')`, [tag])
}

export async function isNameTaken(tx: TransactionSql, name: string): Promise<boolean> {
  return (await tx.unsafe('select 1 from companies where lower(name) = lower($1)', [name])).length > 0
}

/** Cost parameters of all passwords, such as `$argon2id$v=19$m=19456,t=2,p=1$`; an empty text for what is none. */
export async function passwordCosts(tx: TransactionSql): Promise<string[]> {
  const rows = await tx.unsafe<{ cost: string }[]>(
    `select distinct coalesce(substring(password_hash from '^(\\$argon2id\\$v=19\\$[^$]{1,60}\\$)[A-Za-z0-9+/]{1,200}\\$[A-Za-z0-9+/]{1,200}$'), '')
      as cost from ${stageOf('users')}`
  )
  return rows.map(({ cost }) => cost)
}

export const stagedSettings = (tx: TransactionSql): Promise<{ key: string; value: string }[]> =>
  tx.unsafe<{ key: string; value: string }[]>(`select key, value from ${stageOf('settings')}`)

export async function dropSettings(tx: TransactionSql, keys: string[]): Promise<void> {
  await tx.unsafe(`delete from ${stageOf('settings')} where key = any ($1::text[])`, [keys])
}

export async function putSealed(
  tx: TransactionSql,
  { table, column, id }: { table: string; column: string; id: number },
  value: string
): Promise<void> {
  await tx.unsafe(`update ${stageOf(table)} set ${quoted(column)} = $1 where id = $2`, [value, id])
}

/** Errors: those of PostgreSQL for rows that contradict each other, and GF001 for somebody else’s file. */
export async function fillTables(
  tx: TransactionSql,
  tables: readonly OwnTable[],
  { from, to, moves }: { from: number; to: number; moves: Moves }
): Promise<void> {
  for (const statement of movingFunctions(from, to)) await tx.unsafe(statement)
  for (const table of tables) await tx.unsafe(fillStatement(table, stageOf(table.name), to, moves))
}

/** Rows of the audit log of the archive behind a number, in their order. */
export function stagedAudit(tx: TransactionSql, number: number, limit: number): Promise<Record<string, unknown>[]> {
  return tx.unsafe<Record<string, unknown>[]>(
    `select s.*, to_json(at) #>> '{}' as at from ${stageOf('audit_log')} s where number > $1 order by number limit $2`,
    [number, limit]
  )
}
