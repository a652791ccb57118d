// For tests of the embedded PostgreSQL: folders, other processes that start it, and cleaning up after both.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import postgres from 'postgres'
import { afterEach, beforeAll } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedOptions } from '#database/embedded.ts'
import { isAlive } from '#database/process-identity.ts'

export const databaseFolder = path.resolve(import.meta.dirname, '../../src/database')
export const log = pino({ level: 'silent' })
export const cleanups: (() => unknown)[] = []

export function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'guiche-embedded-'))
  chmodSync(folder, 0o755)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder whose database was used and stopped. */
export let pristine: string

/** For the head of every test file that starts databases: what it needs before, and the cleaning up. */
export function prepareEmbedded(): void {
  afterEach(async () => {
    for (const clean of cleanups.splice(0).reverse()) await clean()
  })
  beforeAll(async () => {
    pristine = mkdtempSync(path.join(tmpdir(), 'guiche-pristine-'))
    const server = await startEmbeddedPostgres({ dataDir: pristine, log, relaxed: true })
    await server.stop()
    return () => rmSync(pristine, { recursive: true, force: true })
  })
}

/** A copy of it; spares a second for each test. */
export function usedFolder(): string {
  const folder = freshFolder()
  execFileSync('cp', ['-a', `${pristine}/postgres`, folder])
  return folder
}

export async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, log, relaxed: true, ...options })
  cleanups.push(() => server.stop())
  return server
}

export async function query(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it did not happen within two minutes')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

export const pidFile = (dataDir: string) => path.join(dataDir, 'postgres/cluster/postmaster.pid')
export const postmasterOf = (dataDir: string) => Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0])
export async function killAndWait(pid: number) {
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid))
}

interface ElsewhereOptions {
  module?: string
  relaxed?: boolean
  uid?: number
  gid?: number
}

/** Another node process that starts the database and prints its URL. */
export async function startElsewhere(
  dataDir: string,
  { module = path.join(databaseFolder, 'embedded.ts'), relaxed = true, ...as }: ElsewhereOptions = {}
): Promise<{ child: ChildProcess; url: string }> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const log = { info() {}, error() {} }
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, relaxed: ${relaxed} })
    process.on('SIGTERM', async () => { await server.stop(); process.exit(0) })
    console.log(server.url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: '/', ...as })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  cleanups.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  })
  await until(() => {
    if (child.exitCode !== null) throw new Error(errors)
    return out.includes('\n')
  })
  return { child, url: out.trim() }
}
