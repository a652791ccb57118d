// What a feature plugs into the application.
import type { Ctx } from './ctx.ts'
import type { EventBus } from './event-bus.ts'
import type { Route } from './http/mount.ts'
import type { Jobs } from './jobs/jobs.ts'

export interface Feature {
  name: string
  routes?: Route[]
  /** Registers projections of domain events to what people see. */
  realtime?: (bus: EventBus) => void
  /** Registers listeners that run after a commit. */
  listeners?: (bus: EventBus) => void
  /** Registers workers and schedules. */
  jobs?: (jobs: Jobs) => void
  /** Runs once after migrations, before the server listens. */
  start?: (ctx: Ctx) => Promise<void>
}
