// Messages as programs ask for them: by the ids they know, over one connection.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { ExternalCaller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { withTickets } from '../read/load-messages.ts'
import { ownMessageIds } from './external-messages.repo.ts'

type Place = Pick<ExternalCaller, 'companyId' | 'connectionId'>

/** Own messages that went over the connection, as far as these ids are theirs. */
export async function messagesOfConnection(ctx: Ctx, connection: Place, ids: string[]): Promise<Message[]> {
  const own = await ownMessageIds(ctx.db, connection, ids)
  const found = await withTickets(ctx, connection.companyId, own)
  return found.map(({ message }) => message)
}
