// Calls of work times.
import { saveWorkHours } from '@guiche/shared/features/org/work-times.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { setWorkHours } from './set-work-hours.ts'

export const workTimeRoutes: Route[] = [
  mount(saveWorkHours, (ctx, { actor, params, body }) => setWorkHours(ctx, actor, params.id, body.hours))
]
