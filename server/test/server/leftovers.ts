// Looks for texts in everything that a server has stored: every column of every table, every file by name and content.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Sql } from '#database/client.ts'

interface Table {
  schema: string
  name: string
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex')

/**
 * Where one of the texts still stands, as `table: the row's beginning`; bytes are looked through, too. Rows of partitions are
 * found with their table.
 */
export async function leftoversInDatabase(sql: Sql, texts: readonly string[]): Promise<string[]> {
  const tables = await sql<Table[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by table_schema, table_name`
  const patterns = texts
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1), hexOf(text)])
    .map((one) => `%${one}%`)
  const found: string[] = []
  for (const { schema, name } of tables) {
    const rows = await sql<{ row: string }[]>`
      select left(t::text, 300) as row from ${sql(schema)}.${sql(name)} t where lower(t::text) like any(
        select lower(replace(p, '\\', '\\\\')) from unnest(${patterns}::text[]) as p)`
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/** The same of files below a folder. */
export function leftoversInFiles(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => {
      const content = readFileSync(path)
      return texts.some((text) => path.includes(text) || content.includes(text))
    })
    .map((path) => relative(folder, path))
}
