// Doing the same with many tickets: how far it is, what came of it, and the way back.
import { create } from 'zustand'
import { changeTickets, type BulkAction, type BulkResult } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { call, loginSignal } from '#platform/net/http.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { putTicket, removeTicketRow } from '../replica/tickets.store.ts'

/** Tickets of one call: few enough that the progress moves. */
const chunk = 20

type Kind = BulkAction['kind']

export interface BulkOutcome {
  kind: Kind
  total: number
  results: BulkResult[]
  /** What went wrong with the calls that were not answered; their tickets are as they were. */
  error: unknown
  /** What takes it back, in calls; none where that is not possible. */
  undo: Doing[]
}

interface Doing {
  ticketIds: number[]
  action: BulkAction
}

interface BulkState {
  running: { kind: Kind; done: number; total: number } | null
  outcome: BulkOutcome | null
}

const idle: BulkState = { running: null, outcome: null }

export const useTicketBulk = create<BulkState>(() => idle)

onLifecycle({ signedOut: () => useTicketBulk.setState(idle) })

/** How a ticket is put back that was `before`; null where that cannot be done. */
function wayBack(kind: Kind, action: BulkAction, before: Ticket): BulkAction | null {
  switch (kind) {
    case 'resolve':
      return before.status === 'open' || before.status === 'pending'
        ? { kind: 'restore', status: before.status, userId: before.status === 'open' ? before.userId : null }
        : null
    case 'accept':
      return before.status === 'pending' ? { kind: 'giveBack' } : null
    case 'tag':
      return action.kind === 'tag' ? { kind: 'untag', tagId: action.tagId } : null
    case 'untag':
      return action.kind === 'untag' ? { kind: 'tag', tagId: action.tagId } : null
    default:
      return null
  }
}

function undoOf(tickets: readonly Ticket[], action: BulkAction, results: BulkResult[]): Doing[] {
  const done = new Set(results.flatMap(({ ticketId, outcome }) => (outcome === 'done' ? [ticketId] : [])))
  const ways = tickets.flatMap((ticket) => {
    const way = done.has(ticket.id) ? wayBack(action.kind, action, ticket) : null
    return way === null ? [] : [{ id: ticket.id, way }]
  })
  return [...Map.groupBy(ways, ({ way }) => JSON.stringify(way)).values()].flatMap((group) =>
    group[0] ? [{ ticketIds: group.map(({ id }) => id), action: group[0].way }] : []
  )
}

async function carryOut(doings: readonly Doing[], kind: Kind): Promise<Pick<BulkOutcome, 'results' | 'error'>> {
  const total = doings.reduce((sum, { ticketIds }) => sum + ticketIds.length, 0)
  const results: BulkResult[] = []
  useTicketBulk.setState({ running: { kind, done: 0, total }, outcome: null })
  try {
    for (const { ticketIds, action } of doings) {
      for (let at = 0; at < ticketIds.length; at += chunk) {
        const answer = await call(changeTickets, { body: { ticketIds: ticketIds.slice(at, at + chunk), action } })
        results.push(...answer.results)
        for (const result of answer.results) {
          if (result.outcome !== 'done') continue
          if (result.ticket === null) removeTicketRow(result.ticketId)
          else putTicket(result.ticket, answer)
        }
        useTicketBulk.setState({ running: { kind, done: results.length, total } })
      }
    }
    return { results, error: null }
  } catch (error) {
    return { results, error }
  } finally {
    useTicketBulk.setState({ running: null })
  }
}

/** Does the same with these tickets; what came of it is in the store. */
export async function doWithTickets(tickets: readonly Ticket[], action: BulkAction): Promise<void> {
  if (tickets.length === 0 || useTicketBulk.getState().running !== null) return
  const login = loginSignal()
  const told = await carryOut([{ ticketIds: tickets.map(({ id }) => id), action }], action.kind)
  if (login.aborted) return
  const undo = undoOf(tickets, action, told.results)
  useTicketBulk.setState({ outcome: { kind: action.kind, total: tickets.length, ...told, undo } })
}

/** Takes the last doing back. */
export async function undoLast(): Promise<void> {
  const { outcome, running } = useTicketBulk.getState()
  if (outcome === null || running !== null || outcome.undo.length === 0) return
  const total = outcome.undo.reduce((sum, { ticketIds }) => sum + ticketIds.length, 0)
  const login = loginSignal()
  const told = await carryOut(outcome.undo, 'restore')
  if (login.aborted) return
  useTicketBulk.setState({ outcome: { kind: 'restore', total, ...told, undo: [] } })
}

export const dismissOutcome = (): void => useTicketBulk.setState({ outcome: null })
