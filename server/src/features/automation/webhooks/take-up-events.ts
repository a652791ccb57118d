// Turns the company's logged events into deliveries. A webhook remembers how far it has come in the same transaction:
// whatever breaks off, nothing is skipped and nothing is taken up twice.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { readOutwardEvents, type OutwardEvent } from '#features/automation/external-api/read-outward-events.ts'
import { oldestStart } from '#features/inbox/sync/sync.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { wake } from '#platform/work/define-worker.ts'
import { defineLocalWorker } from '#platform/work/define-local-worker.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { insertDeliveries } from './deliveries.repo.ts'
import { deliverJob } from './webhooks.jobs.ts'
import type { WebhookKey, WebhookRow } from './webhooks.repo.ts'
import * as repo from './webhooks.repo.ts'
import { changed, hasListeners } from './webhooks.service.ts'

function draftOf({ companyId, id: webhookId }: WebhookRow, outward: OutwardEvent, moment: number) {
  const { connectionId: _, ...event } = outward
  const id = uuidv7(moment)
  const body = JSON.stringify({ id, companyId, ...event })
  const createdAt = new Date(moment)
  return { companyId, id, webhookId, seq: event.seq, event: event.event, body, nextAt: createdAt, createdAt }
}

/** What was not kept long enough cannot be delivered; the webhook says so and goes on with the rest. */
async function skipMissing(tx: Ctx, row: WebhookRow): Promise<boolean> {
  await changed(tx, row, { cursor: await oldestStart(tx, row.companyId), missedUntil: tx.now() })
  return true
}

/** One page of events; true when there may be more. */
function takeUpPage(ctx: Ctx, { companyId, id }: WebhookKey): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const row = await repo.lockWebhook(tx.db, companyId, id)
    if (!row || !row.active || row.pausedAt) return false
    // What was deleted is taken out before each try and where deliveries are shown.
    const page = await readOutwardEvents(tx, companyId, row.cursor, { asTold: true }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'ERR_SYNC_TOO_OLD') return null
      throw error
    })
    if (page === null) return skipMissing(tx, row)
    const now = tx.now().getTime()
    const wanted = page.events.filter(({ event }) => row.events.includes(event))
    // Ids rise with the events, so that lists by id are in their order; none is due later than now.
    const drafts = wanted.map((event, place) => draftOf(row, event, now - wanted.length + place))
    if (drafts.length > 0) {
      await insertDeliveries(tx.db, drafts)
      await wake(tx, deliverJob, { companyId, webhookId: id })
    }
    await repo.changeWebhook(tx.db, row, { cursor: page.seq })
    return page.hasMore
  })
}

/** Takes up whatever has happened, at all companies. */
export async function takeUpEvents(ctx: Ctx): Promise<void> {
  for (const key of await repo.behindWebhooks(ctx.db)) while (await takeUpPage(ctx, key));
}

/** One look at a company, whatever happened meanwhile; another follows when it was woken again. */
const takeUpWorker = defineLocalWorker({
  name: 'webhooks.take-up',
  nameOf: ({ companyId }: { companyId: number }) => String(companyId),
  claim: async (ctx, { companyId }) => {
    const behind = await repo.behindWebhooks(ctx.db, companyId)
    return behind.length > 0 ? [behind] : []
  },
  process: async (ctx, behind: WebhookKey[]) => {
    for (const key of behind) while (await takeUpPage(ctx, key));
    return 'stop'
  }
})

/** After a commit: looks once, and once more if something else happened meanwhile, however much it was. */
export async function followCompany(ctx: Ctx, companyId: number): Promise<void> {
  if (await hasListeners(ctx, companyId)) await takeUpWorker.wake(ctx, { companyId })
}
