// Has PostgreSQL count tables that grow fast. For a table it has never counted it chooses indexes blindly (for a contact's
// foreign keys one that holds the whole company), and it keeps that choice until autovacuum comes by, a minute later.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from './client.ts'

/** Milliseconds between two looks. */
const pause = 2_000

/** Counts tables that are several times as large as PostgreSQL believes. Large ones are autovacuum's. Returns their names. */
export async function countYoungTables(sql: Sql): Promise<string[]> {
  const grown = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and c.reltuples < 50000
      and s.n_mod_since_analyze >= 200 and s.n_mod_since_analyze > 2 * c.reltuples`
  for (const { name } of grown) await sql.unsafe(`analyze (skip_locked) ${name}`)
  return grown.map(({ name }) => name)
}

/** Looks from now on. Returns the way to stop. */
export function followYoungTables(sql: Sql, log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      // Away, or without the right: autovacuum does it later.
      await countYoungTables(sql).catch((error: unknown) => log.debug({ err: error }, 'young tables were not counted'))
    }
  }
  const followed = follow()
  return () => {
    stopping.abort()
    return followed
  }
}
