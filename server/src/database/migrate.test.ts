// Migrations: nodes that start together do not get in each other's way, and the tables match the program's.
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { migrateDatabase } from './migrate.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

function describeTables(url: string) {
  return query(
    url,
    `select table_name, column_name, data_type, column_default from information_schema.columns
     where table_schema = 'public' order by 1, 2`
  )
}

test('an empty database that three nodes migrate at once ends like the template', async () => {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await query(database.url, `create database ${name}`)
  const url = database.url.replace(/[^/]+$/, name)
  await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)])
  expect(await describeTables(url)).toEqual(await describeTables(database.url))
  expect((await describeTables(url)).length).toBeGreaterThan(50)
  await query(database.url, `drop database ${name}`)
})

test('migrating once more changes nothing', async () => {
  const before = await query(database.url, 'select * from drizzle.__drizzle_migrations')
  await migrateDatabase(database.url)
  expect(await query(database.url, 'select * from drizzle.__drizzle_migrations')).toEqual(before)
})

test('databases of test files do not see each other', async () => {
  const other = await createTestDatabase()
  await query(other.url, 'create table only_here (n int)')
  await expect(query(database.url, 'select * from only_here')).rejects.toThrow(/does not exist/)
  await other.drop()
  await expect(query(other.url, 'select 1')).rejects.toThrow(/does not exist/)
})
