// SQL of the nodes that run sessions: their heartbeats, and which of them are dead.
import type { Sql } from '#database/client.ts'
import type { Promises } from '../timings.ts'

/** First number of the advisory locks by which nodes show that they live. */
export const lockSpace = 1_197_817_160

/** Second numbers of the locks that are held, in this database. */
const lockOwners = `
  select objid::bigint as key, pid from pg_locks
  where locktype = 'advisory' and classid = ${lockSpace} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`

/**
 * A heartbeat, for the connection that holds the lock. Parameters: node, number of its lock, milliseconds of the two
 * promises, whether it must outlive a crash of PostgreSQL. One row a node: its name, whether it is alive, and of one's
 * own whether this very connection has the lock.
 *
 * One that repeats what the last one promised does not wait for the disk. The setting holds for this statement alone,
 * since behind a pooler the connection is others' too.
 */
export const heartbeatStatement = `
  with beat as (
    insert into whatsapp_nodes (name, lock_key, alive_at, lease_until, unlocked_until)
    values ($1, $2, clock_timestamp(), clock_timestamp() + $3::float8 * interval '1 millisecond',
      clock_timestamp() + $4::float8 * interval '1 millisecond')
    on conflict (name) do update set lock_key = excluded.lock_key, alive_at = excluded.alive_at,
      lease_until = excluded.lease_until, unlocked_until = excluded.unlocked_until
  ), locks as materialized (${lockOwners})
  select n.name, null as durability, n.lease_until > clock_timestamp()
      and (n.lock_key is null or n.unlocked_until > clock_timestamp() or exists (select from locks where key = n.lock_key))
      as "isAlive",
    false as "isOwn", false as "isLocked"
  from whatsapp_nodes n where n.name <> $1
  union all
  select $1, case when not $5::bool then set_config('synchronous_commit', 'off', true) end, true, true, exists (select from locks where key = $2 and pid = pg_backend_pid())`

export interface NodeRow {
  name: string
  isAlive: boolean
  isOwn: boolean
  isLocked: boolean
}

/**
 * A query for the nodes whose connections anybody may take over, with the moment of their last heartbeat. Without
 * `trustsLocks` a lock that is away proves nothing: all are, after PostgreSQL itself began anew.
 */
export function deadNodes(sql: Sql, trustsLocks: boolean) {
  return sql`
  select n.name, n.alive_at from whatsapp_nodes n
  where n.lease_until < clock_timestamp()
    or (${trustsLocks} and n.lock_key is not null and n.unlocked_until < clock_timestamp()
      and not exists (select from (${sql.unsafe(lockOwners)}) l where l.key = n.lock_key))`
}

/** Forgets nodes that are dead and have nothing left to take over. */
export async function deleteDeadNodes(sql: Sql): Promise<void> {
  await sql`
    delete from whatsapp_nodes n
    where n.lease_until < clock_timestamp() - interval '1 minute'
      and not exists (select from connections c where c.lease_owner = n.name)`
}

/** For a node that ends in order, with every socket closed: whatever it still owns is anybody's. */
export const endNodeStatement = `
  with freed as (
    update connections set lease_owner = null, lease_until = null, alive_at = clock_timestamp() where lease_owner = $1
  )
  delete from whatsapp_nodes where name = $1`

export type BeatValues = [node: string, lockKey: number | null, lease: number, unlocked: number, isDurable: boolean]

export const beatValues = (
  node: string,
  lockKey: number | null,
  { lease, unlocked }: Promises,
  isDurable: boolean
): BeatValues => [node, lockKey, lease, unlocked, isDurable]
