// The company's integrations, page by page, kept by calls and by events alike.
import {
  deleteIntegration,
  integrationEvent,
  listIntegrations,
  type Integration
} from '@guiche/shared/features/automation/integrations.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'

export const integrations = createPagedList<Integration>({
  fetchPage: async (query, read) => {
    const { queueIntegrations: items, count, hasMore } = await read(listIntegrations, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name }, search) => name.toLowerCase().includes(search)
})

applyEvent(integrations, integrationEvent, (event) =>
  event.action === 'delete'
    ? { gone: event.integrationId }
    : { row: event.queueIntegration, isNew: event.action === 'create' }
)

/** Errors: ApiError. */
export async function removeIntegration(id: number): Promise<void> {
  await call(deleteIntegration, { params: { id } })
  integrations.remove(id)
}
