// Two tickets of one person become one: its history holds the messages of both.
import type { Ctx } from '#platform/ctx.ts'
import { messagesChanged } from '../read/load-messages.ts'
import { moveMessages } from './move-messages.repo.ts'

/** Messages that are told again in their new place; older ones come with the pages of the history. */
const told = 200

/** Runs in the transaction that joins the tickets. */
export async function joinHistories(tx: Ctx, companyId: number, gone: number, kept: number): Promise<void> {
  await messagesChanged(tx, companyId, await moveMessages(tx.db, companyId, { from: gone, into: kept, most: told }))
}
