// Calls of queues.
import { createQueue, deleteQueue, listQueues, showQueue, updateQueue } from '@guiche/shared/features/org/queues.ts'
import { companyInReach } from '#platform/actor.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './queues.service.ts'

export const queueRoutes: Route[] = [
  mount(listQueues, (ctx, { actor, query }) => service.listQueues(ctx, companyInReach(actor, query.companyId))),
  mount(showQueue, (ctx, { actor, params }) => service.showQueue(ctx, actor.companyId, params.id)),
  mount(createQueue, (ctx, { actor, body }) => service.createQueue(ctx, actor, body)),
  mount(updateQueue, (ctx, { actor, params, body }) => service.updateQueue(ctx, actor, params.id, body)),
  mount(deleteQueue, async (ctx, { actor, params }) => {
    await service.deleteQueue(ctx, actor, params.id)
    return { message: 'Queue deleted' }
  })
]
