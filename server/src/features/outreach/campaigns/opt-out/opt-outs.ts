// Who hears of no campaign ever again: entered by the person's own word or by the company. Taken back by an admin alone,
// and who did stays written.
import type { CampaignOptOut } from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import type { EnteredConsent } from '#features/inbox/consents/consents.events.ts'
import { noteConsentOfNumber } from '#features/inbox/consents/consents.service.ts'
import { erasedDigest } from '#features/inbox/erasure/erasure.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { optOutChanged } from '../campaigns.events.ts'
import { campaignNews } from '../campaigns.jobs.ts'
import * as repo from './opt-outs.repo.ts'

/** Numbers a page. */
const pageSize = 20

function optOutOf({ number, name, word, byName, createdAt, ...row }: repo.OptOutRow): CampaignOptOut {
  return {
    number,
    name,
    word,
    byName,
    createdAt: createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedByName: row.revokedByName
  }
}

/** Under which a number is entered, and is when whoever it was has been erased: then it is recognised and not read. */
function keysOf(ctx: Ctx, companyId: number, numberKey: string): [plain: string, erased: string] {
  return [numberKey, `erased-${erasedDigest(ctx, companyId, numberKey)}`]
}

/** Whoever opted out is never written to, also after the person was erased: what is left tells nobody who it was. */
export async function eraseOptOut(tx: Ctx, companyId: number, numberKey: string): Promise<void> {
  const [plain, erased] = keysOf(tx, companyId, numberKey)
  await repo.eraseOptOut(tx.db, companyId, plain, erased)
}

/** Those of them who want to hear of no campaign. */
export async function optedOutAmong<T extends { numberKey: string }>(
  ctx: Ctx,
  companyId: number,
  people: T[]
): Promise<T[]> {
  const keys = await repo.optedOutKeys(
    ctx.db,
    companyId,
    people.flatMap(({ numberKey }) => keysOf(ctx, companyId, numberKey))
  )
  return people.filter(({ numberKey }) => keysOf(ctx, companyId, numberKey).some((key) => keys.has(key)))
}

/**
 * Enters a number and takes it out of everything that waits, in the transaction of whoever heard of it. False when it was
 * entered before.
 */
export async function optOut(
  tx: Ctx,
  row: Omit<repo.OptOutRow, 'createdAt' | 'revokedAt' | 'revokedByName'>
): Promise<boolean> {
  const { companyId, numberKey } = row
  const inserted = await repo.insertOptOut(tx.db, { ...row, createdAt: tx.now() })
  if (inserted) tx.bus.emit(optOutChanged, { companyId, record: optOutOf(inserted), isNew: true })
  for (const campaignId of await repo.skipOptedOut(tx.db, companyId, numberKey)) {
    await tx.jobs.add(tx, campaignNews, { companyId, campaignId })
  }
  return inserted !== null
}

export async function listOptOuts(
  ctx: Ctx,
  { companyId }: Actor,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number }
) {
  const search = searchParam.trim()
  const offset = (pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.pageOfOptOuts(ctx.db, companyId, search, { offset, limit: pageSize }),
    repo.countOptOuts(ctx.db, companyId, search)
  ])
  return { records: rows.map(optOutOf), count, hasMore: offset + rows.length < count }
}

/** By the caller's hand; a number that is there already stays as it is. */
export function addOptOut(
  ctx: Ctx,
  { companyId, name: byName }: Actor,
  { number, ...texts }: { number: string; name: string; word: string }
): Promise<CampaignOptOut> {
  return inTransaction(ctx, async (tx) => {
    const numberKey = keyOfNumber(number)
    if (await optOut(tx, { companyId, numberKey, number, ...texts, byName })) {
      const said = { companyId, source: 'team', detail: texts.word, byName } as const
      await noteConsentOfNumber(tx, number, { ...said, state: 'withdrawn' })
    }
    const row = await repo.findOptOut(tx.db, companyId, numberKey)
    if (!row) throw new Error('a number that opted out has gone')
    return optOutOf(row)
  })
}

/** The number may be written to again; what left it out of campaigns before stays. Errors: ERR_NO_OPT_OUT_FOUND. */
export function takeBackOptOut(ctx: Ctx, { companyId, name }: Actor, number: string): Promise<CampaignOptOut> {
  return inTransaction(ctx, async (tx) => {
    const place = { companyId, keys: keysOf(tx, companyId, keyOfNumber(number)) }
    const rows = await repo.revokeOptOuts(tx.db, place, { revokedAt: tx.now(), revokedByName: name })
    const row = rows.find((one) => one.number !== '') ?? rows[0]
    if (!row) throw new AppError('ERR_NO_OPT_OUT_FOUND')
    const record = optOutOf(row)
    // Of somebody who was erased nobody hears but whoever knew the number.
    if (record.number === '') return { ...record, number }
    tx.bus.emit(optOutChanged, { companyId, record, isNew: false })
    await noteConsentOfNumber(tx, number, { companyId, state: 'reopened', source: 'team', byName: name })
    return record
  })
}

/**
 * A step of `consentEntered`: whoever withdrew hears of no campaign any more, and only an admin says that they want to again.
 * Errors: ERR_OPTED_OUT.
 */
export async function followConsent(
  tx: Ctx,
  companyId: number,
  { actor, state, detail, number, name }: EnteredConsent
): Promise<void> {
  if (number === '') return
  const numberKey = keyOfNumber(number)
  const byName = actor.name
  if (state === 'withdrawn') {
    await optOut(tx, { companyId, numberKey, number, name, word: detail.slice(0, 100), byName })
    return
  }
  const keys = keysOf(tx, companyId, numberKey)
  if ((await repo.optedOutKeys(tx.db, companyId, keys)).size === 0) return
  if (actor.profile !== 'admin') throw new AppError('ERR_OPTED_OUT')
  const change = { revokedAt: tx.now(), revokedByName: byName }
  for (const row of await repo.revokeOptOuts(tx.db, { companyId, keys }, change)) {
    if (row.number !== '') tx.bus.emit(optOutChanged, { companyId, record: optOutOf(row), isNew: false })
  }
}
