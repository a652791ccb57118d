// Tickets for customers who write: a new one, or the closed one taken up again, waiting for somebody to accept it.
import type { Ctx } from '#platform/ctx.ts'
import { insertForInbound, reopenForInbound, type InboundOpening } from './open-for-inbound.repo.ts'
import { trackCycles } from './ticket-tracking.repo.ts'

/** Ids of tickets that are new or waiting again. A few statements, whatever the number of openings. */
export const openForInbound = async (tx: Ctx, companyId: number, openings: InboundOpening[]): Promise<Set<number>> => {
  const fresh = new Set<number>()
  const again = openings.flatMap(({ ticketId, isOwnOnly }) => (ticketId === null || isOwnOnly ? [] : [ticketId]))
  const missing = openings.filter(({ ticketId }) => ticketId === null)
  for (const id of await reopenForInbound(tx.db, companyId, again)) fresh.add(id)
  const created = await insertForInbound(tx.db, companyId, missing)
  for (const { id } of created) fresh.add(id)
  const waiting = [...again, ...created.filter(({ status }) => status === 'pending').map(({ id }) => id)]
  if (waiting.length > 0) await trackCycles(tx.db, companyId, { ticketIds: waiting, status: 'pending' })
  return fresh
}
