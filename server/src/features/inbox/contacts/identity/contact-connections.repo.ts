// SQL of where contacts were last talked to: the connection of a contact's newest ticket.
import { rawOf, type Transaction } from '#database/client.ts'

interface ConnectionName {
  id: number
  name: string
}

/** By contact; those without a ticket on a connection are left out. */
export async function connectionsOfContacts(
  db: Transaction,
  companyId: number,
  contactIds: number[]
): Promise<Map<number, ConnectionName>> {
  if (contactIds.length === 0) return new Map()
  const rows = await rawOf(db)<(ConnectionName & { contactId: number })[]>`
    select asked.id as "contactId", c.id, c.name
    from unnest(${contactIds}::bigint[]) as asked (id)
    cross join lateral (
      select t.connection_id from tickets t
      where t.company_id = ${companyId} and t.contact_id = asked.id and t.connection_id is not null
      order by t.updated_at desc limit 1
    ) as newest
    join connections c on c.company_id = ${companyId} and c.id = newest.connection_id`
  return new Map(rows.map(({ contactId, ...connection }) => [contactId, connection]))
}
