// The front door of imports: whether one is wanted, what a phone tells for it, going on and trying again.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { connectionById, sessionTouched } from '#features/inbox/connections/connections.service.ts'
import { takeHistoryJob } from './history-imports.jobs.ts'
import * as repo from './history-imports.repo.ts'

type Told = Extract<InboundMessage, { type: 'history' }>

/** At most one waits: whoever runs takes everything there is. */
const addJob = (tx: Ctx, ref: ConnectionRef): Promise<void> =>
  tx.jobs.add(tx, takeHistoryJob, ref, { singletonKey: `${ref.companyId}/${ref.connectionId}` })

/** Whether what the phone tells is kept; the first question of a newly paired device decides for all it tells. */
export function wantsHistory(ctx: Ctx, ref: ConnectionRef, device: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if (await repo.beginImport(tx.db, ref, device)) await sessionTouched(tx, ref)
    return (await repo.findImport(tx.db, ref))?.device === device
  })
}

/** Keeps what a phone has told, in place of its rows of the journal, and has it taken. */
export function storeHistory(ctx: Ctx, ref: ConnectionRef, told: Told[]): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    let isNew = false
    for (const { journalId, notice } of told) isNew = (await repo.addPart(tx.db, ref, journalId, notice)) || isNew
    if (isNew) await addJob(tx, ref)
  })
}

/** What a killed process has left goes on at once, and does not wait until its job counts as dead. */
export function resumeImport(ctx: Ctx, ref: ConnectionRef): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (await repo.nextPart(tx.db, ref, 0)) await addJob(tx, ref)
  })
}

/** Tries again what could not be imported. Errors: ERR_NO_WAPP_FOUND, ERR_WAPP_NO_HISTORY when nothing has failed. */
export function retryImport(ctx: Ctx, { companyId }: Actor, connectionId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const ref = { companyId, connectionId }
    await connectionById(tx, companyId, connectionId)
    if (!(await repo.restartFailed(tx.db, ref))) throw new AppError('ERR_WAPP_NO_HISTORY')
    await addJob(tx, ref)
    await sessionTouched(tx, ref)
  })
}
