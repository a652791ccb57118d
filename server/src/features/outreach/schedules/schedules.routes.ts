// Calls of scheduled messages.
import * as contract from '@guiche/shared/features/outreach/schedules.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './schedules.service.ts'
import { decideSchedule } from './send-schedules.ts'

export const scheduleRoutes: Route[] = [
  mount(contract.listSchedules, (ctx, { actor, query }) => service.listSchedules(ctx, actor, query)),
  mount(contract.showSchedule, (ctx, { actor, params }) => service.showSchedule(ctx, actor, params.id)),
  mount(contract.createSchedule, (ctx, { actor, body }) => service.createSchedule(ctx, actor, body)),
  mount(contract.updateSchedule, (ctx, { actor, params, body }) => service.updateSchedule(ctx, actor, params.id, body)),
  mount(contract.deleteSchedule, async (ctx, { actor, params }) => {
    await service.deleteSchedule(ctx, actor, params.id)
    return { message: 'Schedule deleted' }
  }),
  mount(contract.decideSchedule, (ctx, { actor, params, body }) =>
    decideSchedule(ctx, actor, params.id, body.decision)
  ),
  mount(contract.uploadScheduleImage, (ctx, { actor, params, request }) =>
    service.uploadImage(ctx, actor, params.id, request)
  ),
  mount(contract.removeScheduleImage, (ctx, { actor, params }) => service.removeImage(ctx, actor, params.id))
]
