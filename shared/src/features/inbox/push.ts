// Web Push: what a browser is told while no window of the desk is open anywhere.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'

/** Browsers of one person; a further one takes the place of the oldest. */
export const mostPushSubscriptions = 10

/** Of bytes in base64url. */
const bytes = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}=*$`))

const pushAddress = z.url({ protocol: /^https?$/ }).max(2_000)

/** What `PushSubscription.toJSON` says. */
export const pushSubscriptionDraft = z.object({
  endpoint: pushAddress,
  /** The browser's public key of 65 bytes, and a secret of 16. */
  keys: z.object({ p256dh: bytes(87), auth: bytes(22) })
})
export type PushSubscriptionDraft = z.output<typeof pushSubscriptionDraft>

const done = z.object({ message: z.string() })

/** What the service worker is given; nothing of a customer unless the person switched it on. */
export interface PushPayload {
  title: string
  body: string
  /** Below the console: where it leads to. */
  path: string
  /** One notification of a tag is shown at a time. */
  tag: string
}

export const showPushKey = endpoint({
  method: 'GET',
  path: '/push/key',
  access: 'user',
  response: z.object({ key: z.string().nullable() }),
  summary: 'The public key of the server in base64url; null where the server is configured not to push'
})
export const savePushSubscription = endpoint({
  method: 'POST',
  path: '/push/subscriptions',
  access: 'user',
  body: pushSubscriptionDraft,
  response: done,
  summary:
    'Tells this browser of news for as long as this login lasts. Only https, and no address of the internal network'
})
export const deletePushSubscription = endpoint({
  method: 'DELETE',
  path: '/push/subscriptions',
  access: 'user',
  body: z.object({ endpoint: pushAddress }),
  response: done,
  summary: 'Of the caller; one that is gone is no error'
})
export const testPush = endpoint({
  method: 'POST',
  path: '/push/test',
  access: 'user',
  body: z.object({ endpoint: pushAddress }),
  response: done,
  summary: 'Pushes once to this browser of the caller, open windows or not'
})
