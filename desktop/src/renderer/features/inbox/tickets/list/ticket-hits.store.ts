// Which message of a found ticket holds the text that was searched for.
import { create } from 'zustand'
import { findTicketHits, type MessageHit } from '@guiche/shared/features/inbox/message-search.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createNewest } from '#platform/state/newest.ts'
import { jumpTo } from '#features/inbox/messages/thread/messages.store.ts'

export interface TicketHit {
  search: string
  message: MessageHit
}

/** By ticket. */
type Hits = ReadonlyMap<number, TicketHit>

export const useTicketHits = create<{ hits: Hits }>(() => ({ hits: new Map() }))

const asked = createNewest()

/** The hits in these tickets; none when they cannot be had, since the tickets themselves were found. */
export async function findHits(search: string, ticketIds: readonly number[]): Promise<Hits> {
  if (search.trim() === '' || ticketIds.length === 0) return new Map()
  const query = { searchParam: search.trim(), ticketIds: [...ticketIds] }
  const { hits } = await call(findTicketHits, { query }).catch(() => ({ hits: [] }))
  return new Map(hits.map(({ ticketId, message }) => [ticketId, { search, message }]))
}

/** Shows the hits in a page of found tickets; the first page of a search begins anew. */
export async function showHits(search: string, ticketIds: readonly number[], isFirst: boolean): Promise<void> {
  const isNewest = isFirst ? asked.begin() : asked.join()
  // What another search has found would be shown as if this one had.
  useTicketHits.setState(({ hits }) => ({ hits: new Map([...hits].filter(([, hit]) => hit.search === search)) }))
  const hits = await findHits(search, ticketIds)
  if (!isNewest()) return
  useTicketHits.setState((before) => ({ hits: isFirst ? hits : new Map([...before.hits, ...hits]) }))
}

/** Leads to the message in its conversation. */
export function jumpToHit(ticketId: number, hit: TicketHit | undefined): void {
  if (hit) void jumpTo(ticketId, hit.message.id).catch(notify.error)
}

onLifecycle({
  signedOut: () => {
    asked.outdate()
    useTicketHits.setState({ hits: new Map() })
  }
})
