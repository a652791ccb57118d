// The database client: one postgres.js pool, Drizzle on it, and the way to raw SQL inside a Drizzle transaction.
import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, PostgresJsSession, PostgresJsTransaction, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { createLineWatch } from './line-watch.ts'

export type Sql = postgres.Sql
/** The pool. */
export type Database = Omit<PostgresJsDatabase, 'transaction'> & { $client: Sql }
/** Inside `inTransaction`; outside of it the pool itself. `openTransaction` opens one. */
export type Transaction = Database

export interface DatabaseOptions {
  url: string
  /** Connections at the most. */
  max?: number
  /** Seconds that a connection may take to open. */
  connectTimeout?: number
  /** Shown by PostgreSQL as the client's name. */
  name?: string
  /** Sees every statement sent; for counting in benchmarks. */
  onStatement?: (text: string) => void
}

/** How values are spelt in COPY text, whatever the server is set to. */
export const spelling = { TimeZone: 'UTC', DateStyle: 'ISO', IntervalStyle: 'postgres', bytea_output: 'hex' }

/**
 * Opens the pool. `int8` arrives as number, instants as text in raw SQL (Drizzle turns them into Date), and columns of raw
 * statements under camelCase names: the one place that turns them.
 */
export function openDatabase({
  url,
  max = 10,
  connectTimeout = 4,
  name = 'guiche',
  onStatement
}: DatabaseOptions): Database {
  const client = postgres(url, {
    max,
    idle_timeout: 60,
    connect_timeout: connectTimeout,
    // Whoever calls meanwhile waits for the next try: the driver's own pauses of up to 20 s would let them hang.
    backoff: (retries) => Math.min(0.25, 0.05 * 2 ** retries),
    // The driver knows this option, its types do not.
    ...({ socket: createLineWatch(url).open } as object),
    onnotice: () => {},
    // A process that is paused in the middle of a transaction must not keep what it has locked from all others.
    connection: { application_name: name, statement_timeout: 30_000, idle_in_transaction_session_timeout: 10_000 },
    transform: { column: { from: postgres.toCamel } },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    ...(onStatement ? { debug: (_connection: number, text: string) => onStatement(text) } : {})
  })
  return drizzle(client)
}

/**
 * One connection of its own to the same database, without the limits of the pool: for work of hours. End it with
 * `$client.end()`.
 */
export function openBeside({ $client }: Database, name: string): Database {
  const { host, port, path, database, user, pass, ssl, socket } = $client.options as typeof $client.options & {
    socket: unknown
  }
  const unlimited = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const client = postgres({
    ...{ database, user, ssl },
    // The driver takes them as it hands them out, its types do not.
    ...({ host, port, pass, socket, ...(path ? { path } : {}) } as object),
    max: 1,
    max_lifetime: null,
    connect_timeout: 30,
    onnotice: () => {},
    connection: { application_name: name, ...unlimited, ...spelling },
    transform: { column: { from: postgres.toCamel } },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } }
  })
  return drizzle(client)
}

const dialect = new PgDialect()

/** Runs `work` in one SQL transaction, inside of another one in a savepoint of it. */
export function openTransaction<T>(db: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // What Drizzle's own `transaction` does, with the postgres.js handle where the pool has it.
  const open = (client: postgres.TransactionSql): Promise<T> => {
    const $client = client as unknown as Sql & postgres.TransactionSql
    const session = new PostgresJsSession<typeof $client, Record<string, never>, Record<string, never>>(
      $client,
      dialect,
      undefined
    )
    return work(Object.assign(new PostgresJsTransaction(dialect, session, undefined), { $client }))
  }
  const { $client } = db as { $client: Sql | postgres.TransactionSql }
  return ('savepoint' in $client ? $client.savepoint(open) : $client.begin(open)) as Promise<T>
}

const columnNames = new Map<string, string>()
function columnOf(name: string): string {
  const known = columnNames.get(name) ?? postgres.fromCamel(name)
  columnNames.set(name, known)
  return known
}

/** Rows on their way into a statement, for `jsonb_to_recordset`: their fields under the names of columns. */
export function recordsOf(rows: readonly object[]): string {
  const record = (row: object) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]))
  return JSON.stringify(rows.map(record))
}

/** The postgres.js handle of a Drizzle database or transaction: for statements on the hot path. */
export const rawOf = (db: Transaction): Sql => db.$client

/** Sends a transaction's commit behind the statements under way, without waiting for their answers. */
export const sendCommit = (db: Transaction): Promise<unknown> => (db.$client as Sql & postgres.TransactionSql).commit()

/** Resolves when the database answers. */
export async function ping(db: Transaction): Promise<void> {
  await rawOf(db)`select 1`
}
