// Calls of quick messages.
import { listQuickMessages } from '@guiche/shared/features/library/quick-messages.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './quick-messages.service.ts'

export const quickMessageRoutes: Route[] = [
  mount(listQuickMessages, (ctx, { actor }) => service.listQuickMessages(ctx, actor))
]
