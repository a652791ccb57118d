// The company's webhooks, kept by calls and by events alike; open pages of deliveries hear of each.
import {
  deleteWebhook,
  listWebhooks,
  webhookEvent,
  type Webhook,
  type WebhookDelivery
} from '@guiche/shared/features/automation/webhooks.ts'
import { call } from '#platform/net/http.ts'
import { createListeners } from '#platform/net/listeners.ts'
import { listen } from '#platform/net/realtime.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const list = createWholeList<Webhook>(
  async (read) => (await read(listWebhooks)).webhooks,
  (a, b) => a.id - b.id
)

export const useWebhooks = list.use
export const refreshWebhooks = list.refresh
export const putWebhook = list.upsert

const deliveries = createListeners<[WebhookDelivery]>()

/** Hears of deliveries that were tried again, failed or were asked for; answers with the way to stop. */
export const watchDeliveries = deliveries.add

listen(webhookEvent, (event) => {
  if (event.action === 'delivery') deliveries.notify(event.delivery)
})
applyEvent(list, webhookEvent, (event) => {
  if (event.action === 'delivery') return null
  return event.action === 'delete' ? { gone: event.webhookId } : { row: event.webhook }
})

/** Errors: ApiError. */
export async function removeWebhook(id: number): Promise<void> {
  await call(deleteWebhook, { params: { id } })
  list.remove(id)
}
