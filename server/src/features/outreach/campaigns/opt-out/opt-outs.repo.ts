// SQL of numbers that hear of no campaign; every statement is scoped by company.
import { and, desc, eq, inArray, isNotNull, isNull, like, ne, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { campaignOptOuts } from '#database/tables/outreach/campaigns.ts'

export type OptOutRow = typeof campaignOptOuts.$inferSelect

export async function findOptOut(db: Transaction, companyId: number, numberKey: string): Promise<OptOutRow | null> {
  const [row] = await db
    .select()
    .from(campaignOptOuts)
    .where(and(eq(campaignOptOuts.companyId, companyId), eq(campaignOptOuts.numberKey, numberKey)))
  return row ?? null
}

/** Which of these numbers want none. */
export async function optedOutKeys(db: Transaction, companyId: number, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: campaignOptOuts.numberKey })
    .from(campaignOptOuts)
    .where(
      and(
        eq(campaignOptOuts.companyId, companyId),
        inArray(campaignOptOuts.numberKey, keys),
        isNull(campaignOptOuts.revokedAt)
      )
    )
  return new Set(rows.map(({ key }) => key))
}

/** Null when the number is there already; one that was taken back counts anew. */
export async function insertOptOut(
  db: Transaction,
  row: typeof campaignOptOuts.$inferInsert
): Promise<OptOutRow | null> {
  const { companyId, numberKey, ...anew } = row
  const [inserted] = await db
    .insert(campaignOptOuts)
    .values({ companyId, numberKey, ...anew })
    .onConflictDoUpdate({
      target: [campaignOptOuts.companyId, campaignOptOuts.numberKey],
      set: { ...anew, revokedAt: null, revokedByName: null },
      setWhere: isNotNull(campaignOptOuts.revokedAt)
    })
    .returning()
  return inserted ?? null
}

/** Those of the number: one that is read, one of whoever was erased, both, or none. */
export function revokeOptOuts(
  db: Transaction,
  { companyId, keys }: { companyId: number; keys: string[] },
  change: { revokedAt: Date; revokedByName: string }
): Promise<OptOutRow[]> {
  return db
    .update(campaignOptOuts)
    .set(change)
    .where(
      and(
        eq(campaignOptOuts.companyId, companyId),
        inArray(campaignOptOuts.numberKey, keys),
        isNull(campaignOptOuts.revokedAt)
      )
    )
    .returning()
}

/** Whoever opted out is left out of everything that still waits; answers with the campaigns. */
export async function skipOptedOut(db: Transaction, companyId: number, numberKey: string): Promise<number[]> {
  const rows = await rawOf(db)<{ id: number }[]>`
    update campaign_recipients set state = 'skipped', reason = 'opted-out'
    where company_id = ${companyId} and number_key = ${numberKey} and state in ('waiting', 'asked')
    returning campaign_id as id`
  return [...new Set(rows.map(({ id }) => id))]
}

/** Whether anybody opted out and was erased since. */
export async function someErasedOptedOut(db: Transaction, companyId: number): Promise<boolean> {
  return (
    (await db.$count(
      campaignOptOuts,
      and(
        eq(campaignOptOuts.companyId, companyId),
        like(campaignOptOuts.numberKey, 'erased-%'),
        isNull(campaignOptOuts.revokedAt)
      )
    )) > 0
  )
}

function matching(companyId: number, search: string) {
  return and(
    eq(campaignOptOuts.companyId, companyId),
    // Of people who were erased: nobody can tell who they are.
    ne(campaignOptOuts.number, ''),
    search === ''
      ? undefined
      : sql`strpos(lower(${campaignOptOuts.name} || ' ' || ${campaignOptOuts.number}), lower(${search}::text)) > 0`
  )
}

export function pageOfOptOuts(
  db: Transaction,
  companyId: number,
  search: string,
  { offset, limit }: { offset: number; limit: number }
): Promise<OptOutRow[]> {
  return db
    .select()
    .from(campaignOptOuts)
    .where(matching(companyId, search))
    .orderBy(desc(campaignOptOuts.createdAt), desc(campaignOptOuts.numberKey))
    .limit(limit)
    .offset(offset)
}

export const countOptOuts = (db: Transaction, companyId: number, search: string): Promise<number> =>
  db.$count(campaignOptOuts, matching(companyId, search))

/** Leaves of an opt-out nothing but another key; one that is there already stays. */
export async function eraseOptOut(db: Transaction, companyId: number, plain: string, erased: string): Promise<void> {
  const raw = rawOf(db)
  await raw`
    insert into campaign_opt_outs (company_id, number_key, number, name, word, by_name, created_at, revoked_at, revoked_by_name)
    select company_id, ${erased}, '', '', '', by_name, created_at, revoked_at, revoked_by_name
    from campaign_opt_outs where company_id = ${companyId} and number_key = ${plain}
    on conflict (company_id, number_key) do update set revoked_at = excluded.revoked_at, revoked_by_name = excluded.revoked_by_name`
  await raw`delete from campaign_opt_outs where company_id = ${companyId} and number_key = ${plain}`
}
