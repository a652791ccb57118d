// SQL of service times: one row a cycle of a ticket, from waiting to finished.
import { rawOf, type Transaction } from '#database/client.ts'

export interface CycleChange {
  ticketIds: number[]
  status: 'pending' | 'open' | 'closed'
  userId?: number | null
}

/** Notes that tickets moved to a status: opens a cycle when none runs, stamps the one that does. One statement. */
export async function trackCycles(
  db: Transaction,
  companyId: number,
  { ticketIds, status, userId = null }: CycleChange
) {
  const raw = rawOf(db)
  if (status === 'closed') {
    await raw`
      update ticket_tracking set finished_at = now(), user_id = coalesce(${userId}::bigint, user_id)
      where company_id = ${companyId} and ticket_id = any(${ticketIds}::bigint[]) and finished_at is null`
    return
  }
  await raw`
    insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, started_at)
    select t.company_id, t.id, t.connection_id, t.queue_id, ${userId}::bigint, now(),
      case when ${status === 'open'} then now() end
    from tickets t where t.company_id = ${companyId} and t.id = any(${ticketIds}::bigint[])
    on conflict (company_id, ticket_id) where finished_at is null do update set
      queue_id = excluded.queue_id,
      user_id = coalesce(excluded.user_id, ticket_tracking.user_id),
      started_at = case when ${status === 'open'} then coalesce(ticket_tracking.started_at, now()) end`
}

/** The running cycle was begun by mistake: it never was. */
export async function dropCycle(db: Transaction, companyId: number, ticketId: number): Promise<void> {
  await rawOf(db)`
    delete from ticket_tracking where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is null`
}

/** The newest ended cycle of a ticket. */
function lastEnded(db: Transaction, companyId: number, ticketId: number) {
  return rawOf(db)`
  (select id from ticket_tracking where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is not null
   order by id desc limit 1)`
}

/** The newest ended cycle was ended by mistake: it runs on, unless another one does or the customer has rated it. */
export async function resumeCycle(db: Transaction, companyId: number, ticketId: number): Promise<void> {
  await rawOf(db)`
    update ticket_tracking set finished_at = null, user_id = null, rating_at = null
    where company_id = ${companyId} and id = ${lastEnded(db, companyId, ticketId)} and rating is null
      and not exists (select 1 from ticket_tracking
        where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is null)`
}

/** The newest ended cycle was none of service: a program wrote, and nobody waited or attended. */
export async function noteProgram(db: Transaction, companyId: number, ticketId: number): Promise<void> {
  await rawOf(db)`
    update ticket_tracking set by_program = true
    where company_id = ${companyId} and id = ${lastEnded(db, companyId, ticketId)} and started_at is null`
}

/** Notes when the last cycle of a ticket was asked to be rated. */
export async function noteRatingRequest(db: Transaction, companyId: number, ticketId: number): Promise<void> {
  await rawOf(db)`
    update ticket_tracking set rating_at = now()
    where company_id = ${companyId} and id = ${lastEnded(db, companyId, ticketId)}`
}

/** Notes the rating of the last cycle of a ticket; the first one counts: false for a later one. */
export async function noteRating(
  db: Transaction,
  companyId: number,
  ticketId: number,
  rating: number
): Promise<boolean> {
  const { count } = await rawOf(db)`
    update ticket_tracking set rating = ${rating}
    where company_id = ${companyId} and id = ${lastEnded(db, companyId, ticketId)} and rating is null`
  return count > 0
}
