// What everybody of a company hears when a payment has arrived.
import { paymentEvent } from '@guiche/shared/features/billing/subscription.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { paymentApplied } from './subscription.events.ts'

export function subscriptionRealtime(bus: EventBus): void {
  bus.project(paymentApplied, ({ companyId, invoiceId, dueDate, planId, openedPlan }) => [
    wireMessage(
      paymentEvent,
      { companyId, rooms: [roomOf.company(companyId)] },
      {
        action: 'CONCLUIDA',
        company: { id: companyId, dueDate: dueDate?.toISOString() ?? null, planId },
        ...(openedPlan === undefined ? {} : { openedPlan }),
        invoiceId
      }
    )
  ])
}
