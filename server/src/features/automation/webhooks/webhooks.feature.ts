// Webhooks, plugged in.
import { connectionChanged, connectionRemoved } from '#features/inbox/connections/connections.events.ts'
import { beforeContactDelete, contactRemoved, contactSaved } from '#features/inbox/contacts/contacts.events.ts'
import { messageChanged, messageStored } from '#features/inbox/messages/messages.events.ts'
import { copiesToEmpty } from '#features/inbox/erasure/erasure.events.ts'
import { recordsOfPerson } from '#features/inbox/personal-data/personal-data.events.ts'
import { beforeEventsSweep } from '#features/inbox/sync/sync.service.ts'
import { ticketChanged, ticketRemoved } from '#features/inbox/tickets/tickets.events.ts'
import type { Feature } from '#platform/feature.ts'
import { deliveryWorker, sweepDeliveries } from './deliver-webhooks.ts'
import { addDeliveries } from './add-records.ts'
import { emptyDeliveries, erasePerson } from './inspect-deliveries.ts'
import { followCompany, takeUpEvents } from './take-up-events.ts'
import { publishDeliveries, webhooksRealtime } from './webhooks.realtime.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { listening } from './webhooks.service.ts'

export const webhooksFeature: Feature = {
  name: 'webhooks',
  routes: webhookRoutes,
  realtime: webhooksRealtime,
  listeners: (bus) => {
    publishDeliveries(bus)
    listening.listeners(bus)
    beforeContactDelete.add(erasePerson)
    recordsOfPerson.add(addDeliveries)
    copiesToEmpty.add(emptyDeliveries)
    beforeEventsSweep.add(takeUpEvents)
    bus.on(messageStored, (ctx, { ticket }) => followCompany(ctx, ticket.companyId))
    bus.on(messageChanged, (ctx, { ticket }) => followCompany(ctx, ticket.companyId))
    bus.on(ticketChanged, (ctx, { ticket }) => followCompany(ctx, ticket.companyId))
    bus.on(ticketRemoved, (ctx, { companyId }) => followCompany(ctx, companyId))
    bus.on(contactSaved, (ctx, { contact }) => followCompany(ctx, contact.companyId))
    bus.on(contactRemoved, (ctx, { companyId }) => followCompany(ctx, companyId))
    bus.on(connectionChanged, (ctx, { companyId }) => followCompany(ctx, companyId))
    bus.on(connectionRemoved, (ctx, { companyId }) => followCompany(ctx, companyId))
  },
  start: (ctx) => listening.start(ctx),
  jobs: (jobs) => {
    deliveryWorker.register(jobs)
    jobs.schedule('webhooks.take-up', '* * * * *', takeUpEvents)
    jobs.schedule('webhooks.day', '20 4 * * *', sweepDeliveries)
  }
}
