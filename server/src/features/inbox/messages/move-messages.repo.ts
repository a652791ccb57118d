// SQL of a ticket that goes on with the messages of another.
import { rawOf, type Transaction } from '#database/client.ts'

/** Puts all messages of a ticket into another; returns the ids of the newest ones, oldest first. */
export const moveMessages = async (
  db: Transaction,
  companyId: number,
  from: number,
  into: number,
  most: number
): Promise<string[]> => {
  const rows = await rawOf(db)<{ id: string }[]>`
    with moved as (
      update messages set ticket_id = ${into} where company_id = ${companyId} and ticket_id = ${from}
      returning id, created_at, seq
    ), newest as (select * from moved order by created_at desc, seq desc limit ${most})
    select id from newest order by created_at, seq`
  return rows.map(({ id }) => id)
}
