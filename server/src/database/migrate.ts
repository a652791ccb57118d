// Brings the tables of a database up to date with the migrations of this version.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/** Any number, the same in every version: whoever holds this lock changes the tables. */
const lockNumber = 7_240_531

const folder = path.join(import.meta.dirname, 'migrations')

/** Whether this version has a migration that a database names. */
export const isKnownMigration = ({ at, hash }: { at: number; hash: string }): boolean =>
  readMigrationFiles({ migrationsFolder: folder }).some((one) => one.folderMillis === at && one.hash === hash)

/** A folder with the migrations up to one: Drizzle applies all that it finds in a folder. */
function folderUpTo(last: number): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'guiche-migrations-'))
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  const entries = journal.entries.filter(({ when }) => when <= last)
  mkdirSync(path.join(copy, 'meta'))
  writeFileSync(path.join(copy, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) copyFileSync(path.join(folder, `${tag}.sql`), path.join(copy, `${tag}.sql`))
  return copy
}

/**
 * Applies the missing migrations, for a restore only those up to `last`. Nodes that start together wait for one another.
 * Errors: those of PostgreSQL.
 */
export async function migrateDatabase(url: string, last?: number): Promise<void> {
  // One connection, because the lock belongs to the connection that took it.
  const client = postgres(url, {
    max: 1,
    connect_timeout: 30,
    onnotice: () => {},
    connection: { application_name: 'guiche-migrate' }
  })
  try {
    await client`select pg_advisory_lock(${lockNumber})`
    const migrationsFolder = last === undefined ? folder : folderUpTo(last)
    await migrate(drizzle(client), { migrationsFolder })
    if (last !== undefined) rmSync(migrationsFolder, { recursive: true })
  } finally {
    await client.end({ timeout: 5 })
  }
}
