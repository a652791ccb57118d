// SQL of the first steps: each is a fact of the company.
import type { FirstStep } from '@guiche/shared/features/team/first-steps.ts'
import { rawOf, type Transaction } from '#database/client.ts'

/** Tickets, the newest taken, in which an answer of the team is looked for: a company without one has few or uses none. */
const lookedAt = 200

/** `hoursOf`: whose hours count, as the company's setting says. */
export async function factsOf(
  db: Transaction,
  companyId: number,
  hoursOf: string
): Promise<Record<FirstStep, boolean> | undefined> {
  const [row] = await rawOf(db)<Record<FirstStep, boolean>[]>`
    select
      exists (select from connections where company_id = c.id and number is not null) as number,
      exists (select from queues where company_id = c.id) as queue,
      exists (select from users where company_id = c.id offset 1)
        or exists (select from invitations where company_id = c.id and revoked_at is null) as people,
      case ${hoursOf}
        when 'company' then jsonb_array_length(c.schedules) > 0
        when 'queue' then exists (select from queues where company_id = c.id and jsonb_array_length(schedules) > 0)
        else false
      end as hours,
      exists (select from connections where company_id = c.id and greeting_message <> '')
        or exists (select from queues where company_id = c.id and greeting_message <> '') as greeting,
      exists (
        select from (
          select ticket_id from ticket_tracking
          where company_id = c.id and started_at is not null order by started_at desc limit ${lookedAt}
        ) t
        join messages m on m.company_id = c.id and m.ticket_id = t.ticket_id
        where m.from_me and m.user_id is not null
      ) as answered
    from companies c where c.id = ${companyId}`
  return row
}
