// What the list shows of a ticket whose newest message was edited or deleted.
import type { Ctx } from '#platform/ctx.ts'
import { newestAmong, writeLastMessages } from './last-message.repo.ts'
import { jsonOf, previewOf } from './message-rows.ts'
import { messageRowsByIds } from '../messages.repo.ts'

/** Writes anew what tickets keep of their last message where it is one of `ids`; call it before it is told. */
export async function renewLastMessages(tx: Ctx, companyId: number, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await messageRowsByIds(tx.db, companyId, await newestAmong(tx.db, companyId, ids))
  const lines = rows.map((row) => ({
    ticketId: row.ticketId,
    line: previewOf({
      mediaType: row.mediaType,
      body: row.body,
      mediaName: jsonOf(row.media)?.name ?? null,
      isDeleted: row.isDeleted
    })
  }))
  await writeLastMessages(tx.db, companyId, lines)
}
