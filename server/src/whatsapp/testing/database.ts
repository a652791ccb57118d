// Rows the tests of this room need: companies and connections in a database of their own.
import postgres from 'postgres'
import { openDatabase, type Sql } from '#database/client.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { createTestDatabase } from '#test/server/test-database.ts'

export interface RoomDatabase {
  url: string
  sql: Sql
  /** Statements sent by `sql`. */
  statements: string[]
  drop: () => Promise<void>
  /** A connection of a new company, leased to `node` if given. */
  addConnection: (fields?: Record<string, unknown>) => Promise<ConnectionRef>
}

let names = 0

/** Opens a test database. */
export async function openRoomDatabase(): Promise<RoomDatabase> {
  const database = await createTestDatabase()
  const statements: string[] = []
  const sql = openDatabase({ url: database.url, max: 4, onStatement: (text) => statements.push(text) }).$client
  // Rows of the tests are not what a test counts.
  const quiet = postgres(database.url, { max: 1, onnotice: () => {} })
  return {
    url: database.url,
    sql,
    statements,
    drop: async () => {
      await quiet.end()
      await sql.end({ timeout: 1 })
      await database.drop()
    },
    addConnection: async (fields = {}) => {
      const name = `c${++names}-${Date.now()}`
      const [plan] = await quiet<{ id: number }[]>`insert into plans (name) values (${name}) returning id`
      const [company] = await quiet<{ id: number }[]>`
        insert into companies (name, plan_id) values (${name}, ${plan?.id ?? 0}) returning id`
      const companyId = Number(company?.id)
      const row = { company_id: companyId, name, ...fields }
      const [connection] = await quiet<{ id: number }[]>`insert into connections ${quiet(row)} returning id`
      return { companyId, connectionId: Number(connection?.id) }
    }
  }
}
