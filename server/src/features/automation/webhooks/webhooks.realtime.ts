// What admins see when webhooks change and deliveries go out.
import { webhookEvent } from '@guiche/shared/features/automation/webhooks.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { deliveryMoved, webhookRemoved, webhookSaved } from './webhooks.events.ts'

const admins = (companyId: number) => ({ companyId, rooms: [roomOf.admins(companyId)] })

export function webhooksRealtime(bus: EventBus): void {
  bus.project(webhookSaved, ({ webhook, isNew }) => [
    wireMessage(webhookEvent, admins(webhook.companyId), { action: isNew ? 'create' : 'update', webhook })
  ])
  bus.project(webhookRemoved, ({ companyId, webhookId }) => [
    wireMessage(webhookEvent, admins(companyId), { action: 'delete', webhookId })
  ])
}

/** Not logged: each event of the company would be in its log twice, and a page that missed one asks again. */
export function publishDeliveries(bus: EventBus): void {
  bus.on(deliveryMoved, ({ realtime }, { companyId, delivery }) =>
    realtime.publish(wireMessage(webhookEvent, admins(companyId), { action: 'delivery', delivery }))
  )
}
