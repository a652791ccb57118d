// One throw-away PostgreSQL with a migrated template database: for tests, journeys and benchmarks.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { installJobTables } from '#platform/work/open-boss.ts'

export interface TestPostgres {
  /** Of the migrated template; give it to `cloneTemplate`. */
  templateUrl: string
  stop(): Promise<void>
}

export interface TestDatabase {
  url: string
  /** Ends its connections and removes it. */
  drop(): Promise<void>
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Runs one statement beside the databases it is about. */
async function manage(templateUrl: string, statement: string): Promise<void> {
  const client = postgres(withDatabase(templateUrl, 'guiche'), { max: 1, onnotice: () => {} })
  try {
    await client.unsafe(statement)
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to end its own vacuum worker for us ("permission denied to terminate process"): it ends soon. */
async function dropDatabase(templateUrl: string, name: string, tries = 50): Promise<void> {
  try {
    await manage(templateUrl, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501' || tries === 0) throw error
    await setTimeout(100)
    await dropDatabase(templateUrl, name, tries - 1)
  }
}

/** Ends PostgreSQL and removes its folder when this process is killed: a shell that waits for our end of its pipe. */
function cleanUpAfterKill(folder: string): { dismiss(): void } {
  if (process.platform === 'win32') return { dismiss: () => {} }
  const pid = readFileSync(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const script = 'read -r word; [ "$word" = done ] && exit; kill -QUIT "$1"; sleep 1; rm -rf "$2"'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', pid, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore']
  })
  shell.unref()
  // The pipe alone must not keep a finished process alive.
  const pipe = shell.stdin as unknown as { unref(): void }
  pipe.unref()
  return { dismiss: () => void shell.stdin.end('done\n') }
}

/** In memory where there is room: copying the template is five times faster there. */
function temporaryLocation(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Starts the server in a temporary folder (about two seconds). Nothing in it is safe against a power cut. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(path.join(temporaryLocation(), 'guiche-test-'))
  const log = pino({ level: 'error' })
  const server = await startEmbeddedPostgres({ dataDir: folder, log, relaxed: true })
  const cleaner = cleanUpAfterKill(folder)
  const stop = async () => {
    await server.stop()
    cleaner.dismiss()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const templateUrl = withDatabase(server.url, 'template_guiche')
    await manage(templateUrl, 'create database template_guiche')
    await migrateDatabase(templateUrl)
    await installJobTables(templateUrl, log)
    return { templateUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A fresh database with all tables and no rows, in about 50 ms. */
export async function cloneTemplate(templateUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await manage(templateUrl, `create database ${name} template template_guiche strategy file_copy`)
  return {
    url: withDatabase(templateUrl, name),
    drop: () => dropDatabase(templateUrl, name)
  }
}
