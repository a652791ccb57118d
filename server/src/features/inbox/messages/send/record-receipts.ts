// Receipts of customers: the status of own messages only moves forward.
import type { FailureReason } from '@guiche/shared/features/inbox/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef, InboundReceipt } from '#platform/whatsapp-port.ts'
import { fail } from './deliver-messages.ts'
import { messagesChanged } from '../read/load-messages.ts'
import * as repo from '../messages.repo.ts'
import { changeTask } from './outbox.repo.ts'
import { refuseChange } from './refuse-change.ts'

/** Takes a batch of receipts: one statement for all, and one to read back what rose. */
export async function recordReceipts(ctx: Ctx, ref: ConnectionRef, batch: InboundReceipt[]): Promise<void> {
  const levels = new Map<string, number>()
  for (const { waIds, level } of batch) for (const id of waIds) levels.set(id, Math.max(level, levels.get(id) ?? 0))
  if (levels.size === 0) return
  await inTransaction(ctx, async (tx) => {
    const changes = [...levels].map(([waId, level]) => ({ waId, level }))
    await messagesChanged(tx, ref.companyId, await repo.raiseAcks(tx.db, ref.companyId, ref.connectionId, changes))
  })
}

/** WhatsApp refused a message after it had taken it. */
export async function recordSendFailure(
  ctx: Ctx,
  ref: ConnectionRef,
  waId: string,
  reason: FailureReason
): Promise<void> {
  const id = await repo.ownMessageByWaId(ctx.db, ref.companyId, ref.connectionId, waId)
  if (id !== null) return fail(ctx, ref.companyId, { messageId: id, reason })
  const change = await changeTask(ctx.db, ref, waId)
  if (change) await refuseChange(ctx, ref.companyId, change)
}
