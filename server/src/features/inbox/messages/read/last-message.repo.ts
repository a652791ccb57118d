// Which messages are the newest of their tickets, and the line that tickets keep of them.
import { rawOf, recordsOf, type Transaction } from '#database/client.ts'

/** Those of `ids` behind which nothing else stands in their ticket. */
export async function newestAmong(db: Transaction, companyId: number, ids: string[]): Promise<string[]> {
  const rows = await rawOf(db)<{ id: string }[]>`
    select m.id from messages m where m.company_id = ${companyId} and m.id = any(${ids}::uuid[]) and not exists (
      select 1 from messages n where n.company_id = ${companyId} and n.ticket_id = m.ticket_id
        and (n.created_at, n.seq) > (m.created_at, m.seq))`
  return rows.map(({ id }) => id)
}

/** Leaves the tickets where they are in their list. */
export async function writeLastMessages(
  db: Transaction,
  companyId: number,
  lines: { ticketId: number; line: string }[]
): Promise<void> {
  if (lines.length === 0) return
  await rawOf(db)`
    update tickets t set last_message = x.line
    from jsonb_to_recordset(${recordsOf(lines)}::text::jsonb) as x(ticket_id bigint, line text)
    where t.company_id = ${companyId} and t.id = x.ticket_id`
}
