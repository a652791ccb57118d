// Looks for texts in everything that a server has stored: every column of every table, every file by name and content.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Sql } from '#database/client.ts'
import type { Ctx } from '#platform/ctx.ts'

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

const holdsOne = (content: Buffer, texts: readonly string[]): boolean => texts.some((text) => content.includes(text))

/**
 * The same of files: by their keys and contents as the server reads them, since what lies on the disk is encrypted, and by
 * names and bytes of whatever lies below DATA_DIR.
 */
export async function leftoversInFiles({ config, storage }: Ctx, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for await (const key of storage.list())
    if (holdsOne(Buffer.from(key), texts) || holdsOne(await buffer(await storage.open(key)), texts)) found.push(key)
  const paths = readdirSync(config.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(config.dataDir, name)).isFile()
  )
  const open = paths.filter(
    (path) => holdsOne(Buffer.from(path), texts) || holdsOne(readFileSync(join(config.dataDir, path)), texts)
  )
  return [...found, ...open]
}
