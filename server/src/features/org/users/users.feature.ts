// Users, plugged in.
import { beforeQueueDelete, queueSaved } from '#features/org/queues/queues.events.ts'
import { roleSaved } from '#features/org/roles/roles.events.ts'
import type { EventBus } from '#platform/ctx.ts'
import type { Feature } from '#platform/feature.ts'
import { userSaved } from './users.events.ts'
import { usersJobs } from './users.jobs.ts'
import { usersRealtime } from './users.realtime.ts'
import { userRoutes } from './users.routes.ts'
import { announceUsersOfQueue, announceUsersOfRole, releaseQueue } from './users.service.ts'

function listen(bus: EventBus): void {
  beforeQueueDelete.add(releaseQueue)
  bus.on(queueSaved, async (ctx, { queue, looksChanged }) => {
    if (looksChanged) await announceUsersOfQueue(ctx, queue.companyId, queue.id)
  })
  bus.on(roleSaved, async (ctx, { role, isNew }) => {
    if (!isNew) await announceUsersOfRole(ctx, role.companyId, role.id)
  })
  bus.on(userSaved, (ctx, { user, rightsChanged }) => {
    if (rightsChanged) ctx.realtime.refreshUser(user.companyId, user.id)
  })
}

export const usersFeature: Feature = {
  name: 'users',
  routes: userRoutes,
  realtime: usersRealtime,
  listeners: listen,
  jobs: usersJobs
}
