// SQL of the bytes that each company has stored.
import { rawOf, type Transaction } from '#database/client.ts'

/** Adds bytes, or takes them away with a number below zero; nothing for a company that has gone. */
export async function addStoredBytes(db: Transaction, companyId: number, bytes: number): Promise<void> {
  await rawOf(db)`
    insert into company_storage as s (company_id, bytes)
    select id, greatest(0, ${bytes}::bigint) from companies where id = ${companyId}
    on conflict (company_id) do update set bytes = greatest(0, s.bytes + ${bytes}::bigint)`
}

/** Whether the files were added up since then. */
export async function isCountedSince(db: Transaction, since: Date): Promise<boolean> {
  const [row] = await rawOf(db)<{ is: boolean }[]>`
    select exists (select 1 from company_storage where counted_at > ${since.toISOString()}::timestamptz) as is`
  return row?.is === true
}

/** What every company has by the files themselves; a company that is not named has none. */
export async function setStoredBytes(db: Transaction, found: ReadonlyMap<number, number>, at: Date): Promise<void> {
  const [ids, bytes] = [[...found.keys()], [...found.values()]]
  await rawOf(db)`
    insert into company_storage (company_id, bytes, counted_at)
    select c.id, coalesce(f.bytes, 0), ${at.toISOString()}::timestamptz
    from companies c left join unnest(${ids}::bigint[], ${bytes}::bigint[]) f(id, bytes) on f.id = c.id
    on conflict (company_id) do update set bytes = excluded.bytes, counted_at = excluded.counted_at`
}
