// Rules of mentions: whom a note may name, who hears of it, and what they have read.
import {
  mostMentions,
  type Mention,
  type NoteDraft,
  type TicketNote
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { ticketsByIds, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { mentioned, mentionsRead } from './ticket-notes.events.ts'
import * as repo from './mentions.repo.ts'

type Person = TicketNote['mentions'][number]

function mentionOf(ticket: Ticket, note: TicketNote, readAt: Date | null): Mention {
  const { id, uuid, contact } = ticket
  return { id: note.id, note, ticket: { id, uuid, contact }, readAt: readAt?.toISOString() ?? null }
}

/** Everybody who may see the ticket, by name. Errors: ERR_NO_TICKET_FOUND. */
export async function listMentionable(ctx: Ctx, actor: Actor, ticketId: number): Promise<Person[]> {
  await visibleTicket(ctx, actor, ticketId)
  return repo.viewersOf(ctx.db, actor.companyId, ticketId)
}

/** Whom a note names, the writer aside. Errors: ERR_VALIDATION for somebody who may not see the ticket. */
export async function mentionedBy(tx: Ctx, actor: Actor, { ticketId, mentions }: NoteDraft): Promise<Person[]> {
  const ids = new Set(mentions)
  if (ids.size === 0) return []
  const viewers = (await repo.viewersOf(tx.db, actor.companyId, ticketId)).filter(({ id }) => ids.has(id))
  if (viewers.length < ids.size) throw new AppError('ERR_VALIDATION', { fields: { mentions: 'ERR_NO_USER_FOUND' } })
  return viewers.filter(({ id }) => id !== actor.id)
}

/** Those whom a note names hear of it. */
export async function mention(tx: Ctx, ticket: Ticket, note: TicketNote): Promise<void> {
  const userIds = note.mentions.map(({ id }) => id)
  if (userIds.length === 0) return
  await repo.insertMentions(tx.db, ticket.companyId, note.id, userIds)
  tx.bus.emit(mentioned, { companyId: ticket.companyId, userIds, mention: mentionOf(ticket, note, null) })
}

/** What mentions the caller on tickets that they may see, newest first. */
export async function listMentions(ctx: Ctx, actor: Actor): Promise<Mention[]> {
  const rows = await repo.mentionsOf(ctx.db, actor.companyId, actor, mostMentions)
  const ids = new Set(rows.map(({ note }) => note.ticketId))
  const tickets = new Map((await ticketsByIds(ctx, actor.companyId, [...ids])).map((ticket) => [ticket.id, ticket]))
  return rows.flatMap(({ note, readAt }) => {
    const ticket = tickets.get(note.ticketId)
    return ticket ? [mentionOf(ticket, note, readAt)] : []
  })
}

/** Answers with the notes that were unread. */
export function readMentions(ctx: Ctx, actor: Actor, ticketId: number | undefined): Promise<number[]> {
  return inTransaction(ctx, async (tx) => {
    const { companyId, id: userId } = actor
    const at = tx.now()
    const noteIds = await repo.markRead(tx.db, companyId, userId, { ticketId, at })
    if (noteIds.length > 0) tx.bus.emit(mentionsRead, { companyId, userId, noteIds, readAt: at.toISOString() })
    return noteIds
  })
}
