// Rules of activities: who sees a ticket sees what happened to it.
import type { TicketActivity } from '@guiche/shared/features/inbox/ticket-activities.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { TicketStep } from '#features/inbox/tickets/tickets.events.ts'
import { visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { activityOf } from './activity-of.ts'
import { activityNoted, activityTakenBack } from './ticket-activities.events.ts'
import * as repo from './ticket-activities.repo.ts'

/** The newest, oldest first. Errors: ERR_NO_TICKET_FOUND. */
export async function listActivities(ctx: Ctx, actor: Actor, ticketId: number): Promise<TicketActivity[]> {
  await visibleTicket(ctx, actor, ticketId)
  return repo.activitiesOf(ctx.db, actor.companyId, ticketId)
}

type Noted = Omit<repo.ActivityRow, 'companyId' | 'ticketId'> & { ticket: Ticket }

async function note(tx: Ctx, companyId: number, noted: Noted[]): Promise<void> {
  if (noted.length === 0) return
  const rows = noted.map(({ ticket, ...row }) => ({ ...row, companyId, ticketId: ticket.id }))
  const placeOf = new Map(noted.map(({ ticket: { id, userId, queueId } }) => [id, { userId, queueId }]))
  for (const activity of await repo.insertActivities(tx.db, companyId, rows)) {
    const place = placeOf.get(activity.ticketId)
    if (place) tx.bus.emit(activityNoted, { companyId, place, activity })
  }
}

/** A move that is taken back was none, if nothing has happened since. */
async function takeBack(tx: Ctx, companyId: number, { ticket, before }: TicketStep): Promise<boolean> {
  const newest = await repo.newestActivity(tx.db, companyId, ticket.id)
  if (newest === null || newest.userId !== before.movedBy) return false
  await repo.deleteActivity(tx.db, companyId, newest.id)
  const { id: ticketId, userId, queueId } = ticket
  tx.bus.emit(activityTakenBack, { companyId, place: { userId, queueId }, ticketId, activityId: newest.id })
  return true
}

/** Tickets are somewhere else than before. */
export async function noteMoves(tx: Ctx, companyId: number, steps: TicketStep[]): Promise<void> {
  const noted: Noted[] = []
  for (const step of steps) {
    if (step.before.isTakenBack === true && (await takeBack(tx, companyId, step))) continue
    const activity = activityOf(step.before, step.ticket)
    if (activity !== null) noted.push({ ...activity, ticket: step.ticket })
  }
  await note(tx, companyId, noted)
}

/** The customer rated the service. */
export const noteRated = (tx: Ctx, ticket: Ticket, rating: number): Promise<void> =>
  note(tx, ticket.companyId, [{ ticket, kind: 'rated', userId: null, rating }])

/** Somebody put tags on a ticket, or took them off. */
export function noteTags(
  tx: Ctx,
  actor: Actor,
  ticket: Ticket,
  { added = [], removed = [] }: { added?: number[]; removed?: number[] }
): Promise<void> {
  const of = (kind: 'tagged' | 'untagged') => (tagId: number) => ({ ticket, kind, userId: actor.id, tagId })
  return note(tx, actor.companyId, [...added.map(of('tagged')), ...removed.map(of('untagged'))])
}

/** Two tickets become one, which has what happened to both. */
export const joinActivities = (tx: Ctx, companyId: number, gone: number, kept: number): Promise<void> =>
  repo.moveActivities(tx.db, companyId, gone, kept)
