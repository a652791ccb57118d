// Messages as programs ask for them: by the keys and ids they know, over one connection.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { rawOf } from '#database/client.ts'
import type { ExternalCaller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { withTickets } from './load-messages.ts'

type Place = Pick<ExternalCaller, 'companyId' | 'connectionId'>

/** What earlier calls with these keys have written to the contact over the connection, in order. */
export const repeatedMessages = async (
  tx: Ctx,
  { companyId, connectionId, contactId }: Place & { contactId: number },
  clientIds: string[]
): Promise<Message[]> => {
  const rows = await rawOf(tx.db)<{ id: string }[]>`
    select m.id from tickets t join messages m
      on m.company_id = t.company_id and m.ticket_id = t.id and m.client_id = any(${clientIds}::text[])
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId}
    order by m.id`
  return ofIds(tx, companyId, rows)
}

/** Own messages that went over the connection, as far as these ids are theirs. */
export const messagesOfConnection = async (
  ctx: Ctx,
  { companyId, connectionId }: Place,
  ids: string[]
): Promise<Message[]> => {
  const rows = await rawOf(ctx.db)<{ id: string }[]>`
    select id from messages
    where company_id = ${companyId} and connection_id = ${connectionId} and from_me and id = any(${ids}::uuid[])`
  return ofIds(ctx, companyId, rows)
}

const ofIds = async (ctx: Ctx, companyId: number, rows: { id: string }[]): Promise<Message[]> => {
  const found = await withTickets(
    ctx,
    companyId,
    rows.map(({ id }) => id)
  )
  return found.map(({ message }) => message)
}
