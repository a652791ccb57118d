// SQL of ownership: which node runs which connection's session, until when, and what is wanted of it.
import type { Sql } from '#database/client.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { deadNodes } from './nodes.repo.ts'
import { numberArray } from '../pg-array.ts'

export interface WantedSession extends ConnectionRef {
  wanted: 'running' | 'stopped'
  generation: number
  command: 'renew' | 'logout' | null
  /** Digits of the phone a code was asked for; null pairs by QR code. */
  pairingNumber: string | null
}

/** A connection this node has taken, under the number of this taking. */
export interface OwnedSession extends WantedSession {
  epoch: number
}

export interface ClaimedSession extends OwnedSession {
  /** It was somebody's until now: statements of theirs may still be under way. */
  wasOwned: boolean
  /** In the order in which they are to be opened. */
  place: number
}

/**
 * What is wanted of the connections a node owns. A company that is closed wants no session, whatever its admins wanted:
 * theirs go on when it is open again.
 */
export async function ownedSessions(sql: Sql, node: string): Promise<OwnedSession[]> {
  const rows = await sql<OwnedSession[]>`
    select c.company_id as "companyId", c.id as "connectionId", generation, command, lease_epoch as epoch,
      pairing_number as "pairingNumber",
      case when o.status then wanted else 'stopped' end as wanted
    from connections c join companies o on o.id = c.company_id where lease_owner = ${node}`
  return rows
}

export interface Claim {
  node: string
  /** Connections at the most. */
  most: number
  /** Connections this node runs; what else it owns was lost, by sleep or a cut network, and is taken anew. */
  running: number[]
  trustsLocks: boolean
}

/** After a taking, in milliseconds: longer than the longest promise of any node. */
const rowless = 20_000

/**
 * Takes over connections nobody runs: those that are wanted, have a command to carry out, or were left by a node that
 * died. An owner without a row in `whatsapp_nodes` is none: it writes its row before it takes anything. Orders come
 * first, then whoever has messages waiting to go out, then whoever has been away longest. Since when nobody ran them
 * stays written until their session reports. Each is taken under a new epoch, and only if its epoch is still the one
 * that was judged: of two takers, or a taker and an owner that comes back, one gets it.
 */
export async function claimSessions(sql: Sql, { node, most, running, trustsLocks }: Claim): Promise<ClaimedSession[]> {
  const rows = await sql<ClaimedSession[]>`
    with dead as materialized (${deadNodes(sql, trustsLocks)}), free as materialized (
      select c.company_id, c.id, c.lease_epoch, o.status as is_open, coalesce(dead.alive_at, c.alive_at) as alive_at,
        c.lease_owner is not null as was_owned,
        row_number() over (order by command is not null desc,
          exists (select from outbox q where q.company_id = c.company_id and q.connection_id = c.id) desc,
          coalesce(dead.alive_at, c.alive_at) nulls first, c.id) as place
      from connections c join companies o on o.id = c.company_id left join dead on dead.name = c.lease_owner
      where ((wanted = 'running' and o.status) or command is not null or lease_owner is not null)
        and (lease_owner is null or dead.name is not null
          or lease_until is null or lease_until < clock_timestamp()
          or (lease_until = 'infinity' and coalesce(c.alive_at < clock_timestamp() - ${rowless} * interval '1 millisecond', true)
            and not exists (select from whatsapp_nodes n where n.name = c.lease_owner))
          or (lease_owner = ${node} and c.id <> all(${numberArray(running)}::bigint[])))
      order by place
      limit ${most}
    ), locked as materialized (
      select c.company_id, c.id from connections c
      join free on free.company_id = c.company_id and free.id = c.id and free.lease_epoch = c.lease_epoch
      for no key update of c skip locked
    )
    update connections c
    set lease_owner = ${node}, lease_until = 'infinity', lease_epoch = c.lease_epoch + 1,
      away_since = coalesce(c.away_since, free.alive_at), alive_at = clock_timestamp()
    from locked join free on free.company_id = locked.company_id and free.id = locked.id
    where c.company_id = locked.company_id and c.id = locked.id and c.lease_epoch = free.lease_epoch
    returning c.company_id as "companyId", c.id as "connectionId", c.generation, c.command,
      c.pairing_number as "pairingNumber", c.lease_epoch as epoch, free.was_owned as "wasOwned", free.place,
      case when free.is_open then c.wanted else 'stopped' end as wanted`
  return rows.toSorted((a, b) => a.place - b.place)
}

/** What its last owner still writes is written or refused when this resolves; waits for two seconds at the most. */
export async function outwaitLastOwner(sql: Sql, ref: ConnectionRef): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '2s'`
    await tx`
      select 1 from connections where company_id = ${ref.companyId} and id = ${ref.connectionId} for update`
  })
}

/** Ends the leases of the nodes that are dead by what their names tell. */
export async function endLeasesOf(sql: Sql, isDead: (node: string) => boolean): Promise<void> {
  const rows = await sql<{ node: string }[]>`
    select distinct lease_owner as node from connections where lease_owner is not null and lease_until > clock_timestamp()`
  const dead = rows.flatMap(({ node }) => (isDead(node) ? [node] : []))
  if (dead.length > 0) await sql`update connections set lease_until = null where lease_owner = any(${dead})`
}

/** True while the node owns the connection. */
export async function ownsLease(sql: Sql, node: string, ref: ConnectionRef, epoch: number): Promise<boolean> {
  const rows = await sql`
    select 1 from connections
    where company_id = ${ref.companyId} and id = ${ref.connectionId} and lease_owner = ${node}
      and lease_epoch = ${epoch}`
  return rows.length > 0
}

/** Gives a connection back. `rest`: nothing is wanted of it any more, unless somebody asked anew meanwhile. */
export async function releaseLease(
  sql: Sql,
  node: string,
  ref: ConnectionRef & { epoch: number },
  rest: { generation: number } | null = null
): Promise<void> {
  await sql`
    update connections
    set lease_owner = null, lease_until = null, alive_at = clock_timestamp(),
      wanted = case when generation = ${rest?.generation ?? -1} then 'stopped' else wanted end
    where company_id = ${ref.companyId} and id = ${ref.connectionId} and lease_owner = ${node}
      and lease_epoch = ${ref.epoch}`
}

/** A command was carried out; one that was given since stays. */
export async function clearCommand(sql: Sql, node: string, ref: ConnectionRef, generation: number): Promise<void> {
  await sql`
    update connections set command = null
    where company_id = ${ref.companyId} and id = ${ref.connectionId} and lease_owner = ${node}
      and generation = ${generation}`
}

/** A code was asked for as wanted; a number that was named since stays. */
export async function clearPairing(sql: Sql, node: string, ref: ConnectionRef, generation: number): Promise<void> {
  await sql`
    update connections set pairing_number = null
    where company_id = ${ref.companyId} and id = ${ref.connectionId} and lease_owner = ${node}
      and generation = ${generation}`
}

/** Channels on which nodes wake one another. */
export const channels = { connections: 'guiche_connections', outbox: 'guiche_outbox' } as const

/** Wakes the other nodes for one connection. */
export async function notifyNodes(sql: Sql, channel: string, ref: ConnectionRef): Promise<void> {
  await sql`select pg_notify(${channel}, ${`${ref.companyId}:${ref.connectionId}`})`
}

/** Gives a connection back, then wakes the nodes that may take it. */
export async function passOn(sql: Sql, node: string, ref: ConnectionRef & { epoch: number }): Promise<void> {
  await releaseLease(sql, node, ref)
  await notifyNodes(sql, channels.connections, ref)
}

/** Reads what `notifyNodes` sent; null for anything else. */
export function parseNotice(payload: string): ConnectionRef | null {
  const found = /^(\d+):(\d+)$/.exec(payload)
  return found ? { companyId: Number(found[1]), connectionId: Number(found[2]) } : null
}
