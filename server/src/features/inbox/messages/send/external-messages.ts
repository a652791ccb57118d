// Messages as programs ask for them: by the ids they know, over one connection.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { rawOf } from '#database/client.ts'
import type { ExternalCaller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { withTickets } from '../read/load-messages.ts'

type Place = Pick<ExternalCaller, 'companyId' | 'connectionId'>

/** Own messages that went over the connection, as far as these ids are theirs. */
export async function messagesOfConnection(
  ctx: Ctx,
  { companyId, connectionId }: Place,
  ids: string[]
): Promise<Message[]> {
  const rows = await rawOf(ctx.db)<{ id: string }[]>`
    select id from messages
    where company_id = ${companyId} and connection_id = ${connectionId} and from_me and id = any(${ids}::uuid[])
    order by id`
  const found = await withTickets(
    ctx,
    companyId,
    rows.map(({ id }) => id)
  )
  return found.map(({ message }) => message)
}
