// SQL that finds messages as programs ask for them.
import { rawOf, type Transaction } from '#database/client.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'

/** Those of the ids that are own messages which went over the connection, in their order. */
export async function ownMessageIds(
  db: Transaction,
  { companyId, connectionId }: ConnectionRef,
  ids: string[]
): Promise<string[]> {
  const rows = await rawOf(db)<{ id: string }[]>`
    select id from messages
    where company_id = ${companyId} and connection_id = ${connectionId} and from_me and id = any(${ids}::uuid[])
    order by id`
  return rows.map(({ id }) => id)
}
