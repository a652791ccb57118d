// The rules of webhooks: where events go, which ones, and the secret they are signed with.
import { randomBytes } from 'node:crypto'
import {
  mostWebhooks,
  type Webhook,
  type WebhookDraft,
  type WebhookPatch,
  type webhookSchema
} from '@guiche/shared/features/automation/webhooks.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { z } from 'zod'
import type { Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { checkAddressField } from '#platform/outgoing/check-field.ts'
import { lastSeq } from '#platform/events/event-log.repo.ts'
import { openText, sealText } from '#platform/secrets/sealed-text.ts'
import { sharedCache } from '#platform/shared-cache.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import { renewDeliveries } from './deliveries.repo.ts'
import { wake } from '#platform/work/define-worker.ts'
import { deliverJob } from './webhooks.jobs.ts'
import { recordNewSecret, recordNewWebhook, recordWebhookChange, recordWebhookGone } from './record-webhook.ts'
import { webhookRemoved, webhookSaved } from './webhooks.events.ts'
import type { WebhookRow } from './webhooks.repo.ts'
import * as repo from './webhooks.repo.ts'

/** Whether anybody listens at a company: asked with every change there, and mostly not. */
export const listening = sharedCache<boolean>({ channel: 'guiche_webhooks', ttl: 60_000 })

const scopeOf = (companyId: number): string => `${companyId}:`

/** True when a webhook of the company takes events up. */
export const hasListeners = (ctx: Ctx, companyId: number): Promise<boolean> =>
  listening.get(ctx, scopeOf(companyId), () => repo.isListening(ctx.pool, companyId))

function shown(row: WebhookRow): Webhook {
  const { secret: _secret, cursor: _cursor, events, ...webhook } = row
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    ...webhook,
    events: events as z.input<typeof webhookSchema>['events'],
    pausedAt: iso(row.pausedAt),
    failingSince: iso(row.failingSince),
    missedUntil: iso(row.missedUntil),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString()
  }
}

/** Changes a webhook that the caller holds, and tells the admins. */
export async function changed(
  tx: Ctx,
  row: WebhookRow,
  change: Parameters<typeof repo.changeWebhook>[2]
): Promise<Webhook> {
  const webhook = shown(await repo.changeWebhook(tx.db, row, change))
  await listening.forget(tx, scopeOf(row.companyId))
  tx.bus.emit(webhookSaved, { webhook, isNew: false })
  return webhook
}

/** Errors: ERR_NO_WEBHOOK_FOUND. */
async function lockedWebhook(tx: Ctx, companyId: number, id: number): Promise<WebhookRow> {
  const row = await repo.lockWebhook(tx.db, companyId, id)
  if (!row) throw new AppError('ERR_NO_WEBHOOK_FOUND')
  return row
}

function newSecret(ctx: Ctx): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`
  return { secret, sealed: sealText(ctx, secret) }
}

/** What a webhook signs with. */
export const secretOf = (ctx: Ctx, { secret }: WebhookRow): string => openText(ctx, secret)

export const listWebhooks = async (ctx: Ctx, companyId: number): Promise<Webhook[]> =>
  (await repo.webhooksOf(ctx.db, companyId)).map(shown)

/** Errors: ERR_WEBHOOK_LIMIT, ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, those of `confirm`. */
export async function createWebhook(
  ctx: Ctx,
  caller: Caller,
  draft: WebhookDraft
): Promise<{ webhook: Webhook; secret: string }> {
  const { companyId, sessionId } = caller.actor
  checkAddressField({ config: ctx.config, companyId }, 'url', draft.url)
  await caller.confirm()
  const { secret, sealed } = newSecret(ctx)
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    if ((await repo.countWebhooks(tx.db, companyId)) >= mostWebhooks) {
      throw new AppError('ERR_WEBHOOK_LIMIT', { values: { limit: mostWebhooks } })
    }
    const cursor = await lastSeq(tx.db, companyId)
    const row = await repo.insertWebhook(tx.db, { ...draft, companyId, secret: sealed, cursor })
    const webhook = shown(row)
    recordNewWebhook(tx, row)
    await listening.forget(tx, scopeOf(companyId))
    tx.bus.emit(webhookSaved, { webhook, isNew: true })
    return { webhook, secret }
  })
}

/**
 * A new address asks who is at the keyboard: what happens in the company is sent there from then on. Errors:
 * ERR_NO_WEBHOOK_FOUND, ERR_ADDRESS_INTERNAL, ERR_ADDRESS_INVALID, those of `confirm`.
 */
export async function updateWebhook(ctx: Ctx, caller: Caller, id: number, patch: WebhookPatch): Promise<Webhook> {
  const { companyId, sessionId } = caller.actor
  checkAddressField({ config: ctx.config, companyId }, 'url', patch.url)
  const isMoved = ({ url }: WebhookRow) => patch.url !== undefined && patch.url !== url
  const before = await repo.findWebhook(ctx.db, companyId, id)
  if (!before) throw new AppError('ERR_NO_WEBHOOK_FOUND')
  const isConfirmed = isMoved(before)
  if (isConfirmed) await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    const row = await lockedWebhook(tx, companyId, id)
    // Somebody else has moved it since: what is asked for is another address after all.
    if (!isConfirmed && isMoved(row)) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    const isBack = patch.active === true && !row.active
    const start = isBack ? { cursor: await lastSeq(tx.db, companyId) } : {}
    const webhook = await changed(tx, row, { ...patch, ...start, updatedAt: tx.now() })
    recordWebhookChange(tx, row, { ...webhook, companyId })
    return webhook
  })
}

/** Errors: ERR_NO_WEBHOOK_FOUND. */
export function deleteWebhook(ctx: Ctx, companyId: number, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    recordWebhookGone(tx, await lockedWebhook(tx, companyId, id))
    await repo.deleteWebhookRow(tx.db, companyId, id)
    await listening.forget(tx, scopeOf(companyId))
    tx.bus.emit(webhookRemoved, { companyId, webhookId: id })
  })
}

/** Errors: ERR_NO_WEBHOOK_FOUND, those of `confirm`. */
export async function renewSecret(ctx: Ctx, caller: Caller, id: number): Promise<{ webhook: Webhook; secret: string }> {
  const { companyId, sessionId } = caller.actor
  await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    const row = await lockedWebhook(tx, companyId, id)
    const { secret, sealed } = newSecret(tx)
    recordNewSecret(tx, row)
    return { webhook: await changed(tx, row, { secret: sealed, updatedAt: tx.now() }), secret }
  })
}

/** Ends a pause and delivers what failed since it began to. Errors: ERR_NO_WEBHOOK_FOUND. */
export function resumeWebhook(ctx: Ctx, companyId: number, id: number): Promise<Webhook> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockedWebhook(tx, companyId, id)
    const now = tx.now()
    const since = row.failingSince ?? row.pausedAt ?? now
    await renewDeliveries(tx.db, companyId, id, { since, now })
    await wake(tx, deliverJob, { companyId, webhookId: id })
    return changed(tx, row, { pausedAt: null, failingSince: null, failure: null, missedUntil: null })
  })
}
