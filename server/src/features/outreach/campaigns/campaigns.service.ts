// Rules of campaigns: writing, starting, stopping, restarting and deleting them.
import { momentIn } from '@guiche/shared/features/outreach/schedule-moment.ts'
import {
  type Campaign,
  type CampaignDraft,
  type CampaignPatch,
  type CampaignStatus
} from '@guiche/shared/features/outreach/campaigns.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { connectionById } from '#features/inbox/connections/connections.service.ts'
import { countCampaign } from '#features/org/quotas/count-campaigns.ts'
import { showTag } from '#features/inbox/tags/tags.service.ts'
import { showFileList } from '#features/library/file-lists/file-lists.service.ts'
import { showList } from '#features/outreach/contact-lists/contact-lists.service.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { wake } from '#platform/work/define-worker.ts'
import { campaignStep } from './campaigns.jobs.ts'
import { ownFiles } from './plan/campaign-files.ts'
import { campaignOf, editableCampaign, lockedCampaign, publishCampaign } from './plan/campaign-rows.ts'
import * as people from './campaign-recipients.repo.ts'
import { countRecipients } from './recipient-counts.repo.ts'
import { campaignDeleted } from './campaigns.events.ts'
import * as repo from './campaigns.repo.ts'
import { fillRecipients } from './run/fill-recipients.ts'

/** Campaigns, and recipients of one, a page. */
const pageSize = 20

export async function listPage(
  ctx: Ctx,
  { companyId }: Actor,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number }
) {
  const search = searchParam.trim()
  const offset = (pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.pageOfCampaigns(ctx.db, companyId, search, { offset, limit: pageSize }),
    repo.countCampaigns(ctx.db, companyId, search)
  ])
  return { records: rows.map((row) => campaignOf(ctx, row)), count, hasMore: offset + rows.length < count }
}

/** Places a campaign names must be the company's own. Errors: those of each. */
async function checkReferences(tx: Ctx, actor: Actor, draft: CampaignPatch): Promise<void> {
  const { contactListId, tagListId, whatsappId, fileListId } = draft
  if (contactListId != null) await showList(tx, actor, contactListId)
  if (tagListId != null) await showTag(tx, actor.companyId, tagListId)
  if (whatsappId != null) await connectionById(tx, actor.companyId, whatsappId)
  if (fileListId != null) await showFileList(tx, actor, fileListId)
}

const five = ['1', '2', '3', '4', '5'] as const

/** What a draft says, over what there was. */
function rowOf(draft: CampaignPatch, timeZone: string, before?: repo.CampaignRow): Omit<repo.NewCampaign, 'companyId'> {
  return {
    name: draft.name ?? before?.name ?? '',
    confirmation: draft.confirmation ?? before?.confirmation ?? false,
    messages: five.map((n, index) => draft[`message${n}`] ?? before?.messages[index] ?? ''),
    confirmations: five.map((n, index) => draft[`confirmationMessage${n}`] ?? before?.confirmations[index] ?? ''),
    contactListId: draft.contactListId === undefined ? (before?.contactListId ?? null) : draft.contactListId,
    tagId: draft.tagListId === undefined ? (before?.tagId ?? null) : draft.tagListId,
    connectionId: draft.whatsappId === undefined ? (before?.connectionId ?? null) : draft.whatsappId,
    fileListId: draft.fileListId === undefined ? (before?.fileListId ?? null) : draft.fileListId,
    scheduledAt:
      draft.scheduledAt === undefined
        ? (before?.scheduledAt ?? null)
        : draft.scheduledAt === null
          ? null
          : momentIn(draft.scheduledAt, timeZone)
  }
}

const statusOf = ({ scheduledAt }: Pick<repo.NewCampaign, 'scheduledAt'>): CampaignStatus =>
  scheduledAt ? 'PROGRAMADA' : 'INATIVA'

/** Errors: ERR_CAMPAIGN_INCOMPLETE without people, a connection or a message. */
function checkComplete({
  contactListId,
  tagId,
  connectionId,
  messages
}: Pick<repo.NewCampaign, 'contactListId' | 'tagId' | 'connectionId' | 'messages'>): void {
  const fields = {
    ...(!contactListId && !tagId ? { contactListId: 'Required' } : {}),
    ...(!connectionId ? { whatsappId: 'Required' } : {}),
    ...(messages.every((text) => text.trim() === '') ? { message1: 'Required' } : {})
  }
  if (Object.keys(fields).length > 0) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', { fields })
}

/** With a moment it is scheduled. Errors: those of its places, ERR_CAMPAIGN_INCOMPLETE for a scheduled one. */
export function createCampaign(ctx: Ctx, actor: Actor, draft: CampaignDraft): Promise<Campaign> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    await checkReferences(tx, actor, draft)
    const row = rowOf(draft, actor.timeZone)
    if (row.scheduledAt) checkComplete(row)
    const countedAt = row.scheduledAt ? await countCampaign(tx, { companyId, countedAt: null }) : null
    const id = await repo.insertCampaign(tx.db, { ...row, companyId, countedAt, status: statusOf(row) })
    if (row.scheduledAt) await wake(tx, campaignStep, { companyId, campaignId: id }, row.scheduledAt)
    return publishCampaign(tx, companyId, id, true)
  })
}

/** Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE, those of a new one. */
export function updateCampaign(ctx: Ctx, actor: Actor, id: number, draft: CampaignPatch): Promise<Campaign> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const before = await editableCampaign(tx, companyId, id)
    await checkReferences(tx, actor, draft)
    const row = rowOf(draft, actor.timeZone, before)
    // A stopped one keeps its recipients and waits to be restarted.
    const status = before.status === 'CANCELADA' ? before.status : statusOf(row)
    if (status === 'PROGRAMADA') checkComplete(row)
    const attached = row.fileListId === before.fileListId ? before.attached : null
    const countedAt = status === 'PROGRAMADA' ? await countCampaign(tx, before) : before.countedAt
    await repo.changeCampaign(tx.db, companyId, id, { ...row, status, attached, countedAt, updatedAt: tx.now() })
    // Who was written to stays; who only waited was of the other list.
    if (before.isFilled && (row.contactListId !== before.contactListId || row.tagId !== before.tagId)) {
      await people.dropWaiting(tx.db, companyId, id)
      const { contactListId = null, tagId = null } = row
      await fillRecipients(tx, { companyId, id, contactListId, tagId })
    }
    if (status === 'PROGRAMADA' && row.scheduledAt)
      await wake(tx, campaignStep, { companyId, campaignId: id }, row.scheduledAt)
    return publishCampaign(tx, companyId, id)
  })
}

/** Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_RUNNING for one that was not stopped before. */
export function deleteCampaign(ctx: Ctx, { companyId }: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockedCampaign(tx, companyId, id)
    if (row.status === 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_RUNNING')
    await repo.deleteCampaign(tx.db, companyId, id)
    const subject = { type: 'campaign', id, label: row.name }
    recordAudit(tx, { companyId, action: 'campaign.deleted', subject, before: { status: row.status } })
    tx.bus.emit(campaignDeleted, { companyId, id, fileKeys: ownFiles(row) })
  })
}

/** Moves a campaign from one of `from`. Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATUS. */
function moveCampaign(
  ctx: Ctx,
  { companyId }: Actor,
  { id, from }: { id: number; from: CampaignStatus[] },
  change: (tx: Ctx, row: repo.CampaignRow) => Promise<Partial<repo.NewCampaign>>
): Promise<Campaign> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockedCampaign(tx, companyId, id)
    if (!from.includes(row.status)) throw new AppError('ERR_CAMPAIGN_STATUS')
    await repo.changeCampaign(tx.db, companyId, id, { ...(await change(tx, row)), updatedAt: tx.now() })
    await wake(tx, campaignStep, { companyId, campaignId: id }, tx.now())
    return publishCampaign(tx, companyId, id)
  })
}

async function running(tx: Ctx, row: repo.CampaignRow): Promise<Partial<repo.NewCampaign>> {
  checkComplete(row)
  if (!row.isFilled) await fillRecipients(tx, row)
  const countedAt = await countCampaign(tx, row)
  return { status: 'EM_ANDAMENTO', isFilled: true, countedAt, nextAt: tx.now(), stopReason: null, completedAt: null }
}

/** Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATUS, ERR_CAMPAIGN_INCOMPLETE. */
export const startCampaign = (ctx: Ctx, actor: Actor, id: number) =>
  moveCampaign(ctx, actor, { id, from: ['INATIVA', 'PROGRAMADA'] }, running)

/** What was handed over is on its way; nothing further is written. Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATUS. */
export const cancelCampaign = (ctx: Ctx, actor: Actor, id: number) =>
  moveCampaign(ctx, actor, { id, from: ['EM_ANDAMENTO'] }, async () => ({ status: 'CANCELADA', stopReason: null }))

/** Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATUS, ERR_CAMPAIGN_INCOMPLETE. */
export const restartCampaign = (ctx: Ctx, actor: Actor, id: number) =>
  moveCampaign(ctx, actor, { id, from: ['CANCELADA'] }, running)

/** Those who could not be reached wait again. Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATUS, also if all were. */
export function retryCampaign(ctx: Ctx, actor: Actor, id: number) {
  return moveCampaign(ctx, actor, { id, from: ['CANCELADA', 'FINALIZADA'] }, async (tx, row) => {
    const { failed } = await countRecipients(tx.db, row.companyId, row.id)
    if (failed === 0) throw new AppError('ERR_CAMPAIGN_STATUS')
    await people.retryFailed(tx.db, row.companyId, row.id)
    return running(tx, row)
  })
}
