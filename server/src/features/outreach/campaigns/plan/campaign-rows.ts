// Turns rows of campaigns into what people see, and tells them of it.
import { isCampaignEditable, type Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { publicPath } from '#platform/storage/media-link.ts'
import { budgetLeft } from '../conditions/send-conditions.ts'
import { noteCampaign } from '../conditions/campaign-presence.ts'
import { countRecipients } from '../recipient-counts.repo.ts'
import { campaignSaved } from '../campaigns.events.ts'
import { findCampaign, lockCampaign, type CampaignRow, type ShownCampaign } from '../campaigns.repo.ts'

const textsOf = (name: 'message' | 'confirmationMessage', texts: string[]) =>
  Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${name}${index + 1}`, texts[index] ?? '']))

export function campaignOf(ctx: Ctx, { campaign, listName, connectionName, hasFailed }: ShownCampaign): Campaign {
  const { contactListId, connectionId } = campaign
  const { key, name: mediaName = 'arquivo', mime = '' } = campaign.media?.media ?? {}
  const { id, name, status, stopReason, confirmation, fileListId, companyId } = campaign
  return {
    ...{ id, name, status, stopReason, hasFailed, confirmation, fileListId, companyId },
    ...textsOf('message', campaign.messages),
    ...textsOf('confirmationMessage', campaign.confirmations),
    contactListId,
    contactList: contactListId === null ? null : { id: contactListId, name: listName ?? '' },
    tagListId: campaign.tagId,
    whatsappId: connectionId,
    whatsapp: connectionId === null ? null : { id: connectionId, name: connectionName ?? '' },
    scheduledAt: campaign.scheduledAt?.toISOString() ?? null,
    completedAt: campaign.completedAt?.toISOString() ?? null,
    mediaPath: key ? publicPath(ctx, key, { name: mediaName, mime }) : null,
    mediaName: key ? mediaName : null,
    createdAt: campaign.createdAt.toISOString(),
    updatedAt: campaign.updatedAt.toISOString()
  }
}

/** Errors: ERR_NO_CAMPAIGN_FOUND. */
export async function shownCampaign(ctx: Ctx, companyId: number, id: number): Promise<ShownCampaign> {
  const row = await findCampaign(ctx.db, companyId, id)
  if (!row) throw new AppError('ERR_NO_CAMPAIGN_FOUND')
  return row
}

/** Errors: ERR_NO_CAMPAIGN_FOUND. */
export async function lockedCampaign(tx: Ctx, companyId: number, id: number): Promise<CampaignRow> {
  const row = await lockCampaign(tx.db, companyId, id)
  if (!row) throw new AppError('ERR_NO_CAMPAIGN_FOUND')
  return row
}

/** Errors: ERR_CAMPAIGN_NOT_EDITABLE. */
export function checkEditable(ctx: Ctx, { status, scheduledAt }: CampaignRow): void {
  const moment = scheduledAt?.toISOString() ?? null
  if (!isCampaignEditable({ status, scheduledAt: moment }, ctx.now().getTime())) {
    throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE')
  }
}

/** Errors: ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE. */
export async function editableCampaign(tx: Ctx, companyId: number, id: number): Promise<CampaignRow> {
  const row = await lockedCampaign(tx, companyId, id)
  checkEditable(tx, row)
  return row
}

/** Tells how the campaign is now. */
export async function publishCampaign(tx: Ctx, companyId: number, id: number, isNew = false): Promise<Campaign> {
  const shown = await shownCampaign(tx, companyId, id)
  const record = campaignOf(tx, shown)
  const counts = {
    ...(await countRecipients(tx.db, companyId, id)),
    firstContactsLeft: await budgetLeft(tx, shown.campaign)
  }
  if (isNew) await noteCampaign(tx, companyId)
  tx.bus.emit(campaignSaved, { record: { ...record, counts }, isNew })
  return record
}
