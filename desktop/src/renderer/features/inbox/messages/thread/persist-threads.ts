// Keeps the messages of tickets on this computer as they change, also of those that nobody has opened lately.
import { messageEvent, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { dropParts, snapshotOwner } from '#platform/state/persisted.ts'
import { beforeSnapshot, snapshotChanged } from '#platform/state/opening-snapshot.ts'
import { listen } from '#platform/net/realtime.ts'
import { onSignedOut } from '#platform/session/session.ts'
import { filesOf, deleteThreadSnapshot, readThread, writeThread } from './thread-snapshot.ts'
import { useMessages } from './messages.store.ts'
import { emptyThread, applyMessage } from './thread.ts'

/** Unopened tickets that are brought up to date with one picture. */
const mostAtOnce = 20
/** Messages that wait for that; of those beyond the oldest go, and a look at the ticket fetches them. */
const mostWaiting = 2_000

const changed = new Set<number>()
const heard = new Map<number, { message: Message; seq: number | undefined }[]>()
let waiting = 0

useMessages.subscribe(({ threads }, { threads: before }) => {
  if (snapshotOwner() === null || threads === before) return
  for (const [ticketId, { thread }] of threads) {
    if (thread.isLoaded && thread !== before.get(ticketId)?.thread) changed.add(ticketId)
  }
  if (changed.size > 0) snapshotChanged()
})

function forget(ticketId: number): void {
  waiting -= heard.get(ticketId)?.length ?? 0
  heard.delete(ticketId)
}

listen(messageEvent, ({ message, seq }) => {
  if (snapshotOwner() === null || useMessages.getState().threads.has(message.ticketId)) return
  heard.set(message.ticketId, [...(heard.get(message.ticketId) ?? []), { message, seq }])
  waiting++
  const [oldest] = heard.keys()
  if (waiting > mostWaiting && oldest !== undefined) forget(oldest)
  snapshotChanged()
})

useMessages.subscribe(({ threads }, { threads: before }) => {
  if (snapshotOwner() === null || threads === before) return
  for (const [ticketId, { thread }] of threads) {
    const known = before.get(ticketId)?.thread
    if (known === undefined || known === thread) continue
    const gone = new Set(thread.messages.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])))
    // Deleted for everyone: its file is not looked at here any more either.
    const files = filesOf(known.messages.filter(({ id, isDeleted }) => gone.has(id) && !isDeleted))
    if (files.length > 0) dropParts([], files)
  }
})

listen(ticketEvent, (event) => {
  if (event.action !== 'delete' || snapshotOwner() === null) return
  const { ticketId } = event
  const loaded = useMessages.getState().threads.get(ticketId)?.thread.messages ?? []
  changed.delete(ticketId)
  forget(ticketId)
  void deleteThreadSnapshot(ticketId, loaded)
})

/** Puts what was heard of an unopened ticket behind what is kept of it; without anything kept it begins there. */
async function fold(ticketId: number, news: { message: Message; seq: number | undefined }[]): Promise<void> {
  const kept = (await readThread(ticketId)) ?? { ...emptyThread, isLoaded: true }
  if (useMessages.getState().threads.has(ticketId)) return
  const isBeginning = kept.messages.length === 0
  const thread = news.reduce(
    // Into an empty one nothing would fit that is older than its beginning, which is not known here.
    (now, { message, seq }) => applyMessage(isBeginning ? { ...now, hasOlder: false } : now, message, seq),
    kept
  )
  writeThread(ticketId, isBeginning ? { ...thread, hasOlder: true } : thread)
}

beforeSnapshot(() => {
  const { threads } = useMessages.getState()
  for (const ticketId of changed) {
    const thread = threads.get(ticketId)?.thread
    if (thread?.isLoaded) writeThread(ticketId, thread)
  }
  changed.clear()
  for (const [ticketId, news] of [...heard].slice(0, mostAtOnce)) {
    forget(ticketId)
    void fold(ticketId, news)
  }
  if (heard.size > 0) snapshotChanged()
})

onSignedOut(() => {
  changed.clear()
  heard.clear()
  waiting = 0
})
