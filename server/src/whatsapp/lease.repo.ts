// SQL of ownership: which node runs which connection's session, until when, and what is wanted of it.
import type { Sql } from '#database/client.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

export interface WantedSession extends ConnectionRef {
  wanted: 'running' | 'stopped'
  generation: number
  command: 'renew' | 'logout' | null
  /** Digits of the phone a code was asked for; null pairs by QR code. */
  pairingNumber: string | null
}

/**
 * Renews the leases of a node and tells what is wanted of its connections. A company that is closed wants no session,
 * whatever its admins wanted: theirs go on when it is open again. A row somebody has locked is renewed the
 * next time: waiting for it would hold up all others.
 */
export const renewLeases = async (sql: Sql, node: string, leaseFor: number): Promise<WantedSession[]> => {
  const rows = await sql<WantedSession[]>`
    with mine as (
      select company_id, id from connections where lease_owner = ${node} for no key update skip locked
    ), renewed as (
      update connections c
      set lease_until = clock_timestamp() + ${leaseFor} * interval '1 millisecond', alive_at = clock_timestamp()
      from mine where c.company_id = mine.company_id and c.id = mine.id
    )
    select c.company_id as "companyId", c.id as "connectionId", generation, command,
      pairing_number as "pairingNumber",
      case when o.status then wanted else 'stopped' end as wanted
    from connections c join companies o on o.id = c.company_id where lease_owner = ${node}`
  return rows
}

/**
 * Takes over connections nobody runs: those that are wanted, have a command to carry out, or were left by a node that
 * died, oldest lease first. Since when nobody ran them stays written until their session reports.
 */
export const claimSessions = async (
  sql: Sql,
  node: string,
  leaseFor: number,
  most: number
): Promise<WantedSession[]> => {
  const rows = await sql<WantedSession[]>`
    with free as (
      select c.company_id, c.id, o.status as is_open from connections c join companies o on o.id = c.company_id
      where ((wanted = 'running' and o.status) or command is not null or lease_owner is not null)
        and (lease_until is null or lease_until < clock_timestamp())
      order by lease_until nulls first, c.id
      limit ${most}
      for no key update of c skip locked
    )
    update connections c
    set lease_owner = ${node}, lease_until = clock_timestamp() + ${leaseFor} * interval '1 millisecond',
      away_since = coalesce(c.away_since, c.alive_at), alive_at = clock_timestamp()
    from free where c.company_id = free.company_id and c.id = free.id
    returning c.company_id as "companyId", c.id as "connectionId", c.generation, c.command,
      c.pairing_number as "pairingNumber",
      case when free.is_open then c.wanted else 'stopped' end as wanted`
  return rows
}

/** Names of the nodes whose leases still hold. */
export const leaseOwners = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ node: string }[]>`
    select distinct lease_owner as node from connections where lease_owner is not null and lease_until > clock_timestamp()`
  return rows.map(({ node }) => node)
}

/** Ends the leases of nodes that are dead. */
export const endLeasesOf = async (sql: Sql, nodes: string[]): Promise<void> => {
  if (nodes.length > 0) await sql`update connections set lease_until = null where lease_owner = any(${nodes})`
}

/** True while the node owns the connection. */
export const ownsLease = async (sql: Sql, node: string, ref: ConnectionRef): Promise<boolean> => {
  const rows = await sql`
    select 1 from connections
    where company_id = ${ref.companyId} and id = ${ref.connectionId} and lease_owner = ${node}`
  return rows.length > 0
}

/** Gives a connection back. `rest`: nothing is wanted of it any more, unless somebody asked anew meanwhile. */
export const releaseLease = async (
  sql: Sql,
  node: string,
  ref: ConnectionRef,
  rest: { generation: number } | null = null
): Promise<void> => {
  await sql`
    update connections
    set lease_owner = null, lease_until = null,
      wanted = case when generation = ${rest?.generation ?? -1} then 'stopped' else wanted end
    where company_id = ${ref.companyId} and id = ${ref.connectionId} and lease_owner = ${node}`
}

/** A command was carried out; one that was given since stays. */
export const clearCommand = async (sql: Sql, node: string, ref: ConnectionRef, generation: number): Promise<void> => {
  await sql`
    update connections set command = null
    where company_id = ${ref.companyId} and id = ${ref.connectionId} and lease_owner = ${node}
      and generation = ${generation}`
}

/** A code was asked for as wanted; a number that was named since stays. */
export const clearPairing = async (sql: Sql, node: string, ref: ConnectionRef, generation: number): Promise<void> => {
  await sql`
    update connections set pairing_number = null
    where company_id = ${ref.companyId} and id = ${ref.connectionId} and lease_owner = ${node}
      and generation = ${generation}`
}

/** Channels on which nodes wake one another. */
export const channels = { connections: 'guiche_connections', outbox: 'guiche_outbox' } as const

/** Wakes the other nodes for one connection. */
export const notifyNodes = async (sql: Sql, channel: string, ref: ConnectionRef): Promise<void> => {
  await sql`select pg_notify(${channel}, ${`${ref.companyId}:${ref.connectionId}`})`
}

/** Reads what `notifyNodes` sent; null for anything else. */
export const parseNotice = (payload: string): ConnectionRef | null => {
  const found = /^(\d+):(\d+)$/.exec(payload)
  return found ? { companyId: Number(found[1]), connectionId: Number(found[2]) } : null
}
