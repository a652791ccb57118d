// Keeps the messages of tickets on this computer as they change, also of those that nobody has opened lately.
import { messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { dropParts, snapshotOwner } from '#platform/state/persisted.ts'
import { beforeSnapshot, snapshotChanged } from '#platform/state/opening-snapshot.ts'
import { listen } from '#platform/net/realtime.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { filesOf, deleteThreadSnapshot, readThread, writeThread } from './thread-snapshot.ts'
import { messages, useMessages } from './messages.store.ts'

/** Unopened tickets that are brought up to date with one picture. */
const mostAtOnce = 20
/** Messages that wait for that; of those beyond the oldest go, and a look at the ticket fetches them. */
const mostWaiting = 2_000

interface ReceivedMessage {
  row: Message
  seq: number | undefined
}

/** What is to be written, and what was received of tickets that nobody has opened, and how much that is. */
const own = ofLogin(() => ({
  changed: new Set<number>(),
  received: new Map<number, ReceivedMessage[]>(),
  waiting: 0
}))

useMessages.subscribe(({ threads }, { threads: before }) => {
  if (snapshotOwner() === null || threads === before) return
  for (const [ticketId, { newest }] of threads) {
    if (newest.isLoaded && newest !== before.get(ticketId)?.newest) own().changed.add(ticketId)
  }
  if (own().changed.size > 0) snapshotChanged()
})

function discard(ticketId: number): void {
  const mine = own()
  mine.waiting -= mine.received.get(ticketId)?.length ?? 0
  mine.received.delete(ticketId)
}

listen(messageEvent, ({ message, seq }) => {
  if (snapshotOwner() === null || useMessages.getState().threads.has(message.ticketId)) return
  const mine = own()
  const { received } = mine
  received.set(message.ticketId, [...(received.get(message.ticketId) ?? []), { row: message, seq }])
  mine.waiting++
  const [oldest] = received.keys()
  if (mine.waiting > mostWaiting && oldest !== undefined) discard(oldest)
  snapshotChanged()
})

useMessages.subscribe(({ threads }, { threads: before }) => {
  if (snapshotOwner() === null || threads === before) return
  for (const [ticketId, { newest }] of threads) {
    const known = before.get(ticketId)?.newest
    if (known === undefined || known === newest) continue
    const gone = new Set(newest.rows.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])))
    // Deleted for everyone: its file is not looked at here any more either.
    const files = filesOf(known.rows.filter(({ id, isDeleted }) => gone.has(id) && !isDeleted))
    if (files.length > 0) dropParts([], files)
  }
})

listen(ticketEvent, (event) => {
  if (event.action !== 'delete' || snapshotOwner() === null) return
  const { ticketId } = event
  const loaded = messages.stateOf(ticketId).newest.rows
  own().changed.delete(ticketId)
  discard(ticketId)
  void deleteThreadSnapshot(ticketId, loaded)
})

/** Puts what was heard of an unopened ticket behind what is kept of it; without anything kept it begins there. */
async function fold(ticketId: number, news: ReceivedMessage[]): Promise<void> {
  const stored = await readThread(ticketId)
  if (useMessages.getState().threads.has(ticketId)) return
  if (stored !== null && stored.rows.length > 0) return writeThread(ticketId, messages.withNews(ticketId, stored, news))
  // Into one that has older ones nothing would fit before its beginning, which is not known here.
  const begun = messages.withNews(ticketId, { rows: [], hasOlder: false, seq: -1 }, news)
  writeThread(ticketId, { ...begun, hasOlder: true })
}

beforeSnapshot(() => {
  const { threads } = useMessages.getState()
  const { changed, received } = own()
  for (const ticketId of changed) {
    const newest = threads.get(ticketId)?.newest
    if (newest?.isLoaded) writeThread(ticketId, newest)
  }
  changed.clear()
  for (const [ticketId, news] of [...received].slice(0, mostAtOnce)) {
    discard(ticketId)
    void fold(ticketId, news)
  }
  if (received.size > 0) snapshotChanged()
})
