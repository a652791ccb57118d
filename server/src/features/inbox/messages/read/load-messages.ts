// Messages as people see them: by id, by page, and after a change.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { ticketsByIds, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import { messageOf } from './message-rows.ts'
import { messageChanged, messageStored } from '../messages.events.ts'
import * as repo from '../messages.repo.ts'

/** Messages with their tickets, in the order of `ids`. */
export async function withTickets(ctx: Ctx, companyId: number, ids: string[]) {
  const rows = await repo.messageRowsByIds(ctx.db, companyId, ids)
  const tickets = new Map(
    (await ticketsByIds(ctx, companyId, [...new Set(rows.map((row) => row.ticketId))])).map((ticket) => [
      ticket.id,
      ticket
    ])
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const ticket = row && tickets.get(row.ticketId)
    return row && ticket ? [{ message: messageOf(ctx, companyId, row, ticket.contact), ticket }] : []
  })
}

/** Tells everybody who may see them how messages look now. */
export async function messagesChanged(tx: Ctx, companyId: number, ids: string[]): Promise<Message[]> {
  if (ids.length === 0) return []
  const changed = await withTickets(tx, companyId, ids)
  for (const one of changed) tx.bus.emit(messageChanged, one)
  return changed.map(({ message }) => message)
}

/** Tells of messages that are new. */
export async function messagesStored(tx: Ctx, companyId: number, ids: string[]): Promise<Message[]> {
  const stored = await withTickets(tx, companyId, ids)
  for (const one of stored) tx.bus.emit(messageStored, one)
  return stored.map(({ message }) => message)
}

/** A message of a ticket that the caller may see. Errors: ERR_NO_MESSAGE_FOUND. */
export async function visibleMessage(ctx: Ctx, actor: Actor, id: string) {
  const row = await repo.lockMessage(ctx.db, actor.companyId, id)
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND')
  const ticket = await visibleTicket(ctx, actor, row.ticketId).catch(() => {
    throw new AppError('ERR_NO_MESSAGE_FOUND')
  })
  return { row, ticket }
}
