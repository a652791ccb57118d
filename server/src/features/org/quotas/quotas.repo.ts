// SQL of what companies use of what their plans limit.
import { rawOf, type Transaction } from '#database/client.ts'

interface CompanyNow {
  companyId: number
  now: Date
}

export interface MonthCounts {
  sent: number
  received: number
}

/** Adds to what a company has counted in the month of `now`, by its own clocks. */
export async function addToMonth(
  db: Transaction,
  { companyId, now }: CompanyNow,
  { sent, received }: MonthCounts
): Promise<void> {
  await rawOf(db)`
    insert into company_months as m (company_id, month, sent, received)
    select id, date_trunc('month', ${now.toISOString()}::timestamptz at time zone time_zone)::date, ${sent}, ${received}
    from companies where id = ${companyId}
    on conflict (company_id, month) do update
    set sent = m.sent + excluded.sent, received = m.received + excluded.received`
}

/** One campaign more in the month of `now`. */
export async function addCampaign(db: Transaction, { companyId, now }: CompanyNow): Promise<void> {
  await rawOf(db)`
    insert into company_months as m (company_id, month, campaigns)
    select id, date_trunc('month', ${now.toISOString()}::timestamptz at time zone time_zone)::date, 1
    from companies where id = ${companyId}
    on conflict (company_id, month) do update set campaigns = m.campaigns + 1`
}

interface QuotaFacts {
  sent: number
  received: number
  campaigns: number
  bytes: number
  users: number
  connections: number
  /** Limits of the plan; null for none. */
  mostMessages: number | null
  mostBytes: number | null
  mostCampaigns: number | null
  mostUsers: number | null
  mostConnections: number | null
  renewsAt: string
}

/** Of one company, in one statement. Undefined when it has gone. */
export async function quotaFacts(db: Transaction, companyId: number, now: Date): Promise<QuotaFacts | undefined> {
  const [row] = await rawOf(db)<QuotaFacts[]>`
    select coalesce(m.sent, 0) as sent, coalesce(m.received, 0) as received, coalesce(m.campaigns, 0) as campaigns,
      coalesce(s.bytes, 0) as bytes,
      (select count(*)::int from users u where u.company_id = c.id) as users,
      (select count(*)::int from connections n where n.company_id = c.id) as connections,
      p.messages as "mostMessages", p.storage as "mostBytes", p.campaigns as "mostCampaigns",
      p.users as "mostUsers", p.connections as "mostConnections",
      ((d.month + interval '1 month') at time zone c.time_zone) as "renewsAt"
    from companies c
    cross join lateral (
      select date_trunc('month', ${now.toISOString()}::timestamptz at time zone c.time_zone) as month
    ) d
    left join plans p on p.id = c.plan_id
    left join company_storage s on s.company_id = c.id
    left join company_months m on m.company_id = c.id and m.month = d.month::date
    where c.id = ${companyId}`
  return row
}
