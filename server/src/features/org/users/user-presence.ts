// Who is online: set by sockets that come and go, put right when a node died without a word.
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { markSilentOffline, savePresence } from './user-presence.repo.ts'
import { userSaved } from './users.events.ts'
import { usersByIds } from './users.repo.ts'

/** Writes presence; everybody who sees the user hears of a change. */
export function saveUserPresence(ctx: Ctx, who: { companyId: number; userId: number }, online: boolean): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (!(await savePresence(tx.db, who, online, tx.now()))) return
    const [user] = await usersByIds(tx.db, who.companyId, [who.userId])
    if (user) tx.bus.emit(userSaved, { user, isNew: false, rightsChanged: false })
  })
}

/** Milliseconds without a sign of life; consoles give one every 5 minutes. */
const silence = 11 * 60_000

/** Runs on a schedule: people whose node died stay online otherwise. */
export function sweepPresence(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const silent = await markSilentOffline(tx.db, new Date(tx.now().getTime() - silence))
    const byCompany = Map.groupBy(silent, ({ companyId }) => companyId)
    const found = await Promise.all(
      [...byCompany].map(([companyId, who]) =>
        usersByIds(
          tx.db,
          companyId,
          who.map(({ userId }) => userId)
        )
      )
    )
    for (const user of found.flat()) tx.bus.emit(userSaved, { user, isNew: false, rightsChanged: false })
  })
}
