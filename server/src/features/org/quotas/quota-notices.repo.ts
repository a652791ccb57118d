// SQL of limits that are nearly or wholly full, and of what was said of them.
import type { QuotaNotice } from '@guiche/shared/features/org/quotas.ts'
import { rawOf, type Transaction } from '#database/client.ts'

export interface DueNotice extends QuotaNotice {
  companyId: number
  /** The first day of the month, by the company's clocks. */
  month: string
}

/** Of all companies that are open; `nearly` is the share from which on a limit counts as nearly full. */
export async function dueNotices(db: Transaction, now: Date, nearly: number): Promise<DueNotice[]> {
  return rawOf(db)<DueNotice[]>`
    select c.id as "companyId", d.month::text as month, q.kind, q.used::float8 as used, q.most::float8 as "limit", q.level
    from companies c
    join plans p on p.id = c.plan_id
    cross join lateral (
      select date_trunc('month', ${now.toISOString()}::timestamptz at time zone c.time_zone)::date as month
    ) d
    left join company_storage s on s.company_id = c.id
    left join company_months m on m.company_id = c.id and m.month = d.month
    cross join lateral (
      select kind, used, most, case when used >= most then 100 else 80 end as level
      from (values ('messages', coalesce(m.sent, 0)::bigint, p.messages::bigint),
        ('storage', coalesce(s.bytes, 0), p.storage), ('campaigns', coalesce(m.campaigns, 0), p.campaigns)
      ) v(kind, used, most)
      where most > 0 and used >= most * ${nearly}::float8
    ) q
    where c.status and not exists (
      select 1 from quota_notices n
      where n.company_id = c.id and n.month = d.month and n.kind = q.kind and n.level >= q.level
    )
    order by c.id`
}

/** False when somebody else was quicker. */
export async function insertNotice(
  db: Transaction,
  { companyId, month, kind, level }: DueNotice,
  now: Date
): Promise<boolean> {
  const rows = await rawOf(db)`
    insert into quota_notices (company_id, month, kind, level, created_at)
    select id, ${month}::date, ${kind}, ${level}, ${now.toISOString()}::timestamptz from companies where id = ${companyId}
    on conflict do nothing returning 1`
  return rows.length > 0
}
