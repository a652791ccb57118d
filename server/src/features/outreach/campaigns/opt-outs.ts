// Who hears of no campaign ever again: entered by the person's own word or by the company, and never taken out.
import type { CampaignOptOut } from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import { tellCampaign } from './campaign-rows.ts'
import { optedOut } from './campaigns.events.ts'
import * as repo from './opt-outs.repo.ts'

/** Numbers a page. */
const pageSize = 20

const optOutOf = ({ number, name, word, byName, createdAt }: repo.OptOutRow): CampaignOptOut => ({
  number,
  name,
  word,
  byName,
  createdAt: createdAt.toISOString()
})

export const isOptedOut = async (ctx: Ctx, companyId: number, numberKey: string): Promise<boolean> =>
  (await repo.findOptOut(ctx.db, companyId, numberKey)) !== null

/** Enters a number and takes it out of everything that waits, in the transaction of whoever heard of it. */
export const optOut = async (tx: Ctx, row: Omit<repo.OptOutRow, 'createdAt'>): Promise<void> => {
  const { companyId, numberKey } = row
  const inserted = await repo.insertOptOut(tx.db, { ...row, createdAt: tx.now() })
  if (inserted) tx.bus.emit(optedOut, { companyId, record: optOutOf(inserted) })
  for (const campaignId of await repo.skipOptedOut(tx.db, companyId, numberKey)) {
    await tellCampaign(tx, companyId, campaignId)
  }
}

export const listOptOuts = async (
  ctx: Ctx,
  { companyId }: Actor,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number }
) => {
  const search = searchParam.trim()
  const offset = (pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.pageOfOptOuts(ctx.db, companyId, search, { offset, limit: pageSize }),
    repo.countOptOuts(ctx.db, companyId, search)
  ])
  return { records: rows.map(optOutOf), count, hasMore: offset + rows.length < count }
}

/** By the caller's hand; a number that is there already stays as it is. */
export const addOptOut = (
  ctx: Ctx,
  { companyId, name: byName }: Actor,
  { number, ...texts }: { number: string; name: string; word: string }
): Promise<CampaignOptOut> =>
  inTransaction(ctx, async (tx) => {
    const numberKey = keyOfNumber(number)
    await optOut(tx, { companyId, numberKey, number, ...texts, byName })
    const row = await repo.findOptOut(tx.db, companyId, numberKey)
    if (!row) throw new Error('a number that opted out has gone')
    return optOutOf(row)
  })
