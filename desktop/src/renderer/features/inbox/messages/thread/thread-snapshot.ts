// The newest messages of a ticket as this computer keeps them, each with its place in the company's order.
import { create } from 'zustand'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { useSession } from '#platform/session/session.ts'
import { dropParts, readPart, writePart } from '#platform/state/persisted.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { addToSnapshot } from '#platform/state/opening-snapshot.ts'
import { eventPosition } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import type { Stretch } from '#platform/replica/stretch.ts'
import type { StoredThread } from '#platform/replica/thread.ts'

/** Messages that are kept of a ticket. */
const mostKept = 60

interface ThreadSnapshot {
  messages: Message[]
  hasOlder: boolean
  /** The company's order was complete up to here when it was written. */
  seq: number
  /** With the numbers of customers, or without; absent in what older versions have kept, which is with them. */
  hasNumbers?: boolean
}

function showsNumbers(): boolean {
  const { user } = useSession.getState()
  return user !== null && seesNumbers(user)
}

/** Since this place in the order every message has been received; null until the place is known again. */
const useOrder = create<{ unbrokenSince: number | null }>(() => ({ unbrokenSince: 0 }))
onLifecycle({ reload: () => useOrder.setState({ unbrokenSince: null }) })
function since(): number {
  const unbrokenSince = useOrder.getState().unbrokenSince ?? eventPosition()
  useOrder.setState({ unbrokenSince })
  return unbrokenSince ?? Infinity
}
addToSnapshot('threads', {
  take: since,
  show: (place: number) => useOrder.setState({ unbrokenSince: place })
})

function isKept(value: unknown): value is ThreadSnapshot {
  const { messages, seq } = (value ?? {}) as Partial<ThreadSnapshot>
  return Array.isArray(messages) && typeof seq === 'number'
}

/** Null when nothing is kept. */
export async function readThread(ticketId: number): Promise<StoredThread<Message> | null> {
  const kept = await readPart(`thread-${ticketId}`)
  // Between an older one and what was heard since, messages may be missing.
  if (!isKept(kept) || kept.seq < since() || (kept.hasNumbers ?? true) !== showsNumbers()) return null
  return { rows: kept.messages, hasOlder: kept.hasOlder, seq: kept.seq }
}

export function writeThread(ticketId: number, { rows, hasOlder }: Stretch<Message>): void {
  const seq = eventPosition()
  if (seq === null) return
  const kept: ThreadSnapshot = {
    messages: rows.slice(-mostKept),
    hasOlder: hasOlder || rows.length > mostKept,
    seq,
    hasNumbers: showsNumbers()
  }
  writePart(`thread-${ticketId}`, kept)
}

/** Links of the files that messages show. */
export function filesOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ mediaUrl, thumbnailUrl }) =>
    [mediaUrl, thumbnailUrl]
      .filter((url) => url !== null && !url.startsWith('data:'))
      .map((url) => serverUrl(url ?? ''))
  )
}

/** A ticket is gone: nothing of it stays on this computer, be it open or not. */
export async function deleteThreadSnapshot(ticketId: number, loaded: readonly Message[]): Promise<void> {
  const kept = await readPart(`thread-${ticketId}`)
  const messages = [...loaded, ...(isKept(kept) ? kept.messages : [])]
  const faces = messages.flatMap(({ contact }) => contact?.profilePicUrl || []).map(serverUrl)
  dropParts([`thread-${ticketId}`], [...new Set([...filesOf(messages), ...faces])])
}
