// SQL that counts whose numbers somebody looked at: the audit log knows.
import { rawOf, type Transaction } from '#database/client.ts'

/** How many since a moment; until the end of the transaction the person's next one waits, so that none slips past the count. */
export async function countReveals(
  db: Transaction,
  { companyId, userId, since }: { companyId: number; userId: number; since: Date }
): Promise<number> {
  const raw = rawOf(db)
  await raw`select pg_advisory_xact_lock(hashtextextended('reveals of ' || ${userId}::text, ${companyId}))`
  const [row] = await raw<{ count: number }[]>`
    select count(*)::int as count from audit_log
    where company_id = ${companyId} and action = 'contact.number-revealed' and at > ${since.toISOString()}::timestamptz
      and actor_id = ${userId}`
  return row?.count ?? 0
}
