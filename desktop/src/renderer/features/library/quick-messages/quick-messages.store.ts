// Quick messages that the person may use: all of them for the message field, and by pages for their screen.
import {
  deleteQuickMessage,
  listQuickMessagePage,
  listQuickMessages,
  quickMessageEvent,
  type QuickMessage
} from '@guiche/shared/features/library/quick-messages.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import { useSession } from '#platform/session/session.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

/** Milliseconds after which the list is asked for again behind what is shown: links to files do not last for ever. */
const shelfLife = 3_600_000

const byShortcode = (a: QuickMessage, b: QuickMessage): number => a.shortcode.localeCompare(b.shortcode)

function whose() {
  const { user } = useSession.getState()
  return user ? { companyId: user.companyId, userId: user.id } : {}
}

const list = createWholeList<QuickMessage>((read) => read(listQuickMessages, { query: whose() }), byShortcode)

export const useQuickMessages = list.use

/** What the screen lists. */
export const quickMessageRows = createPagedList<QuickMessage>({
  fetchPage: async (query, read) => {
    const { records, count, hasMore } = await read(listQuickMessagePage, { query: { ...query, ...whose() } })
    return { items: records, count, hasMore }
  },
  compare: byShortcode,
  matches: ({ shortcode, message }, search) => `${shortcode} ${message}`.toLowerCase().includes(search)
})

const own = ofLogin(() => ({ askedAt: 0 }))

/** Loads the quick messages, or refreshes those that are known when they are no longer fresh. */
export function ensureQuickMessages(): Promise<void> {
  const isFresh = list.use.getState().phase === 'ready' && Date.now() - own().askedAt < shelfLife
  if (isFresh) return Promise.resolve()
  own().askedAt = Date.now()
  return list.refresh()
}

/** Puts in a saved quick message, in both lists that have been asked for. */
export function putQuickMessage(record: QuickMessage, isNew = true): void {
  list.upsert(record)
  quickMessageRows.upsert(record, isNew)
}

function drop(id: number): void {
  list.remove(id)
  quickMessageRows.remove(id)
}

for (const kept of [list, quickMessageRows]) {
  applyEvent(kept, quickMessageEvent, (event) =>
    event.action === 'delete' ? { gone: event.id } : { row: event.record, isNew: event.action === 'create' }
  )
}

/** Deletes a quick message. Errors: ApiError. */
export async function removeQuickMessage(id: number): Promise<void> {
  await call(deleteQuickMessage, { params: { id } })
  drop(id)
}
