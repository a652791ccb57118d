// SQL of credentials, keys and the journal's new rows.
import type { Sql } from '#database/client.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import type { Committed, OwnedRef, SessionWrite } from './key-write.ts'
import { base64Array, numberArray, textArray } from '../pg-array.ts'
import { storable, storableJson } from '../storable-text.ts'

interface KeyColumns {
  company: number[]
  connection: number[]
  type: string[]
  id: string[]
}

const emptyColumns = (): KeyColumns => ({ company: [], connection: [], type: [], id: [] })

/** The values of several sessions as columns, for `unnest`. */
function columnsOf(writes: SessionWrite[]) {
  const put = { ...emptyColumns(), data: [] as Buffer[] }
  const gone = emptyColumns()
  const creds = { company: [] as number[], connection: [] as number[], data: [] as Buffer[] }
  const journal = {
    company: [] as number[],
    connection: [] as number[],
    chat: [] as string[],
    attrs: [] as string[],
    plain: [] as Uint8Array[]
  }
  for (const { ref, keys, creds: sealed, journal: rows } of writes) {
    for (const key of keys) {
      const columns = key.data === null ? gone : put
      columns.company.push(ref.companyId)
      columns.connection.push(ref.connectionId)
      columns.type.push(key.type)
      columns.id.push(key.id)
      if (key.data !== null) put.data.push(key.data)
    }
    if (sealed) {
      creds.company.push(ref.companyId)
      creds.connection.push(ref.connectionId)
      creds.data.push(sealed)
    }
    for (const row of rows) {
      journal.company.push(ref.companyId)
      journal.connection.push(ref.connectionId)
      journal.chat.push(storable(row.chat))
      journal.attrs.push(storableJson(row.attrs))
      journal.plain.push(row.plain)
    }
  }
  return { put, gone, creds, journal }
}

/**
 * Writes keys, credentials and journal rows of several sessions in one statement, which commits by itself.
 * A session that `node` does not own any more, or owns anew, is left out: the row is read as it stands when it is locked,
 * and whoever takes it over waits for the lock (`outwaitLastOwner`).
 */
export async function commitWrites(sql: Sql, node: string, writes: SessionWrite[]): Promise<Committed[]> {
  const { put, gone, creds, journal } = columnsOf(writes)
  const [row] = await sql<{ ours: number[] | null; ids: number[] | null; owners: number[] | null }[]>`
    with locked as materialized (
      select c.company_id, c.id
      from unnest(${numberArray(writes.map((w) => w.ref.companyId))}::bigint[],
                  ${numberArray(writes.map((w) => w.ref.connectionId))}::bigint[],
                  ${numberArray(writes.map((w) => w.ref.epoch))}::bigint[]) as w (company_id, id, epoch)
      join connections c on c.company_id = w.company_id and c.id = w.id
      where c.lease_owner = ${node} and c.lease_epoch = w.epoch
      for key share of c
    ), put as (
      insert into whatsapp_keys (company_id, connection_id, type, id, data)
      select k.company_id, k.connection_id, k.type, k.id, decode(k.data, 'base64')
      from unnest(${numberArray(put.company)}::bigint[], ${numberArray(put.connection)}::bigint[],
                  ${textArray(put.type)}::text[], ${textArray(put.id)}::text[],
                  ${base64Array(put.data)}::text[]) as k (company_id, connection_id, type, id, data)
      join locked l on l.company_id = k.company_id and l.id = k.connection_id
      on conflict (company_id, connection_id, type, id) do update set data = excluded.data
    ), gone as (
      delete from whatsapp_keys k
      using unnest(${numberArray(gone.company)}::bigint[], ${numberArray(gone.connection)}::bigint[],
                   ${textArray(gone.type)}::text[], ${textArray(gone.id)}::text[])
              as g (company_id, connection_id, type, id),
            locked l
      where l.company_id = g.company_id and l.id = g.connection_id
        and k.company_id = g.company_id and k.connection_id = g.connection_id and k.type = g.type and k.id = g.id
    ), creds as (
      insert into whatsapp_creds (company_id, connection_id, data)
      select c.company_id, c.connection_id, decode(c.data, 'base64')
      from unnest(${numberArray(creds.company)}::bigint[], ${numberArray(creds.connection)}::bigint[],
                  ${base64Array(creds.data)}::text[]) as c (company_id, connection_id, data)
      join locked l on l.company_id = c.company_id and l.id = c.connection_id
      on conflict (company_id, connection_id) do update set data = excluded.data, updated_at = now()
    ), noted as (
      insert into inbound_journal (company_id, connection_id, chat, attrs, plain)
      select j.company_id, j.connection_id, j.chat, j.attrs::jsonb, decode(j.plain, 'base64')
      from unnest(${numberArray(journal.company)}::bigint[], ${numberArray(journal.connection)}::bigint[],
                  ${textArray(journal.chat)}::text[], ${textArray(journal.attrs)}::text[],
                  ${base64Array(journal.plain)}::text[]) with ordinality
             as j (company_id, connection_id, chat, attrs, plain, place)
      join locked l on l.company_id = j.company_id and l.id = j.connection_id
      order by j.place
      returning id, connection_id
    )
    select (select array_agg(id) from locked) as ours,
      n.ids, n.owners
    from (select array_agg(id order by id) as ids, array_agg(connection_id order by id) as owners from noted) n`
  const ours = new Set(row?.ours ?? [])
  const idsOf = Map.groupBy(row?.ids ?? [], (_, index) => row?.owners?.[index] ?? 0)
  return writes.map(({ ref }) => ({
    isOurs: ours.has(ref.connectionId),
    journalIds: idsOf.get(ref.connectionId) ?? []
  }))
}

/** Encrypted credentials of a connection, or null when it was never paired. */
export async function readCreds(sql: Sql, ref: ConnectionRef): Promise<Buffer | null> {
  const [row] = await sql<{ data: Buffer }[]>`
    select data from whatsapp_creds where company_id = ${ref.companyId} and connection_id = ${ref.connectionId}`
  return row?.data ?? null
}

export interface StoredKey {
  type: string
  id: string
  data: Buffer
}

/** The first `limit` keys of a connection; fewer than asked means all of them. */
export async function readAllKeys(sql: Sql, ref: ConnectionRef, limit: number): Promise<StoredKey[]> {
  const rows = await sql<StoredKey[]>`
    select type, id, data from whatsapp_keys
    where company_id = ${ref.companyId} and connection_id = ${ref.connectionId}
    limit ${limit}`
  return rows
}

/** Keys by id, only those that exist. */
export async function readKeys(
  sql: Sql,
  ref: ConnectionRef,
  type: string,
  ids: string[]
): Promise<Omit<StoredKey, 'type'>[]> {
  const rows = await sql<Omit<StoredKey, 'type'>[]>`
    select id, data from whatsapp_keys
    where company_id = ${ref.companyId} and connection_id = ${ref.connectionId}
      and type = ${type} and id = any(${textArray(ids)}::text[])`
  return rows
}

/** Highest id of the stored pre-keys, 0 when there are none. */
export async function lastPreKeyId(sql: Sql, ref: ConnectionRef): Promise<number> {
  const [row] = await sql<{ last: number | null }[]>`
    select max(id::integer) as last from whatsapp_keys
    where company_id = ${ref.companyId} and connection_id = ${ref.connectionId} and type = 'pre-key'`
  return row?.last ?? 0
}

/** Forgets a pairing: credentials and keys, unless somebody else has taken it. The journal stays, it holds messages. */
export async function wipePairing(sql: Sql, { companyId, connectionId, epoch }: OwnedRef): Promise<void> {
  await sql`
    with owned as materialized (
      select company_id, id from connections
      where company_id = ${companyId} and id = ${connectionId} and lease_epoch = ${epoch} for key share
    ), creds as (
      delete from whatsapp_creds c using owned o where c.company_id = o.company_id and c.connection_id = o.id
    )
    delete from whatsapp_keys k using owned o where k.company_id = o.company_id and k.connection_id = o.id`
}
