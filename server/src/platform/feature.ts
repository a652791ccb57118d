// What a feature plugs into the application.
import type { Ctx, EventBus, Jobs } from './ctx.ts'
import type { Route } from './http/mount.ts'
import type { RawRoute } from './realtime/raw-lines.ts'

export interface Feature {
  name: string
  routes?: Route[]
  /** Registers projections of domain events to what people see. */
  realtime?: (bus: EventBus) => void
  /** Registers listeners that run after a commit. */
  listeners?: (bus: EventBus) => void
  /** Registers workers and schedules. */
  jobs?: (jobs: Jobs) => void
  /** Serves a plain WebSocket. */
  line?: (ctx: Ctx) => RawRoute
  /** Runs once after migrations, before the server listens. */
  start?: (ctx: Ctx) => Promise<void>
}
