// SQL of what companies use of what their plans limit.
import type { Quota } from '@guiche/shared/features/org/quotas.ts'
import { rawOf, type Transaction } from '#database/client.ts'

interface CompanyNow {
  companyId: number
  now: Date
}

export interface MonthCounts {
  sent: number
  received: number
}

/**
 * Adds to what a company has counted in the month of `now`, by its own clocks. False, and nothing is added, when that would
 * be more messages than its plan allows.
 */
export async function addToMonth(
  db: Transaction,
  { companyId, now }: CompanyNow,
  { sent, received }: MonthCounts
): Promise<boolean> {
  const rows = await rawOf(db)`
    with terms as (
      select c.id, date_trunc('month', ${now.toISOString()}::timestamptz at time zone c.time_zone)::date as month,
        case when ${sent} > 0 then p.messages end as most
      from companies c left join plans p on p.id = c.plan_id where c.id = ${companyId}
    )
    insert into company_months as m (company_id, month, sent, received)
    select id, month, ${sent}, ${received} from terms where most is null or ${sent} <= most
    on conflict (company_id, month) do update
    set sent = m.sent + excluded.sent, received = m.received + excluded.received
    where (select most from terms) is null or m.sent + excluded.sent <= (select most from terms)
    returning 1`
  return rows.length > 0
}

/** One campaign more in the month of `now`; false when that would be more than its plan allows. */
export async function addCampaign(db: Transaction, { companyId, now }: CompanyNow): Promise<boolean> {
  const rows = await rawOf(db)`
    with terms as (
      select c.id, date_trunc('month', ${now.toISOString()}::timestamptz at time zone c.time_zone)::date as month,
        p.campaigns as most
      from companies c left join plans p on p.id = c.plan_id where c.id = ${companyId}
    )
    insert into company_months as m (company_id, month, campaigns)
    select id, month, 1 from terms where most is null or most >= 1
    on conflict (company_id, month) do update set campaigns = m.campaigns + 1
    where (select most from terms) is null or m.campaigns < (select most from terms)
    returning 1`
  return rows.length > 0
}

/** Messages of the month, and how many the plan allows. */
export async function messagesOf(db: Transaction, { companyId, now }: CompanyNow): Promise<Quota> {
  const [row] = await rawOf(db)<Quota[]>`
    select coalesce(m.sent, 0) as used, p.messages as "limit" from companies c
    left join plans p on p.id = c.plan_id
    left join company_months m on m.company_id = c.id
      and m.month = date_trunc('month', ${now.toISOString()}::timestamptz at time zone c.time_zone)::date
    where c.id = ${companyId}`
  return row ?? { used: 0, limit: null }
}

/** Bytes of files, and how many the plan allows. */
export async function storageOf(db: Transaction, companyId: number): Promise<Quota> {
  const [row] = await rawOf(db)<Quota[]>`
    select coalesce(s.bytes, 0) as used, p.storage as "limit" from companies c
    left join plans p on p.id = c.plan_id
    left join company_storage s on s.company_id = c.id
    where c.id = ${companyId}`
  return row ?? { used: 0, limit: null }
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
      p.users + case when p.user_price is null then 0 else c.extra_users end as "mostUsers",
      p.connections + case when p.connection_price is null then 0 else c.extra_connections end as "mostConnections",
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
