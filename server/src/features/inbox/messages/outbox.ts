// Adds work for a connection's session, in the transaction of the change that asks for it.
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { outboxFilled } from './messages.events.ts'
import { insertTask, type OutboxRow } from './outbox.repo.ts'

export interface NewTask {
  chat: string
  kind: OutboxRow['kind']
  messageId: string | null
  payload?: Record<string, unknown>
}

/** The session hears of it after the commit, on whichever node it runs. */
export const addTask = async (tx: Ctx, ref: ConnectionRef, task: NewTask): Promise<void> => {
  await insertTask(tx.db, { ...ref, ...task })
  tx.bus.emit(outboxFilled, ref)
}
