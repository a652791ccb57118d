// Calls of archives that go into stores by themselves.
import * as contract from '@guiche/shared/features/org/archive-schedules.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './archive-schedules.service.ts'

export const archiveScheduleRoutes: Route[] = [
  mount(contract.showArchiveSchedule, async (ctx, { params }) => ({
    schedule: await service.showArchiveSchedule(ctx, params.id)
  })),
  mount(contract.saveArchiveSchedule, (ctx, call) => service.saveArchiveSchedule(ctx, call, call.params.id, call.body)),
  mount(contract.deleteArchiveSchedule, async (ctx, { params }) => {
    await service.deleteArchiveSchedule(ctx, params.id)
    return { message: 'Automatic archive switched off' }
  }),
  mount(contract.runArchiveSchedule, async (ctx, { params }) => ({
    schedule: await service.runArchiveSchedule(ctx, params.id)
  }))
]
