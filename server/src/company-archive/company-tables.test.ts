// Nothing of a company is forgotten: each table and each column that may name a row or a file is spoken for.
import { expect, test } from 'vitest'
import { rewritten } from './arrivals.repo.ts'
import * as declared from './company-tables.ts'
import { allTables, ownTables } from './own-tables.repo.ts'
import { sealedColumns, nameOf } from '#key-rotation/sealed-columns.repo.ts'

const columns = ownTables.flatMap((table) =>
  table.columns.map((column) => ({ ...column, id: `${table.name}.${column.name}` }))
)
const known = new Set(columns.map(({ id }) => id))

test('each table is in an archive or stays behind for a reason', () => {
  const inArchive = ownTables.map(({ name }) => name)
  const named = [...inArchive, ...Object.keys(declared.leftOut)]
  expect(allTables.filter((name) => !named.includes(name))).toEqual([])
  expect(named.filter((name) => !allTables.includes(name))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
  expect(inArchive.length).toBeGreaterThan(40)
})

test('each number of a row says whose row it is, or that it names none', () => {
  const numbers = columns.filter(({ type, space }) => type === 'bigint' && space === null).map(({ id }) => id)
  expect(numbers.filter((id) => !declared.plainNumbers.has(id))).toEqual([])
  expect(columns.filter(({ type }) => /^(?:bigint|integer)\[\]/.test(type))).toEqual([])
  // A number of a table that stays behind would lead to nothing.
  const spaces = new Set(columns.map(({ space }) => space))
  expect([...spaces].filter((space) => space !== null && Object.hasOwn(declared.leftOut, space))).toEqual([])
})

test('each JSON column is written anew, or names neither rows nor files', () => {
  const json = columns.filter(({ type }) => type === 'jsonb').map(({ id }) => id)
  expect(json.filter((id) => !declared.plainJson.has(id) && !Object.hasOwn(rewritten, id))).toEqual([])
})

test('each text that looks like the key of a file is one, or is said to be none', () => {
  const texts = columns
    .filter(({ name, type }) => type === 'text' && /(?:^|_)(?:key|path|picture|media|image|file)(?:_|$)/.test(name))
    .map(({ id }) => id)
  expect(texts.filter((id) => !declared.fileKeys.has(id) && !declared.otherTexts.has(id))).toEqual([])
})

test('what is sealed leaves opened, or not at all', () => {
  const travels = new Set(declared.sealed.map(({ table, column }) => `${table}.${column}`))
  const stay = sealedColumns.map(nameOf).filter((id) => !travels.has(id))
  expect(stay.filter((id) => !Object.hasOwn(declared.leftOut, id.split('.')[0] ?? ''))).toEqual([])
  expect([...travels].filter((id) => !Object.hasOwn(declared.leavesAs, id))).toEqual([])
})

test('the lists name columns that there are', () => {
  const { looseReferences, plainNumbers, fileKeys, plainJson, leavesAs } = declared
  const listed = [
    ...Object.keys(looseReferences),
    ...plainNumbers,
    ...fileKeys,
    ...plainJson,
    ...Object.keys(leavesAs),
    ...Object.keys(rewritten)
  ]
  expect(listed.filter((id) => !known.has(id))).toEqual([])
})
