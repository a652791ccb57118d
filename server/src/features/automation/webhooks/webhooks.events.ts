// Events of webhooks and of what is delivered to them.
import type { Webhook, WebhookDelivery } from '@guiche/shared/features/automation/webhooks.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const webhookSaved = domainEvent<{ webhook: Webhook; isNew: boolean }>('webhook saved')
export const webhookRemoved = domainEvent<{ companyId: number; webhookId: number }>('webhook removed')
/** A delivery is new, was tried or waits again. */
export const deliveryMoved = domainEvent<{ companyId: number; delivery: WebhookDelivery }>('delivery moved')
