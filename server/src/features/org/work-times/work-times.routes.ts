// Calls of work times.
import { endLeave, saveLeave, saveWorkHours } from '@guiche/shared/features/org/work-times.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as leave from './set-leave.ts'
import { setWorkHours } from './set-work-hours.ts'

export const workTimeRoutes: Route[] = [
  mount(saveWorkHours, (ctx, { actor, params, body }) => setWorkHours(ctx, actor, params.id, body.hours)),
  mount(saveLeave, (ctx, { actor, params, body }) => leave.setLeave(ctx, actor, params.id, body)),
  mount(endLeave, (ctx, { actor, params }) => leave.endLeave(ctx, actor, params.id))
]
