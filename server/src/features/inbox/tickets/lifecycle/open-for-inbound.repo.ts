// SQL that opens tickets for customers who write.
import { rawOf, recordsOf, type Transaction } from '#database/client.ts'

export interface InboundOpening {
  connectionId: number
  contactId: number
  /** A closed ticket to take up again; null for a new one. */
  ticketId: number | null
  isGroup: boolean
  /** Only messages from the own phone: a new ticket is closed, a closed one stays so. */
  isOwnOnly: boolean
}

/** The queue of a connection that serves exactly one; otherwise a person (or the menu) chooses. */
function onlyQueue(db: Transaction, companyId: number, connection: 'tickets' | 'x') {
  return rawOf(db)`
  (select case when count(*) = 1 then min(cq.queue_id) end from connection_queues cq
   where cq.company_id = ${companyId} and cq.connection_id = ${rawOf(db)(connection)}.connection_id)`
}

/**
 * Closed tickets wait again, without the attendant they had; one whose contact came into service some other way in the same
 * moment stays closed.
 */
export async function reopenForInbound(db: Transaction, companyId: number, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await rawOf(db)<{ id: number }[]>`
    update tickets set status = 'pending', user_id = null, queue_id = ${onlyQueue(db, companyId, 'tickets')}, unread_messages = 0,
      handover = null, waiting_since = null, chatbot = false, queue_option_id = null, amount_used_bot_queues = 0, updated_at = now()
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and status = 'closed'
      and not exists (select 1 from tickets o
        where o.company_id = tickets.company_id and o.contact_id = tickets.contact_id
          and o.connection_id = tickets.connection_id and o.status in ('open', 'pending'))
    returning id`
  return rows.map((row) => row.id)
}

/** New tickets; one that another transaction made in the same moment is left to it. */
export async function insertForInbound(db: Transaction, companyId: number, openings: InboundOpening[]) {
  if (openings.length === 0) return []
  const rows = recordsOf(
    openings.map(({ connectionId, contactId, isGroup, isOwnOnly }) => ({
      connectionId: connectionId,
      contactId: contactId,
      isGroup: isGroup,
      status: isOwnOnly ? 'closed' : 'pending'
    }))
  )
  return rawOf(db)<{ id: number; status: string }[]>`
    insert into tickets (company_id, contact_id, connection_id, is_group, status, queue_id)
    select ${companyId}, x.contact_id, x.connection_id, x.is_group, x.status, ${onlyQueue(db, companyId, 'x')}
    from jsonb_to_recordset(${rows}::text::jsonb) as x(connection_id bigint, contact_id bigint, is_group boolean, status text)
    on conflict do nothing returning id, status`
}
