// What was delivered, what waits and what failed, as admins look at it, try it and send it once more.
import {
  deliveryPageSize,
  testEvent,
  type deliveryStates,
  type WebhookDelivery
} from '@guiche/shared/features/automation/webhooks.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import type { Deleted } from '#features/inbox/erasure/erasure.events.ts'
import { patternsOfDeleted } from '#features/inbox/sync/empty-events.ts'
import { tracePatterns } from '#features/inbox/contacts/identity/traces.ts'
import { withoutDeleted } from '#features/inbox/messages/history/redact-deleted.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import type { DeliveryRow } from './deliveries.repo.ts'
import * as repo from './deliveries.repo.ts'
import { deliveryMoved } from './webhooks.events.ts'
import { wake } from '#platform/work/define-worker.ts'
import { deliverJob } from './webhooks.jobs.ts'
import { findWebhook, lockWebhooks } from './webhooks.repo.ts'

/** A delivery as people see it. */
export function shownDelivery(row: DeliveryRow): WebhookDelivery {
  const { companyId: _, ...delivery } = row
  return {
    ...delivery,
    nextAt: row.nextAt?.toISOString() ?? null,
    lastAt: row.lastAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString()
  }
}

/** The same, without what was in messages that are deleted by now. */
export async function redactDeliveries(ctx: Ctx, companyId: number, rows: DeliveryRow[]): Promise<DeliveryRow[]> {
  const stamped = rows.map(({ body, createdAt }) => {
    const value = JSON.parse(body) as { at?: string }
    return { value, at: value.at === undefined ? createdAt : new Date(value.at) }
  })
  const bodies = await withoutDeleted(ctx, companyId, stamped)
  return rows.map((row, place) => ({ ...row, body: JSON.stringify(bodies[place]) }))
}

/** Errors: ERR_NO_WEBHOOK_FOUND. */
async function checkWebhook(ctx: Ctx, companyId: number, webhookId: number): Promise<void> {
  if (!(await findWebhook(ctx.db, companyId, webhookId))) throw new AppError('ERR_NO_WEBHOOK_FOUND')
}

/** A page, newest first. Errors: ERR_NO_WEBHOOK_FOUND. */
export async function listDeliveries(
  ctx: Ctx,
  companyId: number,
  webhookId: number,
  query: { state?: (typeof deliveryStates)[number] | undefined; before?: string | undefined }
): Promise<{ deliveries: WebhookDelivery[]; hasMore: boolean }> {
  await checkWebhook(ctx, companyId, webhookId)
  const wish = { state: query.state, before: query.before, limit: deliveryPageSize + 1 }
  const rows = await repo.pageOfDeliveries(ctx.db, companyId, webhookId, wish)
  const shown = await redactDeliveries(ctx, companyId, rows.slice(0, deliveryPageSize))
  return { deliveries: shown.map(shownDelivery), hasMore: rows.length > deliveryPageSize }
}

/** Asks for one delivery by a person's word: it goes out also where the webhook is paused. */
async function askFor(tx: Ctx, row: DeliveryRow): Promise<WebhookDelivery> {
  const { companyId, webhookId, id: deliveryId } = row
  await wake(tx, deliverJob, { companyId, webhookId, deliveryId })
  const delivery = shownDelivery(row)
  tx.bus.emit(deliveryMoved, { companyId, delivery })
  return delivery
}

/** Errors: ERR_NO_WEBHOOK_FOUND. */
export function tryWebhook(ctx: Ctx, companyId: number, webhookId: number): Promise<{ deliveryId: string }> {
  return inTransaction(ctx, async (tx) => {
    await checkWebhook(tx, companyId, webhookId)
    const at = tx.now()
    const id = uuidv7(at.getTime())
    const body = JSON.stringify({ id, event: testEvent, companyId, seq: null, at: at.toISOString(), data: {} })
    const [row] = await repo.insertDeliveries(tx.db, [
      { companyId, id, webhookId, event: testEvent, body, nextAt: at, createdAt: at }
    ])
    if (!row) throw new Error('a test was inserted without an answer')
    await askFor(tx, row)
    return { deliveryId: id }
  })
}

/** Errors: ERR_NO_DELIVERY_FOUND. */
export function replayDelivery(
  ctx: Ctx,
  companyId: number,
  { id: webhookId, deliveryId }: { id: number; deliveryId: string }
): Promise<WebhookDelivery> {
  return inTransaction(ctx, async (tx) => {
    const known = await repo.findDelivery(tx.db, companyId, webhookId, deliveryId)
    const again = { state: 'waiting' as const, attempts: 0, nextAt: tx.now() }
    const row = known && (await repo.changeDelivery(tx.db, known, again))
    const [redacted] = row ? await redactDeliveries(tx, companyId, [row]) : []
    if (!redacted) throw new AppError('ERR_NO_DELIVERY_FOUND')
    return askFor(tx, redacted)
  })
}

/** Deliveries that are read and written together. */
const batchSize = 200

/** A step of `copiesToEmpty`. What was answered may repeat what was sent, and goes with it. */
export async function emptyDeliveries(tx: Ctx, companyId: number, deleted: Deleted): Promise<void> {
  // Whoever is taking events up has done so before, or finds them empty.
  await lockWebhooks(tx.db, companyId)
  const patterns = await patternsOfDeleted(tx, companyId, deleted)
  let rows: DeliveryRow[] = []
  do {
    const after = rows.at(-1)?.id ?? '00000000-0000-0000-0000-000000000000'
    rows = await repo.deliveriesLike(tx.db, companyId, { patterns, after, limit: batchSize })
    for (const [place, { body }] of (await redactDeliveries(tx, companyId, rows)).entries()) {
      const row = rows[place]
      if (row && row.body !== body) await repo.changeDelivery(tx.db, row, { body, lastAnswer: '' })
    }
  } while (rows.length === batchSize)
}

/** A step of `beforeContactDelete`: what was or was to be delivered of the person is gone, here. Whoever listens hears `contact.deleted`. */
export async function erasePerson(tx: Ctx, companyId: number, _contactId: number, person: ErasedPerson): Promise<void> {
  // Whoever is taking events up has done so before, or finds them empty.
  await lockWebhooks(tx.db, companyId)
  await repo.eraseDeliveries(tx.db, companyId, tracePatterns(person))
}
