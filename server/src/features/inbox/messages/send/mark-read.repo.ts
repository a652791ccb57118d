// SQL of what has been read; every statement is scoped by company.
import { rawOf, type Transaction } from '#database/client.ts'

/** Customers' messages of a ticket become read. Returns what WhatsApp has to be told: ids by conversation member. */
export async function markRead(db: Transaction, companyId: number, ticketId: number) {
  const raw = rawOf(db)
  return raw<{ waId: string | null; participant: string | null; connectionId: number | null }[]>`
    update messages set read = true, updated_at = updated_at
    where company_id = ${companyId} and ticket_id = ${ticketId} and not read and not from_me
    returning wa_id, participant, connection_id`
}

/** A ticket in service has as many unread messages again as nobody has read. */
export async function recountUnread(db: Transaction, companyId: number, ticketId: number): Promise<void> {
  await rawOf(db)`
    update tickets set unread_messages = (
      select count(*) from messages where company_id = ${companyId} and ticket_id = ${ticketId} and not read and not from_me)
    where company_id = ${companyId} and id = ${ticketId} and status <> 'closed'`
}
