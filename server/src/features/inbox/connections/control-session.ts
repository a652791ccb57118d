// What an admin asks of a session: start it, pair it anew, end it. The supervisor follows what is written here.
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import * as repo from './connection-status.repo.ts'
import { moveStatus } from './record-status.ts'

/** Writes an order and what people see of it at once; the session's own reports follow. */
const order = async (
  ctx: Ctx,
  ref: ConnectionRef,
  wanted: repo.SessionOrder,
  seen: Pick<Connection, 'status' | 'statusReason'>
): Promise<void> => {
  await inTransaction(ctx, async (tx) => {
    await repo.writeOrder(tx.db, ref, wanted)
    const report = { status: seen.status, reason: seen.statusReason, qrcode: '', retries: 0 }
    if (!(await moveStatus(tx, ref, () => report))) throw new AppError('ERR_NO_WAPP_FOUND')
  })
  ctx.whatsapp.wake(ref)
}

const refOf = (actor: Actor, connectionId: number): ConnectionRef => ({ companyId: actor.companyId, connectionId })
const starting = { status: 'OPENING', statusReason: 'starting' } as const
const stopped = { status: 'DISCONNECTED', statusReason: 'stopped' } as const

/** Tries again with the pairing that is known. Errors: ERR_NO_WAPP_FOUND. */
export const startSession = (ctx: Ctx, actor: Actor, id: number): Promise<void> =>
  order(ctx, refOf(actor, id), { wanted: 'running' }, starting)

/** Forgets the pairing and shows a new QR code. Errors: ERR_NO_WAPP_FOUND. */
export const renewSession = (ctx: Ctx, actor: Actor, id: number): Promise<void> =>
  order(ctx, refOf(actor, id), { wanted: 'running', command: 'renew' }, starting)

/** Unlinks the device at WhatsApp and stops. Errors: ERR_NO_WAPP_FOUND. */
export const endSession = (ctx: Ctx, actor: Actor, id: number): Promise<void> =>
  order(ctx, refOf(actor, id), { wanted: 'stopped', command: 'logout' }, stopped)
