// Draws tables as Mermaid's entity-relationship diagrams, from what Drizzle knows of them.
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable, type ForeignKey, type PgColumn } from 'drizzle-orm/pg-core'
import type { Section } from './sections.ts'

export type Table = ReturnType<typeof getTableConfig>

/** Every table that a module of the schema exports, by its name in PostgreSQL. */
export function tablesOf(schema: Record<string, unknown>): Map<string, Table> {
  const found = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [getTableConfig(value)] : []))
  return new Map(found.map((table) => [table.name, table]))
}

/** One sentence for each table that stands in no section or in two, and each name in a section that is no table. */
export function misplaced(tables: Map<string, Table>, sections: Section[]): string[] {
  const placed = sections.flatMap((section) => section.tables)
  return [
    ...[...tables.keys()].filter((name) => !placed.includes(name)).map((name) => `${name} stands in no section`),
    ...placed.filter((name) => !tables.has(name)).map((name) => `${name} is no table any more`),
    ...placed.filter((name, place) => placed.indexOf(name) !== place).map((name) => `${name} stands in two sections`)
  ]
}

/** Mermaid takes a type of one word. */
const shortTypes: [RegExp, string][] = [
  [/^timestamp.*with time zone$/, 'timestamptz'],
  [/^double precision$/, 'float8'],
  [/\s*\(.*\)/, '']
]

function typeOf(column: PgColumn): string {
  return shortTypes.reduce((type, [long, short]) => type.replace(long, short), column.getSQLType())
}

const tenant = 'company_id'

function primaryKeyOf(table: Table): string[] {
  const single = table.columns.filter((column) => column.primary).map((column) => column.name)
  return [...single, ...table.primaryKeys.flatMap((key) => key.columns.map((column) => column.name))]
}

interface Reference {
  /** Columns beside that of the company. */
  columns: PgColumn[]
  /** Name of the table that is referred to. */
  to: string
  isCascade: boolean
  /** No second row refers to the same. */
  isUnique: boolean
}

function referenceOf(table: Table, key: ForeignKey): Reference {
  const { columns, foreignTable } = key.reference()
  const names = columns.map((column) => column.name).toSorted()
  return {
    columns: columns.filter((column) => column.name !== tenant || columns.length === 1),
    to: getTableConfig(foreignTable).name,
    isCascade: key.onDelete === 'cascade',
    isUnique: names.join() === primaryKeyOf(table).toSorted().join()
  }
}

/** Without those that only say to which company a row belongs: they would be a line from every table to one. */
function referencesOf(table: Table): Reference[] {
  return table.foreignKeys
    .map((key) => referenceOf(table, key))
    .filter(({ columns, to }) => to !== 'companies' || columns.some((column) => column.name !== tenant))
}

function drawColumn(column: PgColumn, isPrimary: boolean, isForeign: boolean): string {
  const keys = [...(isPrimary ? ['PK'] : []), ...(isForeign ? ['FK'] : [])].join(', ')
  const notes = [
    ...(column.enumValues?.length ? [column.enumValues.join(' | ')] : []),
    ...(column.notNull ? [] : ['or null'])
  ]
  const note = notes.length > 0 ? ` "${notes.join(', ')}"` : ''
  return `    ${typeOf(column)} ${column.name}${keys === '' ? '' : ` ${keys}`}${note}`
}

function drawTable(table: Table): string[] {
  const primaryKey = new Set(primaryKeyOf(table))
  const foreign = new Set(referencesOf(table).flatMap(({ columns }) => columns.map((column) => column.name)))
  const rows = table.columns.map((column) => drawColumn(column, primaryKey.has(column.name), foreign.has(column.name)))
  return [`  ${table.name} {`, ...rows, '  }']
}

function drawReference(table: Table, { columns, to, isCascade, isUnique }: Reference): string {
  const parent = columns.every((column) => column.notNull) ? '||' : '|o'
  const child = isUnique ? 'o|' : 'o{'
  const label = columns.map((column) => column.name).join(', ')
  return `  ${to} ${parent}${isCascade ? '--' : '..'}${child} ${table.name} : "${label}"`
}

/** A section's tables with their columns, and the tables of other sections that they refer to by name alone. */
export function drawSection(section: Section, tables: Map<string, Table>): string {
  const own = section.tables.flatMap((name) => tables.get(name) ?? [])
  const lines = own.flatMap((table) => referencesOf(table).map((reference) => drawReference(table, reference)))
  return ['```mermaid', 'erDiagram', ...own.flatMap(drawTable), ...lines, '```'].join('\n')
}
