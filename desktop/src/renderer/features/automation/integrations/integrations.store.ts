// The company's integrations, page by page, kept by calls and by events alike.
import {
  deleteIntegration,
  integrationEvent,
  listIntegrations,
  type Integration
} from '@guiche/shared/features/automation/integrations.ts'
import { call } from '#platform/net/http.ts'
import { createPagedList } from '#platform/state/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'

export const integrations = createPagedList<Integration>({
  fetchPage: async (query) => {
    const { queueIntegrations: items, count, hasMore } = await call(listIntegrations, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name }, search) => name.toLowerCase().includes(search)
})

listen(integrationEvent, (event) => {
  if (integrations.use.getState().phase === 'idle') return
  if (event.action === 'delete') integrations.remove(event.integrationId)
  else integrations.upsert(event.queueIntegration, event.action === 'create')
})

/** Errors: ApiError. */
export async function removeIntegration(id: number): Promise<void> {
  await call(deleteIntegration, { params: { id } })
  integrations.remove(id)
}
