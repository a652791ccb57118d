// Web Push, plugged in.
import { messagesArrived } from '#features/inbox/messages/messages.events.ts'
import { mentioned } from '#features/inbox/ticket-notes/ticket-notes.events.ts'
import { ticketsPlaced } from '#features/inbox/tickets/tickets.events.ts'
import { sessionsEnded } from '#features/org/sessions/sessions.events.ts'
import type { Feature } from '#platform/feature.ts'
import { announceJob, pushJob } from './push.jobs.ts'
import { deleteOfLogins } from './push.repo.ts'
import { pushRoutes } from './push.routes.ts'
import { announce, announceTickets, push } from './push.service.ts'

export const pushFeature: Feature = {
  name: 'push',
  routes: pushRoutes,
  listeners: (bus) => {
    messagesArrived.add((tx, { companyId }, arrivals) =>
      announceTickets(
        tx,
        companyId,
        arrivals.filter(({ fromMe }) => !fromMe).map(({ ticket }) => ticket.id)
      )
    )
    ticketsPlaced.add((tx, companyId, steps) =>
      announceTickets(
        tx,
        companyId,
        steps.map(({ ticket }) => ticket.id)
      )
    )
    bus.on(mentioned, (ctx, { companyId, mention }) => announceTickets(ctx, companyId, [mention.ticket.id]))
    bus.on(sessionsEnded, async (ctx, { companyId, sessionIds }) => {
      await deleteOfLogins(ctx.db, companyId, sessionIds)
    })
  },
  jobs: (jobs) => {
    jobs.work(announceJob, announce)
    jobs.work(pushJob, push)
  }
}
