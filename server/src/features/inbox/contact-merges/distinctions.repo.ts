// SQL of contacts of whom somebody said that they are not one person.
import { and, eq } from 'drizzle-orm'
import type { DuplicateReason } from '@guiche/shared/features/inbox/contact-merges.ts'
import { rawOf, type Transaction } from '#database/client.ts'
import { contactDistinctions } from '#database/tables/inbox/contact-merges.ts'

/** Names that are shown of one group. */
const mostNames = 10

export interface DistinctionRow {
  id: number
  reason: DuplicateReason
  userName: string
  /** As PostgreSQL spells it. */
  createdAt: string
  names: string[]
  count: number
}

/** Newest first, with whom each is about; those of whom only one is left say nothing any more. */
export function newestDistinctions(
  db: Transaction,
  companyId: number,
  { most, id }: { most: number; id?: number }
): Promise<DistinctionRow[]> {
  const raw = rawOf(db)
  return raw<DistinctionRow[]>`
    select d.id, d.reason, d.user_name as "userName", d.created_at as "createdAt", m.names, m.count
    from contact_distinctions d cross join lateral (
      select (array_agg(c.name order by c.id))[1:${mostNames}] as names, count(*)::int as count
      from contact_distinction_members o join contacts c on c.company_id = o.company_id and c.id = o.contact_id
      where o.company_id = d.company_id and o.distinction_id = d.id) m
    where d.company_id = ${companyId} and m.count > 1 ${id === undefined ? raw`` : raw`and d.id = ${id}`}
    order by d.created_at desc, d.id desc limit ${most}`
}

export async function insertDistinction(
  db: Transaction,
  row: typeof contactDistinctions.$inferInsert
): Promise<number> {
  const [made] = await db.insert(contactDistinctions).values(row).returning({ id: contactDistinctions.id })
  if (!made) throw new Error('a distinction was not inserted')
  return made.id
}

/** Everybody who has this in common with the contact. Returns how many. */
export async function addMembers(
  db: Transaction,
  { companyId, id, reason, contactId }: { companyId: number; id: number; reason: DuplicateReason; contactId: number }
): Promise<number> {
  const raw = rawOf(db)
  const key = raw(`${reason}_key`)
  const rows = await raw`
    insert into contact_distinction_members (company_id, distinction_id, contact_id)
    select c.company_id, ${id}, c.id from contacts c
    where c.company_id = ${companyId} and c.${key} is not null and not c.is_group
      and c.${key} = (select o.${key} from contacts o where o.company_id = ${companyId} and o.id = ${contactId})`
  return rows.count
}

/** Those that name the contact. */
export async function distinctionsOf(db: Transaction, companyId: number, contactId: number): Promise<number[]> {
  const rows = await rawOf(db)<{ id: number }[]>`
    select distinction_id as id from contact_distinction_members
    where company_id = ${companyId} and contact_id = ${contactId} order by distinction_id`
  return rows.map(({ id }) => id)
}

/** Names the contact in those that are still there. Returns them. */
export async function nameAgain(
  db: Transaction,
  companyId: number,
  contactId: number,
  ids: number[]
): Promise<number[]> {
  const rows = await rawOf(db)<{ id: number }[]>`
    insert into contact_distinction_members (company_id, distinction_id, contact_id)
    select d.company_id, d.id, ${contactId} from contact_distinctions d
    where d.company_id = ${companyId} and d.id = any(${ids}::bigint[])
    on conflict do nothing returning distinction_id as id`
  return rows.map(({ id }) => id)
}

/** False when it is gone. */
export async function deleteDistinction(db: Transaction, companyId: number, id: number): Promise<boolean> {
  const isIt = and(eq(contactDistinctions.companyId, companyId), eq(contactDistinctions.id, id))
  return (await db.delete(contactDistinctions).where(isIt).returning({ id: contactDistinctions.id })).length > 0
}
