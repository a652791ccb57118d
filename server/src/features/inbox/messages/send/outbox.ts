// Adds work for a connection's session, in the transaction of the change that asks for it.
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { outboxFilled } from '../messages.events.ts'
import { insertTask, type TaskRow } from './outbox.repo.ts'

export type NewTask = Omit<TaskRow, keyof ConnectionRef>

/**
 * The session hears of it after the commit, on whichever node it runs. False when there is no such connection any more:
 * messages outlive the one they went over.
 */
export async function addTask(tx: Ctx, ref: ConnectionRef, task: NewTask): Promise<boolean> {
  if (!(await insertTask(tx.db, { ...ref, ...task }))) return false
  tx.bus.emit(outboxFilled, ref)
  return true
}
