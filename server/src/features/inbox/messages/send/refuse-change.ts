// WhatsApp refused to delete or change a message: the customer still has it as it was, and so has the desk from now on.
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as content from '../deleted-content.repo.ts'
import { renewLastMessages } from '../read/last-message.ts'
import { messagesChanged } from '../read/load-messages.ts'
import { jsonOf } from '../read/message-rows.ts'
import { lockMessage, updateMessageRow } from '../messages.repo.ts'
import { deleteTasks, type OutboxRow } from './outbox.repo.ts'

interface ChangePayload {
  body?: string
  /** How the message was before it was edited. */
  before?: { body: string; isEdited: boolean }
  userId?: number
}

/** The text goes back, unless it was changed once more: that edit then knows what to go back to. */
async function takeBackEdit(tx: Ctx, companyId: number, row: OutboxRow, messageId: string): Promise<boolean> {
  const { before } = jsonOf<ChangePayload>(row.payload) ?? {}
  if (!before) return false
  if (await content.passOnBefore(tx.db, companyId, { messageId, after: row.id, before })) return false
  const message = await lockMessage(tx.db, companyId, messageId)
  if (message?.isDeleted) await content.putWithdrawnBody(tx.db, companyId, messageId, before.body)
  else await updateMessageRow(tx.db, companyId, messageId, before)
  return true
}

/** Takes a change off the outbox and the message back to what the customer sees; everybody is told, with the reason. */
export function refuseChange(ctx: Ctx, companyId: number, row: OutboxRow): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await deleteTasks(tx.db, companyId, [row.id])
    const { messageId, kind } = row
    if (messageId === null || (kind !== 'delete' && kind !== 'edit')) return
    const message = await lockMessage(tx.db, companyId, messageId)
    if (!message) return
    const isBack =
      kind === 'delete'
        ? await content.restoreContent(tx.db, companyId, messageId)
        : await takeBackEdit(tx, companyId, row, messageId)
    if (!isBack) return
    const changeRefusedBy = jsonOf<ChangePayload>(row.payload)?.userId ?? null
    await updateMessageRow(tx.db, companyId, messageId, { changeRefused: kind, changeRefusedBy })
    await renewLastMessages(tx, companyId, [messageId])
    const quoting = await content.quotingIds(tx.db, companyId, [messageId])
    await messagesChanged(tx, companyId, [messageId, ...quoting])
  })
}
