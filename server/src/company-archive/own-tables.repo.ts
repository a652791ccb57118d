// The tables of a company as the schema has them: their columns, what each names, and the order in which they are filled.
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import * as schema from '#database/schema.ts'
import { leftOut, looseReferences } from './company-tables.ts'

export interface OwnColumn {
  name: string
  /** As PostgreSQL spells it. */
  type: string
  /** What it may say; null for anything. */
  values: readonly string[] | null
  /** The table whose rows it numbers or names; null for a column that names none. */
  space: string | null
  isNullable: boolean
}

export interface OwnTable {
  name: string
  /** Those that are stored, but for the company's number. */
  columns: OwnColumn[]
}

type TableConfig = ReturnType<typeof getTableConfig>

const configs: TableConfig[] = Object.values<unknown>(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table))

/** Every table of the schema, by name. */
export const allTables: readonly string[] = configs.map(({ name }) => name).toSorted()

const isOwn = ({ name, columns }: TableConfig): boolean =>
  !Object.hasOwn(leftOut, name) && columns.some((column) => column.name === 'company_id')

/** Columns with a foreign key, with the table that each names. */
function namedBy(config: TableConfig): Map<string, string> {
  const named = new Map<string, string>()
  for (const key of config.foreignKeys) {
    const { columns, foreignColumns, foreignTable } = key.reference()
    const other = getTableConfig(foreignTable)
    for (const [at, column] of columns.entries()) {
      const name = foreignColumns[at]?.name
      const isNumber = other.columns.find((one) => one.name === name)?.getSQLType() === 'bigint'
      if (column.name !== 'company_id' && isNumber) named.set(column.name, other.name)
    }
  }
  return named
}

/** The column that numbers the rows of a table. */
export const numberColumnOf = (table: string): string => (table === 'messages' ? 'seq' : 'id')

function spaceOf(table: string, column: PgColumn, named: ReadonlyMap<string, string>): string | null {
  if (column.getSQLType() !== 'bigint') return null
  if (column.name === numberColumnOf(table)) return table
  return named.get(column.name) ?? looseReferences[`${table}.${column.name}`] ?? null
}

function tableOf(config: TableConfig): OwnTable {
  const named = namedBy(config)
  const stored = config.columns.filter(({ name, generated }) => name !== 'company_id' && generated === undefined)
  return {
    name: config.name,
    columns: stored.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      values: column.enumValues ?? null,
      space: spaceOf(config.name, column, named),
      isNullable: !column.notNull
    }))
  }
}

/** Those that others refer to come first. */
function inOrder(own: TableConfig[]): TableConfig[] {
  const byName = new Map(own.map((config) => [config.name, config]))
  const sorted = new Set<TableConfig>()
  const add = (config: TableConfig) => {
    if (sorted.has(config)) return
    for (const key of config.foreignKeys) {
      const other = byName.get(getTableConfig(key.reference().foreignTable).name)
      if (other && other !== config) add(other)
    }
    sorted.add(config)
  }
  for (const config of own.toSorted((a, b) => (a.name < b.name ? -1 : 1))) add(config)
  return [...sorted]
}

/** The tables that are in an archive. */
export const ownTables: readonly OwnTable[] = inOrder(configs.filter(isOwn)).map(tableOf)
