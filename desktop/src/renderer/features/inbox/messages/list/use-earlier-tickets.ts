// The way on into the past where a ticket begins: what its contact was served with before, ticket by ticket.
import { useEffect, useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { listEarlierTickets, ticketEvent, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { notify } from '#platform/device/notify.ts'
import { listen } from '#platform/net/realtime.ts'
import { createThreads } from '#platform/replica/threads.ts'
import { useUser } from '#platform/session/session.ts'
import { timeline } from '#features/inbox/timeline/timeline.store.ts'
import { messages } from '../thread/messages.store.ts'
import { rowsOf, ticketRow, type MessageRow } from './message-rows.ts'

/** By the ticket that is looked at, oldest first. */
const earlier = createThreads<Ticket>({
  order: (a, b) => a.id - b.id,
  fetchPage: async (id, _query, read) => ({
    rows: (await read(listEarlierTickets, { params: { id } })).toReversed(),
    hasMore: false
  })
})

// What becomes of one that is known as an earlier one; a new ticket is none of them.
listen(ticketEvent, (event) => {
  if (event.action !== 'update') return
  for (const [key, { newest }] of earlier.use.getState().threads) {
    if (newest.rows.some(({ id }) => id === event.ticket.id)) earlier.receive(key, event.ticket, { seq: event.seq })
  }
})

interface EarlierTickets {
  /** Those that are looked at, oldest first. */
  tickets: readonly Ticket[]
  hasOlder: boolean
  /** Nothing that was asked for is still on its way. */
  isReady: boolean
  isLoading: boolean
  loadOlder: () => void
}

export function useEarlierTickets(ticketId: number): EarlierTickets {
  const [isAsked, setAsked] = useState(false)
  const [depth, setDepth] = useState(0)
  const { newest, phase } = earlier.useThread(ticketId)
  const known = newest.rows
  const tickets = useMemo(() => (depth === 0 ? [] : known.slice(-depth)), [known, depth])
  const oldestId = tickets[0]?.id
  const oldest = messages.use(
    useShallow(({ threads }) => {
      const thread = oldestId === undefined ? undefined : threads.get(oldestId)
      return {
        hasOlder: thread?.shown.hasOlder === true,
        phase: thread?.phase ?? 'loading',
        isBusy: thread?.isLoadingOlder === true
      }
    })
  )
  useEffect(() => {
    if (!isAsked) return
    earlier.open(ticketId)
    return () => earlier.leave(ticketId)
  }, [isAsked, ticketId])

  const isOldestReady = oldestId === undefined || oldest.phase === 'ready'
  const isListReady = !isAsked || phase === 'ready'
  return {
    tickets,
    hasOlder: !isAsked || (oldestId !== undefined && oldest.hasOlder) || depth < known.length,
    isReady: isOldestReady && isListReady,
    isLoading: oldestId !== undefined && (oldest.isBusy || oldest.phase === 'loading'),
    loadOlder: () => {
      if (!isOldestReady || !isListReady) return
      if (!isAsked) setAsked(true)
      else if (oldestId !== undefined && oldest.hasOlder) void messages.loadOlder(oldestId)?.catch(notify.error)
      else if (depth < known.length) setDepth(depth + 1)
    }
  }
}

/** The rows of earlier tickets, each under its name, and the name of the one that follows them. */
export function useEarlierRows(tickets: readonly Ticket[], present: Ticket): MessageRow[] {
  const writer = useUser()
  const threads = messages.use(useShallow((state) => tickets.map(({ id }) => state.threads.get(id)?.shown)))
  const lines = timeline.use(useShallow((state) => tickets.map(({ id }) => state.threads.get(id)?.shown.rows)))
  return useMemo(() => {
    if (tickets.length === 0) return []
    const rows = tickets.flatMap((ticket, index) => {
      const shown = threads[index]
      if (shown === undefined) return []
      const loaded = { messages: shown.rows, hasOlder: shown.hasOlder, isInPast: false }
      const own = rowsOf(loaded, [], { writer, entries: lines[index] ?? [] })
      return shown.hasOlder ? own : [ticketRow(ticket), ...own]
    })
    return [...rows, ticketRow(present)]
  }, [tickets, present, threads, lines, writer])
}
