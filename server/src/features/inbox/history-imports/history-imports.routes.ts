// Calls of imports.
import { retryHistoryImport } from '@guiche/shared/features/inbox/connections.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { retryImport } from './history-imports.service.ts'

export const historyImportRoutes: Route[] = [
  mount(retryHistoryImport, async (ctx, { actor, params }) => {
    await retryImport(ctx, actor, params.id)
    return { message: 'Trying again.' }
  })
]
