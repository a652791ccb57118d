// The page of the data model tells of every table and column, and the check sees when it does not.
import { bigint, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { checkPage, drawPage } from './page.ts'
import { drawSection, misplaced, tablesOf } from './draw.ts'

const shelves = pgTable(
  'shelves',
  { companyId: bigint('company_id', { mode: 'number' }).notNull(), id: bigint('id', { mode: 'number' }).notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })]
)
const books = pgTable(
  'books',
  {
    companyId: bigint('company_id', { mode: 'number' }).notNull(),
    id: bigint('id', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: ['novel', 'atlas'] }).notNull(),
    shelfId: bigint('shelf_id', { mode: 'number' })
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.shelfId], foreignColumns: [shelves.companyId, shelves.id] })
  ]
)
const tables = tablesOf({ shelves, books, other: 1 })

test('a table is drawn with its columns, its keys and what it refers to', () => {
  expect(drawSection({ title: '', note: '', tables: ['books'] }, tables)).toBe(`\`\`\`mermaid
erDiagram
  books {
    bigint company_id PK
    bigint id PK
    text kind "novel | atlas"
    bigint shelf_id FK "or null"
  }
  shelves |o..o{ books : "shelf_id"
\`\`\``)
})

test('a table in no section, in two, or of the past is named', () => {
  const section = (...names: string[]) => ({ title: '', note: '', tables: names })
  expect(misplaced(tables, [section('books', 'books'), section('drawers')])).toEqual([
    'shelves stands in no section',
    'drawers is no table any more',
    'books stands in two sections'
  ])
})

test('the real schema has its page, and a page that lacks a line is out of date', () => {
  const page = drawPage()
  expect(checkPage(page)).toEqual([])
  for (const stored of [null, page.replace('    timestamptz due_date "or null"\n', '')]) {
    expect(checkPage(stored)).toMatchObject([{ file: 'docs/data-model.md' }])
  }
})
