// Lists of tickets: what a person asked for, within what that person may see.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { ticketPageSize, type TicketQuery } from '@guiche/shared/features/inbox/tickets.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { containing } from '#platform/like-pattern.ts'
import { dayRange } from './day-range.ts'
import * as repo from './list-tickets.repo.ts'
import type { TicketListFilter } from './list-tickets.repo.ts'
import { ticketOf } from './ticket-rows.ts'

/** Tickets counted at the most. */
const mostCounted = 1000
/** Characters from which on a search looks into messages. */
const shortestInMessages = 3

/** Queues of a list: those asked for, within the own; null stands for tickets without a queue. */
const scopeOf = (actor: Actor, query: Pick<TicketQuery, 'queueIds' | 'showAll'>): TicketListFilter['scope'] => {
  const asked = query.queueIds
  if (isAdmin(actor)) {
    if (query.showAll || !asked) return 'all'
    return { userId: actor.id, queueIds: [...asked, null] }
  }
  const own = asked && asked.length > 0 ? actor.queueIds.filter((id) => asked.includes(id)) : actor.queueIds
  return { userId: actor.id, queueIds: [...own, ...(actor.allTicket ? [null] : [])] }
}

const filterOf = (actor: Actor, query: TicketQuery): TicketListFilter => {
  const search = query.searchParam.trim().toLowerCase()
  const digits = search.replace(/\D/g, '')
  const created = dayRange(query.date, actor.timeZone)
  const changed = dayRange(query.updatedAt, actor.timeZone)
  const seesOthersOpen = isAdmin(actor) && query.showAll === true
  const ownOnly = query.status === 'open' && !seesOthersOpen && !query.withUnreadMessages
  return {
    companyId: actor.companyId,
    scope: ownOnly ? { userId: actor.id, queueIds: [] } : scopeOf(actor, query),
    status: query.withUnreadMessages ? null : (query.status ?? null),
    // A search looks everywhere; the open list holds the own tickets unless an admin asks for all.
    ownOpen: seesOthersOpen || (search !== '' && !query.status) ? null : actor.id,
    tags: query.tags ?? [],
    users: query.users ?? [],
    unreadOnly: query.withUnreadMessages === true,
    createdFrom: created?.from ?? null,
    createdUntil: created?.until ?? null,
    changedFrom: changed?.from ?? null,
    changedUntil: changed?.until ?? null,
    search:
      search === ''
        ? null
        : {
            companyId: actor.companyId,
            like: containing(search),
            likeDigits: digits.length >= 3 ? containing(digits) : '',
            inMessages: search.length >= shortestInMessages
          },
    offset: (query.pageNumber - 1) * ticketPageSize,
    limit: ticketPageSize + 1
  }
}

/** A page of 40, newest first; `count` stops at 1000. */
export const listTickets = async (ctx: Ctx, actor: Actor, query: TicketQuery) => {
  const filter = filterOf(actor, query)
  const rows = await repo.pageOfTickets(ctx.db, filter)
  const shown = rows.slice(0, ticketPageSize)
  // A search counts what it has found so far: counting on would search on.
  const isCounted = filter.search !== null || (query.pageNumber === 1 && rows.length <= ticketPageSize)
  return {
    tickets: shown.map((row) => ticketOf(ctx, actor.companyId, row)),
    count: isCounted ? filter.offset + rows.length : await repo.countTickets(ctx.db, filter, mostCounted),
    hasMore: rows.length > ticketPageSize
  }
}

/** Numbers for the tabs and the bell. */
export const countTickets = async (ctx: Ctx, actor: Actor, query: Pick<TicketQuery, 'queueIds' | 'showAll'>) => {
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
