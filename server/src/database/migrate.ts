// Brings the tables of a database up to date with the migrations of this version.
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/** Any number, the same in every version: whoever holds this lock changes the tables. */
const lockNumber = 7_240_531

/** Applies the missing migrations. Nodes that start together wait for one another. Errors: those of PostgreSQL. */
export async function migrateDatabase(url: string): Promise<void> {
  // One connection, because the lock belongs to the connection that took it.
  const client = postgres(url, {
    max: 1,
    connect_timeout: 30,
    onnotice: () => {},
    connection: { application_name: 'guiche-migrate' }
  })
  try {
    await client`select pg_advisory_lock(${lockNumber})`
    await migrate(drizzle(client), { migrationsFolder: path.join(import.meta.dirname, 'migrations') })
  } finally {
    await client.end({ timeout: 5 })
  }
}
