// SQL of a ticket that goes on with the messages of another.
import { rawOf, type Transaction } from '#database/client.ts'

/**
 * Puts all messages of a ticket into another; returns the ids of the newest `most`, oldest first. One that was written to both
 * under one id of the client keeps that id in the other ticket alone, where it names one message.
 */
export async function moveMessages(
  db: Transaction,
  companyId: number,
  { from, into, most }: { from: number; into: number; most: number }
): Promise<string[]> {
  const rows = await rawOf(db)<{ id: string }[]>`
    with moved as (
      update messages m set ticket_id = ${into}, client_id = case when exists (
        select 1 from messages k where k.company_id = ${companyId} and k.ticket_id = ${into} and k.client_id = m.client_id
      ) then null else m.client_id end
      where m.company_id = ${companyId} and m.ticket_id = ${from}
      returning m.id, m.created_at, m.seq
    ), newest as (select * from moved order by created_at desc, seq desc limit ${most})
    select id from newest order by created_at, seq`
  return rows.map(({ id }) => id)
}
