// The database client: one postgres.js pool, Drizzle on it, and the way to raw SQL inside a Drizzle transaction.
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { driver } from './driver.ts'
import { createLineWatch } from './line-watch.ts'

export type Sql = postgres.Sql
export type Database = PostgresJsDatabase & { $client: Sql }
/** Inside `inTransaction`; outside of it the pool itself. */
export type Transaction = PostgresJsDatabase

export interface DatabaseOptions {
  url: string
  /** Connections at the most. */
  max?: number
  /** Shown by PostgreSQL as the client's name. */
  name?: string
  /** Sees every statement sent; for counting in benchmarks. */
  onStatement?: (text: string) => void
}

/** Opens the pool. `int8` arrives as number, instants as text in raw SQL (Drizzle turns them into Date). */
export function openDatabase({ url, max = 10, name = 'guiche', onStatement }: DatabaseOptions): Database {
  const client = driver(url, {
    max,
    idle_timeout: 60,
    connect_timeout: 4,
    // Whoever calls meanwhile waits for the next try: the driver's own pauses of up to 20 s would let them hang.
    backoff: (retries) => Math.min(0.25, 0.05 * 2 ** retries),
    // The driver knows this option, its types do not.
    ...({ socket: createLineWatch(url).open } as object),
    onnotice: () => {},
    connection: { application_name: name, statement_timeout: 30_000 },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    ...(onStatement ? { debug: (_connection: number, text: string) => onStatement(text) } : {})
  })
  return drizzle(client)
}

/** The postgres.js handle of a Drizzle database or transaction: for statements on the hot path. */
export function rawOf(db: Transaction): Sql {
  const session = db as unknown as { session?: { client?: Sql }; _?: { session?: { client?: Sql } } }
  const client = session.session?.client ?? session._?.session?.client
  if (!client) throw new Error('this database handle has no postgres.js client')
  return client
}

/** Sends a transaction's commit behind the statements under way, without waiting for their answers. */
export const sendCommit = (db: Transaction): Promise<unknown> =>
  (rawOf(db) as unknown as { commit: () => Promise<unknown> }).commit()
