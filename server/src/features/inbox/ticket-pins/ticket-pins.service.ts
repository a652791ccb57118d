// Rules of pins: a few tickets a person, of those that the person may see.
import { mostPins, type TicketPin } from '@guiche/shared/features/inbox/ticket-pins.ts'
import { maySeeTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { lockedTicket, ticketsByIds, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { ticketPinned, ticketUnpinned } from './ticket-pins.events.ts'
import * as repo from './ticket-pins.repo.ts'

const personOf = ({ companyId, id }: Actor) => ({ companyId, userId: id })

async function seenOf(ctx: Ctx, actor: Actor, pins: TicketPin[]): Promise<Ticket[]> {
  const tickets = await ticketsByIds(
    ctx,
    actor.companyId,
    pins.map(({ ticketId }) => ticketId)
  )
  return tickets.filter((ticket) => maySeeTicket(actor, ticket))
}

/** The newest pin first; a ticket that went out of sight keeps its pin, and is not among the tickets. */
export async function listPins(ctx: Ctx, actor: Actor): Promise<{ pins: TicketPin[]; tickets: Ticket[] }> {
  const pins = await repo.pinsOf(ctx.db, personOf(actor))
  return { pins, tickets: await seenOf(ctx, actor, pins) }
}

/** Takes the pins off; those that were there are told. Returns how many. */
async function unpin(tx: Ctx, actor: Actor, ticketIds: number[]): Promise<number> {
  const person = personOf(actor)
  const gone = await repo.deletePins(tx.db, person, ticketIds)
  for (const ticketId of gone) tx.bus.emit(ticketUnpinned, { ...person, ticketId })
  return gone.length
}

/** Nobody can unpin what is out of sight, so that it gives way. Errors: ERR_TICKET_PINS_FULL. */
async function makeRoom(tx: Ctx, actor: Actor, pins: TicketPin[]): Promise<void> {
  const seen = new Set((await seenOf(tx, actor, pins)).map(({ id }) => id))
  if (seen.size >= mostPins) throw new AppError('ERR_TICKET_PINS_FULL', { values: { limit: mostPins } })
  const unseen = pins.filter(({ ticketId }) => !seen.has(ticketId))
  await unpin(
    tx,
    actor,
    unseen.map(({ ticketId }) => ticketId)
  )
}

/** Pinned already is well. Errors: ERR_NO_TICKET_FOUND, ERR_TICKET_PINS_FULL. */
export function pinTicket(ctx: Ctx, actor: Actor, ticketId: number): Promise<TicketPin> {
  return inTransaction(ctx, async (tx) => {
    const person = personOf(actor)
    await repo.lockPerson(tx.db, person)
    await lockedTicket(tx, actor, ticketId)
    const pins = await repo.pinsOf(tx.db, person)
    const present = pins.find((pin) => pin.ticketId === ticketId)
    if (present) return present
    if (pins.length >= mostPins) await makeRoom(tx, actor, pins)
    const pin = await repo.insertPin(tx.db, person, { ticketId, createdAt: tx.now() })
    tx.bus.emit(ticketPinned, { ...person, pin })
    return pin
  })
}

/** Not pinned is well. Errors: ERR_NO_TICKET_FOUND for a ticket out of sight that is not pinned. */
export function unpinTicket(ctx: Ctx, actor: Actor, ticketId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if ((await unpin(tx, actor, [ticketId])) === 0) await visibleTicket(tx, actor, ticketId)
  })
}

/** Two tickets become one: who has pinned the one that goes has pinned the one that stays. */
export async function joinPins(tx: Ctx, companyId: number, gone: number, kept: number): Promise<void> {
  for (const { userId, pin } of await repo.addPinsOf(tx.db, companyId, gone, kept)) {
    tx.bus.emit(ticketPinned, { companyId, userId, pin })
  }
}
