// What PostgreSQL tells of the tables, and the statements around copying them. A backup is of all companies at once.
import postgres from 'postgres'
import type { Sql, TransactionSql } from 'postgres'
import { spelling } from '#database/client.ts'
import { olderFilesLock } from '#platform/storage/older-files-lock.ts'
import type { Header, Manifest } from './archive-format.ts'

type Table = Header['tables'][number]
type Statements = Sql | TransactionSql

/** One connection without the limits of the server's own: a big table takes longer than 30 seconds. */
export function openForBackup(url: string): Sql {
  const unlimited = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  return postgres(url, {
    max: 1,
    // The lock of its session has to last as long as the backup.
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'guiche-backup', ...unlimited, ...spelling }
  })
}

/** Runs `work` on one moment of all tables. A failure closes the connection, which may be in the middle of a table. */
export async function inSnapshot<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  let cause: unknown
  try {
    const done = await sql.begin('isolation level repeatable read read only', async (tx) => {
      try {
        return { result: await work(tx) }
      } catch (error) {
        cause = error
        await sql.end({ timeout: 0 })
        throw error
      }
    })
    return done.result
  } catch (error) {
    throw cause ?? error
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const placeOf = ({ schema, name }: { schema: string; name: string }): string => `${quoted(schema)}.${quoted(name)}`
const columnsOf = ({ columns }: Table): string => columns.map(quoted).join(', ')

const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_%'`

/** All tables that hold rows, with the columns that are stored and not computed. */
export async function listTables(sql: Statements): Promise<Table[]> {
  return sql.unsafe<Table[]>(`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and ${ours} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1, 2 order by 1, 2`)
}

/** Nobody truncates or changes them until the end of the transaction; rows are read and written as ever. */
export async function lockTables(sql: Statements, tables: Table[]): Promise<void> {
  await sql.unsafe(`lock table ${tables.map(placeOf).join(', ')} in access share mode`)
}

/** Rows and a sum over their hashes, the same in whichever order they lie. */
export async function fingerprintOf(sql: Statements, table: Table): Promise<{ rows: number; fingerprint: string }> {
  const [row] = await sql.unsafe<{ rows: string; fingerprint: string }[]>(`
    select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint), 0)::text as fingerprint
    from (select ${columnsOf(table)} from ${placeOf(table)}) t`)
  return { rows: Number(row?.rows), fingerprint: row?.fingerprint ?? '' }
}

export const copyOut = (sql: Statements, table: Table) =>
  sql.unsafe(`copy ${placeOf(table)} (${columnsOf(table)}) to stdout`).readable()
export const copyIn = (sql: Statements, table: Table) =>
  sql.unsafe(`copy ${placeOf(table)} (${columnsOf(table)}) from stdin`).writable()

export async function readSequences(sql: Statements): Promise<Manifest['sequences']> {
  const found = await sql.unsafe<{ schema: string; name: string }[]>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${ours} order by 1, 2`)
  const sequences = []
  for (const sequence of found) {
    const [row] = await sql.unsafe<{ value: string; isCalled: boolean }[]>(
      `select last_value::text as value, is_called as "isCalled" from ${placeOf(sequence)}`
    )
    if (row) sequences.push({ schema: sequence.schema, name: sequence.name, ...row })
  }
  return sequences
}

export async function setSequences(sql: Statements, sequences: Manifest['sequences']): Promise<void> {
  for (const sequence of sequences)
    await sql`select setval(${placeOf(sequence)}::regclass, ${sequence.value}::bigint, ${sequence.isCalled})`
}

/** The last migration; null in a database that is not Guichê's. */
export async function lastMigration(sql: Statements): Promise<Header['migration'] | null> {
  const [known] = await sql<{ has: boolean }[]>`select to_regclass('drizzle.__drizzle_migrations') is not null as has`
  if (!known?.has) return null
  const [row] = await sql<{ at: string; hash: string }[]>`
    select created_at::text as at, hash from drizzle.__drizzle_migrations order by created_at desc limit 1`
  return row ? { at: Number(row.at), hash: row.hash } : null
}

export async function jobsVersion(sql: Statements): Promise<number | null> {
  const [known] = await sql<{ has: boolean }[]>`select to_regclass('pgboss.version') is not null as has`
  if (!known?.has) return null
  const [row] = await sql<{ version: number }[]>`select version from pgboss.version`
  return row?.version ?? null
}

/** Servers that are connected to this database. */
export async function countServers(sql: Statements): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'guiche%'`
  return row?.count ?? 0
}

/** Empties the database of everything that is ours. */
export async function dropEverything(sql: Statements): Promise<void> {
  await sql.unsafe(
    'drop schema if exists pgboss, drizzle cascade; drop schema if exists public cascade; create schema public'
  )
}

/**
 * Runs `load` on emptied tables without foreign keys and triggers, which only the superuser could switch off, and makes
 * them anew afterwards: PostgreSQL checks every reference as it does.
 */
export async function whileUnbound(tx: TransactionSql, tables: Table[], load: () => Promise<void>): Promise<void> {
  const keys = await tx.unsafe<{ place: string; name: string; definition: string }[]>(`
    select k.conrelid::regclass::text as place, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where k.contype = 'f' and k.conparentid = 0 and ${ours}`)
  const triggers = await tx.unsafe<{ place: string }[]>(`
    select distinct t.tgrelid::regclass::text as place from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgparentid = 0 and ${ours}`)
  for (const { place, name } of keys) await tx.unsafe(`alter table ${place} drop constraint ${quoted(name)}`)
  for (const { place } of triggers) await tx.unsafe(`alter table ${place} disable trigger user`)
  await tx.unsafe(`truncate ${tables.map(placeOf).join(', ')}`)
  await load()
  for (const { place, name, definition } of keys)
    await tx.unsafe(`alter table ${place} add constraint ${quoted(name)} ${definition}`)
  for (const { place } of triggers) await tx.unsafe(`alter table ${place} enable trigger user`)
}

/**
 * Keys of WhatsApp's ratchets must not be used twice and campaigns not sent twice: connections are to be paired anew, and
 * campaigns that were running or whose moment has passed wait for a person.
 */
export async function quietDown(tx: TransactionSql): Promise<void> {
  await tx`delete from whatsapp_creds`
  await tx`delete from whatsapp_keys`
  await tx`delete from whatsapp_nodes`
  await tx`
    update connections set wanted = 'stopped', status = 'DISCONNECTED', status_since = now(), qrcode = '', pairing = null,
      pairing_number = null, command = null, generation = generation + 1, lease_owner = null, lease_until = null`
  await tx`
    update campaigns set status = 'CANCELADA', updated_at = now()
    where status = 'EM_ANDAMENTO' or (status = 'PROGRAMADA' and scheduled_at < now())`
  // Consoles saw events after the backup under numbers that would be given again: beyond them all they load anew.
  await tx`delete from event_log`
  await tx`update event_sequences set seq = seq + 1000000`
}

/** What the application secret sealed for good, and is not here. Backups of before there were such keys have no tables of them. */
export async function giveUpKeys(tx: TransactionSql): Promise<void> {
  const [found] = await tx<{ lasting: string | null; files: string | null }[]>`
    select to_regclass('public.lasting_keys')::text as lasting, to_regclass('public.company_file_keys')::text as files`
  if (found?.lasting) await tx`delete from lasting_keys`
  if (found?.files) await tx`update company_file_keys set lost_at = now() where lost_at is null`
}

/** Until the connection ends no file of before is encrypted, which would be in neither form when its turn comes. */
export async function lockOlderFiles(sql: Sql): Promise<void> {
  await sql`select pg_advisory_lock_shared(hashtextextended(${olderFilesLock}, 0))`
}
