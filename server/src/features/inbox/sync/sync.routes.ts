// The call that catches up.
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { eventsAfter } from './sync.service.ts'

export const syncRoutes: Route[] = [mount(syncEvents, (ctx, { actor, query }) => eventsAfter(ctx, actor, query.after))]
