// Logins, plugged in.
import type { Feature } from '#platform/feature.ts'
import { actorCache } from './actor-cache.ts'
import { sessionsEnded } from './sessions.events.ts'
import { sweepSessions } from './sessions.service.ts'

export const sessionsFeature: Feature = {
  name: 'sessions',
  listeners: (bus) => {
    actorCache.listeners(bus)
    bus.on(sessionsEnded, (ctx, { companyId, userId, sessionIds }) => {
      for (const sessionId of sessionIds) ctx.realtime.disconnect({ companyId, userId, sessionId })
    })
  },
  jobs: (jobs) => jobs.schedule('sweep logins', '17 3 * * *', sweepSessions),
  start: actorCache.start
}
