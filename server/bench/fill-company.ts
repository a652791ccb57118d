// Fills a company with contacts, tickets and messages by bulk SQL.
import type { Sql } from 'postgres'

export interface Filling {
  companyId: number
  connectionId: number
  tickets: number
  messages: number
}

/** Each contact has one ticket, two in a hundred are open; every message holds a rare and some a common word. Returns some ticket ids. */
export const fillCompany = async (
  sql: Sql,
  { companyId, connectionId, tickets, messages }: Filling
): Promise<number[]> => {
  await sql`
    insert into contacts (company_id, name, number)
    select ${companyId}, 'Cliente ' || n, (5511900000000 + n)::text from generate_series(1, ${tickets}) n`
  await sql`
    insert into contact_addresses (company_id, address, contact_id)
    select company_id, number || '@s.whatsapp.net', id from contacts where company_id = ${companyId}`
  await sql`
    insert into tickets (company_id, contact_id, connection_id, status, last_message, updated_at, created_at)
    select company_id, id, ${connectionId}, case when id % 50 = 0 then 'open' when id % 50 = 1 then 'pending' else 'closed' end,
      'bom dia', now() - (id % 100000) * interval '1 minute', now() - interval '90 days'
    from contacts where company_id = ${companyId}`
  const each = Math.round(messages / tickets)
  await sql`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, wa_id, from_me, body, delivery, read, ack, created_at)
    select t.company_id, gen_random_uuid(), t.id, t.contact_id, ${connectionId}, '3A' || t.id || 'x' || n, n % 2 = 0,
      case n % 3 when 0 then 'bom dia, tudo bem?' when 1 then 'meu pedido-' || t.id || ' ainda não chegou' else 'obrigada pela ajuda ' || n end,
      case when n % 2 = 0 then 'sent' else 'received' end, true, 4, t.updated_at - (${each} - n) * interval '1 minute'
    from tickets t cross join generate_series(1, ${each}) n where t.company_id = ${companyId}`
  await sql`vacuum analyze`
  const rows = await sql<
    { id: number }[]
  >`select id::int from tickets where company_id = ${companyId} order by id limit 500`
  return rows.map(({ id }) => id)
}
