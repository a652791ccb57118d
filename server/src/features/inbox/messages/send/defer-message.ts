// Takes a message that could not go out yet off its way, and puts it back there under the same WhatsApp id.
import type { Ctx } from '#platform/ctx.ts'
import { waAddressOf } from '#features/inbox/contacts/contacts.service.ts'
import { messagesChanged } from '../read/load-messages.ts'
import * as repo from '../messages.repo.ts'
import { addTask } from './outbox.ts'
import { deleteSendOf } from './outbox.repo.ts'

/** False when it no longer waits. Runs in the transaction of whoever remembers that it is held. */
export async function deferMessage(tx: Ctx, companyId: number, id: string): Promise<boolean> {
  const row = await repo.lockMessage(tx.db, companyId, id)
  if (row?.delivery !== 'waiting' || !(await deleteSendOf(tx.db, companyId, id))) return false
  await repo.updateMessageRow(tx.db, companyId, id, { delivery: 'cancelled' })
  await messagesChanged(tx, companyId, [id])
  return true
}

/** Holds the messages at the end of a ticket that still wait, whose client ids begin with the mark. */
export async function deferLastMessages(tx: Ctx, companyId: number, ticketId: number, mark: string): Promise<void> {
  for (const { id, clientId } of await repo.lastMessages(tx.db, companyId, ticketId, 5)) {
    if (!clientId?.startsWith(mark) || !(await deferMessage(tx, companyId, id))) return
  }
}

/** True also when it went out after all; false when it is gone, or has no way to go any more. */
export async function releaseMessage(tx: Ctx, companyId: number, id: string): Promise<boolean> {
  const row = await repo.lockMessage(tx.db, companyId, id)
  if (!row || row.connectionId === null || row.isDeleted) return false
  if (row.delivery !== 'cancelled') return true
  const chat = await waAddressOf(tx, companyId, row.contactId)
  if (chat === null) return false
  const task = { chat, kind: 'send', messageId: id } as const
  if (!(await addTask(tx, { companyId, connectionId: row.connectionId }, task))) return false
  await repo.updateMessageRow(tx.db, companyId, id, { delivery: 'waiting', failure: null })
  await messagesChanged(tx, companyId, [id])
  return true
}
