// A durable PostgreSQL for benchmarks that counts statements.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrateDatabase } from '#database/migrate.ts'

export interface BenchDatabase {
  url: string
  sql: postgres.Sql
  /** Of PostgreSQL's main process. */
  pid: number
  /** Statements since the last call, those of this client left out. */
  countStatements(): Promise<{ calls: number; top: { calls: number; query: string }[] }>
  stop(): Promise<void>
}

/** Starts an embedded PostgreSQL as production has it, with all tables. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'))
  const log = pino({ level: 'warn' })
  const first = await startEmbeddedPostgres({ dataDir, log })
  // Of the embedded cluster's own superuser, which has the same password.
  const asSuperuser = (url: string) =>
    postgres(url.replace('//guiche:', '//postgres:'), {
      max: 2,
      onnotice: () => {},
      connection: { application_name: 'bench' }
    })
  const setup = asSuperuser(first.url)
  await setup`alter system set shared_preload_libraries = 'pg_stat_statements'`
  await setup.end()
  await first.stop()
  const server = await startEmbeddedPostgres({ dataDir, log })
  await migrateDatabase(server.url)
  const sql = asSuperuser(server.url)
  await sql`create extension if not exists pg_stat_statements`
  await sql`insert into plans (name, users, connections, queues) values ('Bench', 100, 100, 100)`
  const pid = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: server.url,
    sql,
    pid,
    countStatements: async () => {
      const rows = await sql<{ calls: number; query: string }[]>`
        select calls::int, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as query from pg_stat_statements
        where query not like '%pg_stat_statements%' order by calls desc`
      await sql`select pg_stat_statements_reset()`
      return { calls: rows.reduce((sum, row) => sum + row.calls, 0), top: rows.slice(0, 24) }
    },
    stop: async () => {
      await sql.end()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
