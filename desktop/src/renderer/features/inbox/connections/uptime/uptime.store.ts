// The share of the last days in which each connection had WhatsApp; asked for again whenever one comes or goes.
import { listUptime, type Uptime } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { useConnections } from '../connections.store.ts'

const list = createWholeList<Uptime & { id: number }>(
  async (read) => (await read(listUptime)).map((uptime) => ({ ...uptime, id: uptime.connectionId })),
  (a, b) => a.id - b.id
)

export const ensureUptime = list.ensure

function workingOf(items: { id: number; status: string }[]): string {
  return items
    .filter(({ status }) => status === 'CONNECTED')
    .map(({ id }) => id)
    .join()
}

useConnections.subscribe(({ items }, before) => {
  if (list.use.getState().phase !== 'idle' && workingOf(items) !== workingOf(before.items)) void list.refresh()
})

/** Of one connection; null until it is known. */
export const useUptime = (connectionId: number): Uptime | null =>
  list.use(({ items }) => items.find(({ id }) => id === connectionId) ?? null)
