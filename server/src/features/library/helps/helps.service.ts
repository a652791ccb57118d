// Rules of help videos: everybody sees them, the super user keeps them.
import type { Help, HelpDraft } from '@guiche/shared/features/library/helps.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { helpDeleted, helpSaved } from './helps.events.ts'
import * as repo from './helps.repo.ts'
import { recordHelp } from './record-help.ts'

/** Helps a page. */
const pageSize = 20
/** Helps of the whole list. */
const mostListed = 500

function helpOf(row: repo.HelpRow): Help {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString()
  }
}

export async function listHelps(ctx: Ctx, query: { searchParam: string; pageNumber: number }) {
  const search = query.searchParam.trim()
  const offset = (query.pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.someHelps(ctx.db, { search, offset, limit: pageSize }),
    repo.countHelps(ctx.db, search)
  ])
  return { records: rows.map(helpOf), count, hasMore: offset + rows.length < count }
}

export const listAllHelps = async (ctx: Ctx): Promise<Help[]> =>
  (await repo.someHelps(ctx.db, { search: '', offset: 0, limit: mostListed })).map(helpOf)

/** Adds one without an id, changes the one with it. Errors: ERR_NO_HELP_FOUND. */
export function saveHelp(ctx: Ctx, id: number | null, draft: HelpDraft): Promise<Help> {
  return inTransaction(ctx, async (tx) => {
    const before = id === null ? null : await repo.lockHelp(tx.db, id)
    const row = await repo.saveHelp(tx.db, id, draft, tx.now())
    if (!row) throw new AppError('ERR_NO_HELP_FOUND')
    const record = helpOf(row)
    recordHelp(tx, before, row)
    tx.bus.emit(helpSaved, { record, isNew: id === null })
    return record
  })
}

/** Errors: ERR_NO_HELP_FOUND. */
export function deleteHelp(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const gone = await repo.deleteHelp(tx.db, id)
    if (!gone) throw new AppError('ERR_NO_HELP_FOUND')
    recordHelp(tx, gone, null)
    tx.bus.emit(helpDeleted, { id })
  })
}
