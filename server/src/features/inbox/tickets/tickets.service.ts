// The front door of tickets: reading, deleting, and what other features do with them.
import type { Handover, Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  emptyCopiesSoon,
  mayHaveCopies,
  removeUnusedFiles,
  type FileGroup
} from '#features/inbox/erasure/erasure.service.ts'
import { addCount, type Expiry, type ExpiryPreview } from '#features/org/retention/retention.events.ts'
import type { BegunLeave } from '#features/org/work-times/work-times.events.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { ticketOf } from './lists/ticket-rows.ts'
import { trackCycles } from './lifecycle/ticket-tracking.repo.ts'
import {
  beforeTicketDelete,
  ticketChanged,
  ticketRead,
  ticketRemoved,
  ticketsPlaced,
  type TicketBefore,
  type TicketStep
} from './tickets.events.ts'
import { mayDeleteTicket, maySeeTicket } from './tickets.policy.ts'
import * as repo from './tickets.repo.ts'

/** Tickets that one transaction deletes: each of them takes its messages along. */
const mostTickets = 25

/** Tickets as people see them, in the order of `ids`; those that do not exist are left out. */
export async function ticketsByIds(ctx: Ctx, companyId: number, ids: number[]): Promise<Ticket[]> {
  const rows = new Map((await repo.ticketsByIds(ctx.db, companyId, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [ticketOf(ctx, companyId, row)] : []
  })
}

/** A ticket the caller may see. Errors: ERR_NO_TICKET_FOUND, also for one that is hidden from the caller. */
export async function visibleTicket(ctx: Ctx, actor: Actor, id: number): Promise<Ticket> {
  const [ticket] = await ticketsByIds(ctx, actor.companyId, [id])
  if (!ticket || !maySeeTicket(actor, ticket)) throw new AppError('ERR_NO_TICKET_FOUND')
  return ticket
}

/** The same, and nobody moves or deletes it until the end of the transaction. Errors: ERR_NO_TICKET_FOUND. */
export async function lockedTicket(tx: Ctx, actor: Actor, id: number): Promise<Ticket> {
  await repo.lockTicket(tx.db, actor.companyId, id)
  return visibleTicket(tx, actor, id)
}

/** Errors: ERR_NO_TICKET_FOUND. */
export async function visibleTicketByUuid(ctx: Ctx, actor: Actor, uuid: string): Promise<Ticket> {
  const id = await repo.ticketIdByUuid(ctx.db, actor.companyId, uuid)
  if (id === null) throw new AppError('ERR_NO_TICKET_FOUND')
  return visibleTicket(ctx, actor, id)
}

/** Null for one that stayed where it was. */
function stepOf(ticket: Ticket, before: TicketBefore | undefined): TicketStep | null {
  const isThere =
    before === undefined ||
    (before.status === ticket.status && before.userId === ticket.userId && before.queueId === ticket.queueId)
  return isThere ? null : { before, ticket }
}

/** Tells everybody who may see them how tickets look now; `before` where one was, if that changed. */
export async function ticketTouched(
  tx: Ctx,
  companyId: number,
  ticketIds: number[],
  before: ReadonlyMap<number, TicketBefore> = new Map()
): Promise<Ticket[]> {
  const tickets = await ticketsByIds(tx, companyId, ticketIds)
  for (const ticket of tickets) tx.bus.emit(ticketChanged, { ticket, before: before.get(ticket.id) ?? null })
  const steps = tickets.flatMap((ticket) => stepOf(ticket, before.get(ticket.id)) ?? [])
  if (steps.length > 0) await ticketsPlaced.run(tx, companyId, steps)
  return tickets
}

type LockedRow = NonNullable<Awaited<ReturnType<typeof repo.lockTicket>>>

/** A locked ticket goes with everything in it. */
async function dropTicket(tx: Ctx, row: LockedRow): Promise<void> {
  const { companyId, id } = row
  const files: FileGroup[] = []
  await beforeTicketDelete.run(tx, companyId, id, files)
  await repo.deleteTicketRow(tx.db, companyId, id)
  await removeUnusedFiles(tx, companyId, files)
  tx.bus.emit(ticketRemoved, { companyId, ticketId: id, place: row })
}

/** A step of `recordsExpire`: closed tickets in which nothing was said since go whole. */
export async function expireTickets(tx: Ctx, companyId: number, { key, before, limit, taken }: Expiry): Promise<void> {
  if (key !== 'messageMonths') return
  const rows = await repo.lockExpiredTickets(tx.db, companyId, before, Math.min(limit, mostTickets))
  for (const row of rows) await dropTicket(tx, row)
  const told = rows.filter((row) => mayHaveCopies(tx, row))
  await emptyCopiesSoon(tx, companyId, { ticketIds: told.map(({ id }) => id) })
  addCount(taken, 'tickets', rows.length)
}

/** A step of `expiryCounted`. */
export async function countExpiredTickets(
  tx: Ctx,
  companyId: number,
  { key, before, counts }: ExpiryPreview
): Promise<void> {
  if (key === 'messageMonths') addCount(counts, 'tickets', await repo.countExpiredTickets(tx.db, companyId, before))
}

/** Errors: ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION. */
export async function deleteTicket(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  if (!mayDeleteTicket(actor)) throw new AppError('ERR_NO_PERMISSION')
  await inTransaction(ctx, async (tx) => {
    const row = await repo.lockTicket(tx.db, actor.companyId, id)
    if (!row) throw new AppError('ERR_NO_TICKET_FOUND')
    await dropTicket(tx, row)
    const { companyId, contactId } = row
    await emptyCopiesSoon(tx, companyId, { ticketIds: [id] })
    recordAudit(tx, { companyId, action: 'ticket.deleted', subject: { type: 'ticket', id }, before: { contactId } })
  })
}

async function dropHandover(tx: Ctx, companyId: number, id: number): Promise<void> {
  await repo.dropHandover(tx.db, companyId, id)
  await ticketTouched(tx, companyId, [id])
}

/** What somebody said with a transfer is taken back, if the ticket still says it. */
export async function takeBackComment(
  tx: Ctx,
  companyId: number,
  { ticketId, fromId, comment }: { ticketId: number; fromId: number; comment: string }
): Promise<void> {
  const handover = (await repo.lockTicket(tx.db, companyId, ticketId))?.handover
  if (handover?.fromId === fromId && handover.comment === comment) await dropHandover(tx, companyId, ticketId)
}

/** The unread counter goes to zero, and what was said with a transfer is read; says whether something was unread. */
export async function clearUnread(tx: Ctx, companyId: number, id: number): Promise<boolean> {
  const row = await repo.lockTicket(tx.db, companyId, id)
  if (!row) return false
  if (row.handover !== null) await dropHandover(tx, companyId, id)
  if (row.unreadMessages === 0) return false
  await repo.setUnread(tx.db, companyId, id, 0)
  tx.bus.emit(ticketRead, { companyId, ticketId: id, place: row })
  return true
}

/** An own message was written: it is the ticket's last one, and the ticket moves to the top of its list. `isAnswer`: by a person. */
export function noteOwnMessage(
  tx: Ctx,
  companyId: number,
  id: number,
  { lastMessage, isAnswer }: { lastMessage: string; isAnswer: boolean }
): Promise<void> {
  return repo.updateTicketRow(tx.db, companyId, id, {
    ...(isAnswer ? { waitingSince: null } : {}),
    lastMessage,
    fromMe: true,
    lastMessageAt: tx.now()
  })
}

/** Service times of tickets that another feature closed or took up again. */
export const noteTicketStatus = (
  tx: Ctx,
  companyId: number,
  ticketIds: number[],
  status: Ticket['status']
): Promise<void> => trackCycles(tx.db, companyId, { ticketIds, status })

/** What comes back by itself says why, as what a person hands over does. */
async function sayWhoLeft(
  tx: Ctx,
  companyId: number,
  tickets: Ticket[],
  why: Pick<Handover, 'kind' | 'from'>
): Promise<void> {
  if (tickets.length === 0) return
  const ids = tickets.map(({ id }) => id)
  await repo.setHandovers(tx.db, companyId, ids, { ...why, fromId: null, comment: '', at: tx.now().toISOString() })
}

/** A queue goes: its tickets stay, without a queue. Runs in the transaction that deletes it. */
export async function releaseQueue(tx: Ctx, companyId: number, queueId: number): Promise<void> {
  const ids = await repo.lockTicketsWhere(tx.db, companyId, { column: 'queueId', id: queueId, onlyActive: true })
  const before = new Map((await ticketsByIds(tx, companyId, ids)).map((ticket) => [ticket.id, ticket]))
  await repo.updateTicketsWhere(
    tx.db,
    companyId,
    { column: 'queueId', id: queueId, onlyActive: false },
    { queueId: null }
  )
  const waiting = [...before.values()].filter(({ status }) => status === 'pending')
  await sayWhoLeft(tx, companyId, waiting, { kind: 'queueRemoved', from: waiting[0]?.queue?.name ?? '' })
  await ticketTouched(tx, companyId, ids, before)
}

/** A user goes: open tickets return to their queue, closed ones forget who had them. */
export async function releaseUser(tx: Ctx, companyId: number, userId: number): Promise<void> {
  const ids = await repo.lockTicketsWhere(tx.db, companyId, { column: 'userId', id: userId, onlyActive: true })
  const before = new Map((await ticketsByIds(tx, companyId, ids)).map((ticket) => [ticket.id, ticket]))
  await repo.updateTicketsWhere(
    tx.db,
    companyId,
    { column: 'userId', id: userId, onlyActive: true },
    { status: 'pending', userId: null }
  )
  await repo.updateTicketsWhere(tx.db, companyId, { column: 'userId', id: userId, onlyActive: false }, { userId: null })
  if (ids.length > 0) await trackCycles(tx.db, companyId, { ticketIds: ids, status: 'pending' })
  const left = [...before.values()]
  await sayWhoLeft(tx, companyId, left, { kind: 'userRemoved', from: left[0]?.user?.name ?? '' })
  await ticketTouched(tx, companyId, ids, before)
}

/** A user goes on leave: open tickets go to whoever stands in, else back to their queue. */
export async function handOnForLeave(tx: Ctx, { companyId, userId, name, standInId }: BegunLeave): Promise<void> {
  const selection = { column: 'userId', id: userId, onlyActive: true } as const
  const ids = await repo.lockTicketsWhere(tx.db, companyId, selection)
  if (ids.length === 0) return
  const tickets = await ticketsByIds(tx, companyId, ids)
  const isWaiting = standInId === null
  await repo.updateTicketsWhere(tx.db, companyId, selection, {
    userId: standInId,
    ...(isWaiting ? { status: 'pending' } : {})
  })
  if (isWaiting) await trackCycles(tx.db, companyId, { ticketIds: ids, status: 'pending' })
  await sayWhoLeft(tx, companyId, tickets, { kind: isWaiting ? 'onLeave' : 'standIn', from: name })
  await ticketTouched(tx, companyId, ids, new Map(tickets.map((ticket) => [ticket.id, { ...ticket, isLeave: true }])))
}

/** A contact goes, and its tickets with it. Runs in the transaction that deletes it. */
export async function releaseContact(tx: Ctx, companyId: number, contactId: number): Promise<void> {
  for (const { id, place } of await repo.assignmentsOfContact(tx.db, companyId, contactId)) {
    tx.bus.emit(ticketRemoved, { companyId, ticketId: id, place })
  }
}

/** A connection goes: its tickets are closed and stay readable, since nobody could answer on them. */
export async function releaseConnection(tx: Ctx, companyId: number, connectionId: number): Promise<void> {
  const ids = await repo.lockTicketsWhere(tx.db, companyId, {
    column: 'connectionId',
    id: connectionId,
    onlyActive: true
  })
  const before = new Map((await ticketsByIds(tx, companyId, ids)).map((ticket) => [ticket.id, ticket]))
  await repo.updateTicketsWhere(
    tx.db,
    companyId,
    { column: 'connectionId', id: connectionId, onlyActive: true },
    { status: 'closed' }
  )
  await repo.updateTicketsWhere(
    tx.db,
    companyId,
    { column: 'connectionId', id: connectionId, onlyActive: false },
    { connectionId: null }
  )
  if (ids.length > 0) await trackCycles(tx.db, companyId, { ticketIds: ids, status: 'closed' })
  await ticketTouched(tx, companyId, ids, before)
}
