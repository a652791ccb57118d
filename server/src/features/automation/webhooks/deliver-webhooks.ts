// Posts deliveries to the addresses of companies, at least once each, and says what came of it.
import { createHmac } from 'node:crypto'
import {
  webhookHeaders,
  webhookRetentionDays,
  webhookPauseHours,
  webhookRetries
} from '@guiche/shared/features/automation/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import { cutText } from '#platform/text/cut-text.ts'
import { callOut, CallOutError } from '#platform/outgoing/call-out.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { defineWorker } from '#platform/work/define-worker.ts'
import type { DeliveryRow, WebhookRef } from './deliveries.repo.ts'
import * as repo from './deliveries.repo.ts'
import { redactDeliveries, shownDelivery } from './inspect-deliveries.ts'
import { deliveryMoved } from './webhooks.events.ts'
import { deliverJob } from './webhooks.jobs.ts'
import { findWebhook, lockWebhook, type WebhookRow } from './webhooks.repo.ts'
import { changed, secretOf } from './webhooks.service.ts'

/** Milliseconds an address may take to answer. */
const patience = 10_000
/** Milliseconds after which a try that nobody ended is taken up by somebody else. */
const lease = 60_000
/** Deliveries taken at once, and posted at once; of an address that is failing only a few, to see whether it is back. */
const batch = 12
const abreast = 4
/** Characters of an answer that are kept. */
const longestStoredAnswer = 1_000
const minute = 60_000

/** `v1=` and HMAC-SHA256 of `<timestamp>.<body>`, in hex. */
const signatureOf = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

interface Outcome {
  status: number | null
  answer: string
}

async function post(ctx: Ctx, webhook: WebhookRow, { id, event, body }: DeliveryRow): Promise<Outcome> {
  const timestamp = Math.floor(ctx.now().getTime() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Guiche-Webhooks/1',
    [webhookHeaders.delivery]: id,
    [webhookHeaders.event]: event,
    [webhookHeaders.timestamp]: String(timestamp),
    [webhookHeaders.signature]: signatureOf(secretOf(ctx, webhook), timestamp, body)
  }
  try {
    const { status, text } = await callOut(
      { config: ctx.config, companyId: webhook.companyId },
      { url: webhook.url, headers, body, timeout: patience }
    )
    return { status, answer: cutText(text, longestStoredAnswer) }
  } catch (error) {
    if (!(error instanceof CallOutError)) throw error
    return { status: null, answer: `${error.failure}: ${error.message}` }
  }
}

const hasArrived = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300

/** The webhook after a try that failed: since when it fails, why, and whether it is left alone from now on. */
async function noteFailure(tx: Ctx, row: WebhookRow, outcome: Outcome, isGivenUp: boolean): Promise<void> {
  const now = tx.now()
  const since = row.failingSince ?? now
  const failure = outcome.status === null ? outcome.answer : `HTTP ${outcome.status}`
  // 410 says that nobody will ever listen there again.
  const isOver =
    outcome.status === 410 || (isGivenUp && now.getTime() - since.getTime() >= webhookPauseHours * 60 * minute)
  const pausedAt = row.pausedAt ?? (isOver ? now : null)
  if (row.failingSince !== null && row.failure === failure && row.pausedAt === pausedAt) return
  await changed(tx, row, { failingSince: since, failure, pausedAt })
  if (row.pausedAt === null && pausedAt)
    tx.log.warn({ companyId: row.companyId, webhookId: row.id, failure }, 'a webhook was paused')
}

function record(ctx: Ctx, delivery: DeliveryRow, outcome: Outcome): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx.db, delivery.companyId, delivery.webhookId)
    if (!row) return
    const now = tx.now()
    const attempts = delivery.attempts + 1
    const wait = hasArrived(outcome) ? undefined : webhookRetries[delivery.attempts]
    const state = hasArrived(outcome) ? 'delivered' : wait === undefined ? 'failed' : 'waiting'
    const nextAt = wait === undefined ? null : new Date(now.getTime() + wait * minute)
    const change = {
      state,
      attempts,
      nextAt,
      lastAt: now,
      lastStatus: outcome.status,
      lastAnswer: outcome.answer
    } as const
    const done = await repo.changeDelivery(tx.db, delivery, change)
    const isPlain = hasArrived(outcome) && delivery.lastAt === null && delivery.seq !== null
    // Thousands arrive at the first try; a page that is open asks for those.
    if (done && !isPlain) {
      const shown = shownDelivery({ ...done, body: delivery.body })
      tx.bus.emit(deliveryMoved, { companyId: row.companyId, delivery: shown })
    }
    if (!hasArrived(outcome)) await noteFailure(tx, row, outcome, state === 'failed')
    else if (row.failingSince !== null && row.pausedAt === null) {
      await changed(tx, row, { failingSince: null, failure: null })
    }
  })
}

async function deliver(ctx: Ctx, webhook: WebhookRow, delivery: DeliveryRow): Promise<boolean> {
  const outcome = await post(ctx, webhook, delivery)
  await record(ctx, delivery, outcome)
  return hasArrived(outcome)
}

/** Delivers these, some at a time; how many arrived. */
async function deliverAll(ctx: Ctx, webhook: WebhookRow, claimed: DeliveryRow[]): Promise<number> {
  const left = [...claimed]
  let arrived = 0
  const work = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) if (await deliver(ctx, webhook, one)) arrived++
  }
  await Promise.all(Array.from({ length: abreast }, work))
  return arrived
}

/** What goes to an address in one go. */
interface Batch {
  webhook: WebhookRow
  deliveries: DeliveryRow[]
  /** A person asked for it: it goes out also where the webhook is paused. */
  isAskedFor: boolean
}

type Key = WebhookRef & { deliveryId?: string | undefined }

async function claimAskedFor(ctx: Ctx, { companyId, webhookId }: WebhookRef, deliveryId: string): Promise<Batch[]> {
  const webhook = await findWebhook(ctx.db, companyId, webhookId)
  const delivery = await repo.findDelivery(ctx.db, companyId, webhookId, deliveryId)
  if (!webhook || delivery?.state !== 'waiting') return []
  return [{ webhook, deliveries: await redactDeliveries(ctx, companyId, [delivery]), isAskedFor: true }]
}

async function claimDue(ctx: Ctx, { companyId, webhookId }: WebhookRef): Promise<Batch[]> {
  const now = ctx.now()
  const [due] = await repo.dueWebhooks(ctx.db, now, { companyId, webhookId })
  const webhook = due && (await findWebhook(ctx.db, companyId, webhookId))
  if (!webhook) return []
  const limit = webhook.failingSince === null ? batch : abreast
  const until = new Date(now.getTime() + lease)
  const claimed = await repo.claimDeliveries(ctx.db, companyId, webhookId, { now, until, limit })
  if (claimed.length === 0) return []
  return [{ webhook, deliveries: await redactDeliveries(ctx, companyId, claimed), isAskedFor: false }]
}

/** Delivers what is due at a webhook until nothing is or nothing arrives, or the one delivery that a person asked for. */
export const deliveryWorker = defineWorker({
  wakes: deliverJob,
  claim: (ctx, key: Key) =>
    key.deliveryId === undefined ? claimDue(ctx, key) : claimAskedFor(ctx, key, key.deliveryId),
  process: async (ctx, { webhook, deliveries, isAskedFor }) => {
    const arrived = await deliverAll(ctx, webhook, deliveries)
    if (isAskedFor || arrived === 0) return 'stop'
  },
  sweepEvery: '* * * * *',
  due: (ctx) => repo.dueWebhooks(ctx.db, ctx.now())
})

/** Once a day: what is too old to be looked at. */
export async function sweepDeliveries(ctx: Ctx): Promise<void> {
  for (const [state, days] of Object.entries(webhookRetentionDays)) {
    const before = new Date(ctx.now().getTime() - days * 24 * 60 * minute)
    await repo.deleteDeliveries(ctx.db, state as keyof typeof webhookRetentionDays, before)
  }
}
