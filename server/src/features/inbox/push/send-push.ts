// Hands an encrypted notification to the push service of a browser.
import { isIP } from 'node:net'
import webPush from 'web-push'
import type { PushPayload, PushSubscriptionDraft } from '@guiche/shared/features/inbox/push.ts'
import type { Ctx } from '#platform/ctx.ts'
import { CallOutError, checkAddress, fetchOut } from '#platform/outgoing/call-out.ts'
import { isInternal } from '#platform/outgoing/internal-addresses.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import type { SubscriptionRow } from './push.repo.ts'
import { vapidKeysOf } from './vapid-keys.ts'

/** Seconds for which a push service keeps what it cannot deliver: older news is none. */
const keptFor = 4 * 3600
/** Milliseconds a push service may take. */
const patience = 10_000

/**
 * The address, when it may be pushed to: https, except to what the operator has opened of the own network.
 * Errors: CallOutError address, internal.
 */
export function checkPushAddress({ config }: Pick<Ctx, 'config'>, companyId: number, address: string): URL {
  const url = checkAddress({ config, companyId }, address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // What is internal has passed because it was opened.
  const isOpened = isIP(host) !== 0 && isInternal(host)
  if (url.protocol !== 'https:' && !isOpened) throw new CallOutError('address', 'only https')
  return url
}

/** Whom a push service may write to. */
function contactOf({ config }: Ctx): string {
  if (config.publicUrl.startsWith('https:')) return config.publicUrl
  return `mailto:${/[^<\s]+@[^>\s]+/.exec(config.mailFrom)?.[0] ?? 'no-reply@guiche.local'}`
}

/** What came of it: `gone` stands for a browser that is to be forgotten, `refused` for what no further try changes. */
export type PushOutcome = 'sent' | 'gone' | 'refused'

/** Errors: CallOutError unreachable and timeout, and an Error for an answer that asks to try again. */
export async function sendPush(ctx: Ctx, row: SubscriptionRow, payload: PushPayload): Promise<PushOutcome> {
  const { companyId, endpoint } = row
  const keys = JSON.parse(openText(ctx, row.keys)) as PushSubscriptionDraft['keys']
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
    vapidDetails: { subject: contactOf(ctx), ...vapidKeysOf(ctx.secrets) },
    TTL: keptFor,
    urgency: 'high',
    // A later one of the same tag takes the place of what still waits at the push service.
    topic: payload.tag
  })
  const { 'Content-Length': _length, ...rest } = headers
  const call = fetchOut({ config: ctx.config, companyId }, { most: 4_096, timeout: patience })
  try {
    checkPushAddress(ctx, companyId, endpoint)
    const { status } = await call(endpoint, { method: 'POST', headers: rest, body: Uint8Array.from(body ?? []) })
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
    ctx.log.warn({ companyId, status }, 'a push service refused a notification')
    return 'refused'
  } catch (error) {
    if (error instanceof CallOutError && ['address', 'internal'].includes(error.failure)) return 'gone'
    throw error
  }
}
