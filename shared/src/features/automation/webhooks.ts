// Webhooks: a company's events are posted to an address of its own, signed, tried again, and kept to be looked at.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, optionalOf, text, uuid } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { currentPassword } from '../org/users.ts'
import { externalEvents } from './external-events.ts'

/** Headers of a delivery. The signature is `v1=` and, in hex, HMAC-SHA256 of `<timestamp>.<body>` with the secret. */
export const webhookHeaders = {
  delivery: 'x-guiche-delivery',
  event: 'x-guiche-event',
  timestamp: 'x-guiche-timestamp',
  signature: 'x-guiche-signature'
} as const

/** Minutes before each further try of a delivery; after the last one it is given up, some 16 hours after the first. */
export const webhookRetries = [1, 5, 15, 30, 60, 120, 240, 480] as const
/** Hours without a single success after which a delivery that is given up pauses its webhook. */
export const webhookPauseHours = 12
/** Days for which deliveries that arrived, and those that were given up, can be looked at. */
export const webhookRetentionDays = { delivered: 7, failed: 30 } as const
export const mostWebhooks = 20
export const deliveryPageSize = 40

/** A delivery that an admin asked for, to see whether the address answers. */
export const testEvent = 'webhook.test'

export const webhookSchema = z.object({
  id: z.number(),
  url: z.string(),
  events: z.array(z.enum(externalEvents)),
  active: z.boolean(),
  /** Paused by the server, because the address keeps failing. */
  pausedAt: instant.nullable(),
  /** What the last failed try got. */
  failure: z.string().nullable(),
  /** Since when nothing has arrived; null when the last try did. */
  failingSince: instant.nullable(),
  /** Events before this moment were no longer kept when the webhook went on. */
  missedUntil: instant.nullable(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Webhook = z.infer<typeof webhookSchema>

export const webhookDraft = z.object({
  url: text(2_000)
    .trim()
    .min(1, 'Obrigatório')
    .pipe(z.url({ protocol: /^https?$/, error: 'ERR_ADDRESS_INVALID' })),
  events: z.array(z.enum(externalEvents)).min(1, 'ERR_WEBHOOK_EVENTS_REQUIRED'),
  active: z.boolean().default(true)
})
export type WebhookDraft = z.output<typeof webhookDraft>
const webhookPatch = webhookDraft.partial()
export type WebhookPatch = z.output<typeof webhookPatch>

/** What is sent to an address of one's own leaves the company: whoever names one is asked who they are. */
const confirmed = { currentPassword }
const confirmation = 'Asks for the caller’s currentPassword unless they signed in within five minutes'

const withSecret = z.object({
  webhook: webhookSchema,
  /** Shown this once. */
  secret: z.string()
})

const admins = { access: 'admin', planFlag: 'useExternalApi' } as const

export const listWebhooks = endpoint({
  ...admins,
  method: 'GET',
  path: '/webhooks',
  response: z.object({ webhooks: z.array(webhookSchema) })
})
export const createWebhook = endpoint({
  ...admins,
  method: 'POST',
  path: '/webhooks',
  body: webhookDraft.extend(confirmed),
  response: withSecret,
  recentLogin: 'always',
  summary: confirmation
})
export const updateWebhook = endpoint({
  ...admins,
  method: 'PUT',
  path: '/webhooks/:id',
  params: idParams,
  body: webhookPatch.extend(confirmed),
  response: webhookSchema,
  recentLogin: 'sometimes',
  summary: `Events of the time in which it was switched off are not delivered later. A new url: ${confirmation}`
})
export const deleteWebhook = endpoint({
  ...admins,
  method: 'DELETE',
  path: '/webhooks/:id',
  params: idParams,
  response: z.object({ message: z.string() })
})
export const renewWebhookSecret = endpoint({
  ...admins,
  method: 'POST',
  path: '/webhooks/:id/secret',
  params: idParams,
  body: z.object(confirmed),
  response: withSecret,
  recentLogin: 'always',
  summary: `The old secret is worth nothing from then on. ${confirmation}`
})
export const resumeWebhook = endpoint({
  ...admins,
  method: 'POST',
  path: '/webhooks/:id/resume',
  params: idParams,
  response: webhookSchema,
  summary: 'Ends a pause: what failed since the address stopped answering is delivered, then what happened meanwhile'
})
export const tryWebhook = endpoint({
  ...admins,
  method: 'POST',
  path: '/webhooks/:id/test',
  params: idParams,
  response: z.object({ deliveryId: uuid }),
  summary: 'Delivers an event webhook.test'
})

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export const deliverySchema = z.object({
  /** The same with every try: what a receiver knows it by. */
  id: uuid,
  webhookId: z.number(),
  event: z.string(),
  /** Null for a test. */
  seq: z.number().nullable(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of the next try; null when none follows. */
  nextAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** HTTP status of the last answer; null when there was none. */
  lastStatus: z.number().nullable(),
  /** Beginning of the last answer, or why there was none. */
  lastAnswer: z.string(),
  body: z.string(),
  createdAt: instant
})
export type WebhookDelivery = z.infer<typeof deliverySchema>

export const listDeliveries = endpoint({
  ...admins,
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  params: idParams,
  query: z.object({ state: z.enum(deliveryStates).optional(), before: optionalOf(uuid) }),
  response: z.object({ deliveries: z.array(deliverySchema), hasMore: z.boolean() }),
  summary: 'Newest first, 40 a page; `before` is the id of the last one seen'
})
export const replayDelivery = endpoint({
  ...admins,
  method: 'POST',
  path: '/webhooks/:id/deliveries/:deliveryId/replay',
  params: z.object({ id, deliveryId: uuid }),
  response: deliverySchema,
  summary: 'Delivers it once more, under the id it had'
})

export const webhookEvent = wireEvent(
  (companyId) => `company-${companyId}-webhook`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), webhook: webhookSchema }),
    z.object({ action: z.literal('delete'), webhookId: z.number() }),
    /** Sent and not kept: a delivery can be asked for. */
    z.object({ action: z.literal('delivery'), delivery: deliverySchema })
  ])
)
