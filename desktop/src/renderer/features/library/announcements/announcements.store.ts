// Announcements: the active ones that the popover shows to everybody, and all of them for the super user's screen.
import { useMemo } from 'react'
import {
  announcementEvent,
  deleteAnnouncement,
  listAnnouncements,
  type Announcement
} from '@guiche/shared/features/library/announcements.ts'
import { isReadable } from '@guiche/shared/kernel/languages.ts'
import { call } from '#platform/net/http.ts'
import { remember, useLocalValue } from '#platform/state/local-store.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import { listen, useRealtime } from '#platform/net/realtime.ts'

const newestFirst = (a: Announcement, b: Announcement): number => b.createdAt.localeCompare(a.createdAt) || b.id - a.id

/** What the popover shows. */
export const announcements = createPagedList<Announcement>({
  fetchPage: async (query, read) => {
    const { records, count, hasMore } = await read(listAnnouncements, { query })
    // The super user gets inactive ones as well.
    return { items: records.filter(({ status }) => status), count, hasMore }
  },
  compare: newestFirst,
  filter: ({ status }) => status
})

/** What the super user's screen lists. */
export const managedAnnouncements = createPagedList<Announcement>({
  fetchPage: async (query, read) => {
    const { records, count, hasMore } = await read(listAnnouncements, { query })
    return { items: records, count, hasMore }
  },
  compare: newestFirst,
  matches: ({ title }, search) => title.toLowerCase().includes(search)
})

const isLoaded = (list: typeof announcements): boolean => list.use.getState().phase !== 'idle'

/** Puts in a saved announcement, in both lists that have been asked for. */
export function putAnnouncement(record: Announcement, isNew = true): void {
  managedAnnouncements.upsert(record, isNew)
  announcements.upsert(record)
}

function dropAnnouncement(id: number): void {
  managedAnnouncements.remove(id)
  announcements.remove(id)
}

listen(announcementEvent, (event) => {
  if (event.action === 'delete') dropAnnouncement(event.id)
  else putAnnouncement(event.record, event.action === 'create')
})

// These events are not kept for those who were away.
useRealtime.subscribe(({ state }, before) => {
  if (state !== 'online' || before.state !== 'offline') return
  for (const list of [announcements, managedAnnouncements]) if (isLoaded(list)) void list.refresh()
})

export function ensureAnnouncements(): void {
  if (!isLoaded(announcements)) void announcements.refresh()
}

/** Deletes an announcement. Errors: ApiError. */
export async function removeAnnouncement(id: number): Promise<void> {
  await call(deleteAnnouncement, { params: { id } })
  dropAnnouncement(id)
}

/** The loaded ones that are for whoever speaks the chosen language. */
export function useReadable(): Announcement[] {
  const spoken = useLocalValue('language')
  const items = announcements.use((state) => state.items)
  return useMemo(() => items.filter(({ language }) => isReadable(language, spoken)), [items, spoken])
}

/** How many of them came after the person last looked. */
export function useUnseenCount(): number {
  const seenAt = useLocalValue('announcementsSeen')
  return useReadable().filter(({ createdAt }) => createdAt > seenAt).length
}

/** The person has looked at those that are there now. */
export function noteSeen(): void {
  const newest = announcements.use.getState().items[0]?.createdAt
  if (newest !== undefined) remember('announcementsSeen', newest)
}
