// Deletes a connection: its device is unlinked, what holds on to it lets go, and another one becomes the default.
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { releaseConnection as releaseTickets } from '#features/inbox/tickets/tickets.service.ts'
import { releaseConnection as releaseUsers } from '#features/org/users/users.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { isSessionAtWork } from './connection-status.repo.ts'
import { beforeConnectionDelete, connectionRemoved } from './connections.events.ts'
import * as repo from './connections.repo.ts'
import { connectionById, connectionsTouched } from './connections.service.ts'
import { endSession } from './control-session.ts'
import { recordConnectionGone } from './record-connection.ts'

/** Milliseconds a running session gets to unlink its device before its credentials go with the connection. */
const patience = 5000
const interval = 50

/** Without its credentials nobody could unlink the device any more, and the phone would list it for weeks. */
async function untilUnlinked(ctx: Ctx, ref: ConnectionRef): Promise<void> {
  for (let waited = 0; waited < patience && (await isSessionAtWork(ctx.db, ref)); waited += interval) {
    await setTimeout(interval)
  }
}

/** The next default: one that is connected, else the oldest. */
const heirOf = (others: repo.ConnectionKey[]): repo.ConnectionKey | undefined =>
  others.find((one) => one.status === 'CONNECTED') ?? others[0]

/** Errors: ERR_NO_WAPP_FOUND. */
export async function deleteConnection(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor
  const ref = { companyId, connectionId: id }
  await endSession(ctx, actor, id)
  await untilUnlinked(ctx, ref)
  await inTransaction(ctx, async (tx) => {
    const all = await repo.lockConnections(tx.db, companyId)
    const gone = all.find((one) => one.id === id)
    if (!gone) throw new AppError('ERR_NO_WAPP_FOUND')
    await repo.lockForDelete(tx.db, companyId, id)
    recordConnectionGone(tx, await connectionById(tx, companyId, id))
    await releaseUsers(tx, companyId, id)
    await beforeConnectionDelete.run(tx, companyId, id)
    await releaseTickets(tx, companyId, id)
    await repo.deleteConnectionRow(tx.db, companyId, id)
    tx.bus.emit(connectionRemoved, ref)
    const heir = gone.isDefault ? heirOf(all.filter((one) => one.id !== id)) : undefined
    if (!heir) return
    await repo.updateConnectionRow(tx.db, companyId, heir.id, { isDefault: true })
    await connectionsTouched(tx, companyId, [heir.id])
  })
  ctx.whatsapp.wake(ref)
}
