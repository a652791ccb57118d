// Lists of tickets: what a person asked for, within what that person may see.
import { seesAllTickets, ticketPageSize, type TicketQuery } from '@guiche/shared/features/inbox/tickets.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayRange } from '#platform/text/day-range.ts'
import { readTerm } from '#platform/text/search-term.ts'
import * as repo from './lists/list-tickets.repo.ts'
import { searchTickets } from './search/search-tickets.repo.ts'
import type { TicketFilter } from './lists/ticket-order.repo.ts'
import { ticketsByIds } from './tickets.service.ts'

/** Tickets counted at the most. */
const mostCounted = 1000

/** Queues of a list: those asked for, within the own; null stands for tickets without a queue. */
function scopeOf(actor: Actor, query: Pick<TicketQuery, 'queueIds' | 'showAll'>): TicketFilter['scope'] {
  const asked = query.queueIds
  if (seesAllTickets(actor)) {
    if (query.showAll || !asked) return 'all'
    return { userId: actor.id, queueIds: [...asked, null] }
  }
  const own = asked && asked.length > 0 ? actor.queueIds.filter((id) => asked.includes(id)) : actor.queueIds
  return { userId: actor.id, queueIds: [...own, ...(actor.allTicket ? [null] : [])] }
}

/** The days a moment is asked for; a day that is missing or none leaves that end open. */
function happenedOf({ moment, momentFrom, momentTo }: TicketQuery, timeZone: string): TicketFilter['happened'] {
  if (moment === undefined) return null
  return {
    moment,
    from: dayRange(momentFrom, timeZone)?.from ?? '-infinity',
    until: dayRange(momentTo, timeZone)?.until ?? 'infinity'
  }
}

function filterOf(actor: Actor, query: TicketQuery): TicketFilter {
  const seesOthersOpen = seesAllTickets(actor) && query.showAll === true
  const ownOnly = query.status === 'open' && !seesOthersOpen && !query.withUnreadMessages
  return {
    companyId: actor.companyId,
    scope: ownOnly ? { userId: actor.id, queueIds: [] } : scopeOf(actor, query),
    status: query.withUnreadMessages ? null : (query.status ?? null),
    // A search looks everywhere; the open list holds the own tickets unless somebody asks for all who sees them.
    ownOpen: seesOthersOpen || (query.searchParam.trim() !== '' && !query.status) ? null : actor.id,
    tags: [...new Set(query.tags)],
    users: [...new Set(query.users)],
    unreadOnly: query.withUnreadMessages === true || query.unread === true,
    created: dayRange(query.date, actor.timeZone),
    changed: dayRange(query.updatedAt, actor.timeZone),
    happened: happenedOf(query, actor.timeZone)
  }
}

/** A page of 40, newest first or as asked; `count` stops at 1000. */
export async function listTickets(ctx: Ctx, actor: Actor, query: TicketQuery) {
  const filter = filterOf(actor, query)
  const stretch = { offset: (query.pageNumber - 1) * ticketPageSize, limit: ticketPageSize + 1 }
  const term = await readTerm(ctx.db, actor.companyId, query.searchParam, !seesNumbers(actor))
  const { ids, total } = term
    ? await searchTickets(ctx.db, filter, term, stretch)
    : query.order === 'longestWaiting'
      ? await repo.pageOfLongestWaiting(ctx.db, filter, stretch)
      : await repo.pageOfTickets(ctx.db, filter, stretch, mostCounted)
  const countOn = () =>
    // A search that stopped at a full page counts what it has found so far: counting on would search on.
    term ? stretch.offset + ids.length : repo.countTickets(ctx.db, filter, mostCounted)
  const [tickets, count] = await Promise.all([
    ticketsByIds(ctx, actor.companyId, ids.slice(0, ticketPageSize)),
    total ?? countOn()
  ])
  return { tickets, count: Math.min(count, mostCounted), hasMore: ids.length > ticketPageSize }
}

/** The newest tickets in service that the lists of a person hold, at most `most` of each status, in no order. */
export async function idsInService(ctx: Ctx, actor: Actor, most: number): Promise<{ ids: number[]; hasMore: boolean }> {
  const newest = (status: 'open' | 'pending') => {
    const filter = filterOf(actor, { searchParam: '', pageNumber: 1, showAll: true, status })
    return repo.pageOfTickets(ctx.db, filter, { offset: 0, limit: most + 1 }, mostCounted)
  }
  const pages = await Promise.all([newest('open'), newest('pending')])
  return { ids: pages.flatMap(({ ids }) => ids.slice(0, most)), hasMore: pages.some(({ ids }) => ids.length > most) }
}

/** Numbers for the tabs and the bell. */
export async function countTickets(ctx: Ctx, actor: Actor, query: Pick<TicketQuery, 'queueIds' | 'showAll'>) {
  const base = { searchParam: '', pageNumber: 1, ...query }
  const count = (further: Partial<TicketQuery>) =>
    repo.countTickets(ctx.db, filterOf(actor, { ...base, ...further }), mostCounted)
  const [open, pending, unread] = await Promise.all([
    count({ status: 'open' }),
    count({ status: 'pending' }),
    count({ withUnreadMessages: true })
  ])
  return { open, pending, unread }
}
