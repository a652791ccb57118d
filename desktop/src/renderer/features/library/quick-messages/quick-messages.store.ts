// Quick messages that the person may use, for the suggestions of the message field.
import { listQuickMessages, type QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { call } from '#platform/http.ts'
import { useSession } from '#platform/session.ts'
import { createWholeList } from '#platform/whole-list.ts'

/** Milliseconds after which the list is asked for again behind what is shown: no event tells of changes. */
const shelfLife = 60_000

const list = createWholeList<QuickMessage>(
  () => {
    const { user } = useSession.getState()
    return call(listQuickMessages, { query: user ? { companyId: user.companyId, userId: user.id } : {} })
  },
  (a, b) => a.shortcode.localeCompare(b.shortcode)
)

export const useQuickMessages = list.use

let askedAt = 0

/** Loads the quick messages, or refreshes those that are known when they are no longer fresh. */
export const ensureQuickMessages = (): Promise<void> => {
  const isFresh = list.use.getState().phase === 'ready' && Date.now() - askedAt < shelfLife
  if (isFresh) return Promise.resolve()
  askedAt = Date.now()
  return list.refresh()
}
