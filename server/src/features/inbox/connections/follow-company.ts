// Sessions follow their company: closed, they rest; deleted, their devices are unlinked.
import type { Ctx } from '#platform/ctx.ts'
import { unlinkConnections } from './connection-status.repo.ts'

/** Runs in the transaction that closes the company for good. */
export const unlinkAll = (tx: Ctx, companyId: number): Promise<void> => unlinkConnections(tx.db, companyId)

/** Whoever runs sessions of the company looks at once whether they are still wanted; which ones does not matter. */
export const wakeSessions = (ctx: Ctx, { companyId }: { companyId: number }): void =>
  ctx.whatsapp.wake({ companyId, connectionId: 0 })
