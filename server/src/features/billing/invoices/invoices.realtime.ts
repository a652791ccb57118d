// What the admins of a company see when its invoices change.
import { invoiceEvent } from '@guiche/shared/features/billing/invoices.ts'
import { planChangeEvent } from '@guiche/shared/features/billing/plan-changes.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { invoiceChanged, invoiceCreated, invoiceDeleted, planChangeMoved } from './invoices.events.ts'

function toAdmins(companyId: number, payload: WirePayload<typeof invoiceEvent>) {
  return [wireMessage(invoiceEvent, { companyId, rooms: [roomOf.holders(companyId, 'financial-page:write')] }, payload)]
}

export function invoicesRealtime(bus: EventBus): void {
  bus.project(invoiceCreated, (invoice) => toAdmins(invoice.companyId, { action: 'create', invoice }))
  bus.project(invoiceChanged, (invoice) => toAdmins(invoice.companyId, { action: 'update', invoice }))
  bus.project(invoiceDeleted, ({ companyId, invoiceId }) => toAdmins(companyId, { action: 'delete', invoiceId }))
  bus.project(planChangeMoved, ({ companyId, pending }) => [
    wireMessage(
      planChangeEvent,
      { companyId, rooms: [roomOf.holders(companyId, 'financial-page:write')] },
      { action: 'update', pending }
    )
  ])
}
