// SQL of recipients whose campaign was over long ago: the figures stay, the people do not.
import { rawOf, type Sql, type Transaction } from '#database/client.ts'

/** Recipients `r` of campaigns that were over before a moment, and are still to be read. */
function isExpired(raw: Sql, companyId: number, before: Date) {
  return raw`
  r.company_id = ${companyId} and r.number <> '' and r.campaign_id in (
    select id from campaigns where company_id = ${companyId} and status in ('FINALIZADA', 'CANCELADA')
      and coalesce(completed_at, updated_at) < ${before.toISOString()}::timestamptz)`
}

/** Returns the campaign of each. */
export async function emptyExpiredRecipients(
  db: Transaction,
  companyId: number,
  before: Date,
  limit: number
): Promise<number[]> {
  const raw = rawOf(db)
  const rows = await raw<{ id: number }[]>`
    update campaign_recipients set name = '', number = '', email = '', number_key = 'erased-' || id, contact_id = null,
      message_ids = '{}', state = case when state in ('waiting', 'asked') then 'skipped' else state end,
      reason = case when state in ('waiting', 'asked') then 'erased' else reason end
    where company_id = ${companyId} and id in (
      select r.id from campaign_recipients r where ${isExpired(raw, companyId, before)} limit ${limit})
    returning campaign_id as id`
  return rows.map(({ id }) => id)
}

export async function countExpiredRecipients(db: Transaction, companyId: number, before: Date): Promise<number> {
  const raw = rawOf(db)
  const [row] = await raw<{ count: number }[]>`
    select count(*)::int as count from campaign_recipients r where ${isExpired(raw, companyId, before)}`
  return row?.count ?? 0
}
