// A table that has just been filled is read by the right index, before autovacuum has come by.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/server/test-database.ts'
import { openDatabase, type Sql } from './client.ts'
import { countYoungTables } from './young-tables.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = openDatabase({ url: database.url, max: 1 }).$client
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})

/** What the foreign keys that lead to a contact ask. */
async function planOfKey() {
  const rows = await sql<Record<string, string>[]>`
    explain (generic_plan) select 1 from only contacts x where company_id = $1 and id = $2 for key share of x`.simple()
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
/** Counters reach the view when a transaction ends, at the latest by this call. */
const flush = () => sql`select pg_stat_force_next_flush()`

test('a table that has grown is counted once, and then its keys are found by both their columns', async () => {
  const [plan] = await sql<{ id: number }[]>`insert into plans (name) values ('Padaria') returning id`
  const [company] = await sql<{ id: number }[]>`
    insert into companies (name, plan_id) values ('Padaria', ${plan!.id}) returning id`
  await countYoungTables(sql)
  expect(await planOfKey()).toContain('Filter: (id = $2)')
  await sql`insert into contacts (company_id, name, number)
    select ${company!.id}, 'Cliente ' || n, (5511900000000 + n)::text from generate_series(1, 1000) n`
  await flush()
  await expect.poll(() => countYoungTables(sql)).toContain('contacts')
  expect(await planOfKey()).toContain('Index Cond: ((company_id = $1) AND (id = $2))')
  await flush()
  expect(await countYoungTables(sql)).not.toContain('contacts')
})
