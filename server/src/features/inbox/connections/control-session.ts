// What an admin asks of a session: start it, pair it anew or by code, end it. The supervisor follows what is written here.
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import * as repo from './connection-status.repo.ts'
import { recordConnectionAct } from './record-connection.ts'
import { moveStatus } from './record-status.ts'

interface Change {
  action: 'connection.started' | 'connection.pairing-requested' | 'connection.disconnected'
  order: repo.SessionOrder
  /** What people see of it at once; the session's own reports follow. */
  seen: Pick<Connection, 'status' | 'statusReason'> & { pairing?: Connection['pairing'] }
  /** Throws where the session is in no state for it. */
  check?: (row: repo.SessionRow) => void
}

async function change(ctx: Ctx, ref: ConnectionRef, { action, order, seen, check }: Change): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { status, statusReason: reason, pairing = null } = seen
    const moved = await moveStatus(tx, ref, (row) => {
      check?.(row)
      return { status, reason, qrcode: '', retries: 0, pairing }
    })
    if (!moved) throw new AppError('ERR_NO_WAPP_FOUND')
    await repo.writeOrder(tx.db, ref, order)
    recordConnectionAct(tx, moved, action)
  })
  ctx.whatsapp.wake(ref)
}

const refOf = (actor: Actor, connectionId: number): ConnectionRef => ({ companyId: actor.companyId, connectionId })
const starting = { status: 'OPENING', statusReason: 'starting' } as const
const stopped = { status: 'DISCONNECTED', statusReason: 'stopped' } as const

/** Tries again with the pairing that is known. Errors: ERR_NO_WAPP_FOUND. */
export function startSession(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return change(ctx, refOf(actor, id), { action: 'connection.started', order: { wanted: 'running' }, seen: starting })
}

/** Forgets the pairing and shows a new QR code. Errors: ERR_NO_WAPP_FOUND. */
export function renewSession(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return change(ctx, refOf(actor, id), {
    action: 'connection.pairing-requested',
    order: { wanted: 'running', command: 'renew' },
    seen: starting
  })
}

/** Unlinks the device at WhatsApp and stops. Errors: ERR_NO_WAPP_FOUND. */
export function endSession(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return change(ctx, refOf(actor, id), {
    action: 'connection.disconnected',
    order: { wanted: 'stopped', command: 'logout' },
    seen: stopped
  })
}

/**
 * Asks for a code that is typed on the phone with this number (digits), instead of the QR code the session shows; it and
 * what becomes of it are reported like the QR code. Errors: ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_PAIRING.
 */
export function requestPairingCode(ctx: Ctx, actor: Actor, id: number, number: string): Promise<void> {
  return change(ctx, refOf(actor, id), {
    action: 'connection.pairing-requested',
    order: { wanted: 'running', pairingNumber: number },
    seen: { status: 'qrcode', statusReason: null, pairing: { number, code: '', expiresAt: null, problem: null } },
    check: ({ status, wanted }) => {
      if (status !== 'qrcode' || wanted !== 'running') throw new AppError('ERR_WAPP_NOT_PAIRING')
    }
  })
}
