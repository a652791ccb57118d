// Tickets for customers who write: a new one, or the closed one taken up again, waiting for somebody to accept it.
import type { Ctx } from '#platform/ctx.ts'
import { insertForInbound, reopenForInbound, type InboundOpening } from './open-for-inbound.repo.ts'
import { trackCycles } from './ticket-tracking.repo.ts'

/**
 * Ids of tickets that are new or waiting again; where another transaction was first, its ticket is the one to look for. A few
 * statements, whatever the number of openings.
 */
export async function openForInbound(tx: Ctx, companyId: number, openings: InboundOpening[]): Promise<Set<number>> {
  const closed = openings.flatMap(({ ticketId, isOwnOnly }) => (ticketId === null || isOwnOnly ? [] : [ticketId]))
  const missing = openings.filter(({ ticketId }) => ticketId === null)
  const again = await reopenForInbound(tx.db, companyId, closed)
  const created = await insertForInbound(tx.db, companyId, missing)
  const waiting = [...again, ...created.filter(({ status }) => status === 'pending').map(({ id }) => id)]
  if (waiting.length > 0) await trackCycles(tx.db, companyId, { ticketIds: waiting, status: 'pending' })
  return new Set([...again, ...created.map(({ id }) => id)])
}
