// What is looked at of one campaign: its report, its recipients, and what one of them would read.
import { fillCampaignText } from '@guiche/shared/features/outreach/campaign-text.ts'
import type { RecipientState } from '@guiche/shared/features/outreach/campaigns.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { contentsOfList } from '#features/library/file-lists/file-lists.service.ts'
import { countChecks, listItems, showItem } from '#features/outreach/contact-lists/contact-lists.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { campaignOf, shownCampaign } from './campaign-rows.ts'
import { budgetLeft } from '../conditions/send-conditions.ts'
import * as people from '../campaign-recipients.repo.ts'
import { settingsOf } from '../conditions/campaign-settings.ts'
import { countRecipients } from '../recipient-counts.repo.ts'

/** Recipients a page. */
const pageSize = 20

/** The campaign with what old clients count themselves. Errors: ERR_NO_CAMPAIGN_FOUND. */
export async function showCampaign(ctx: Ctx, actor: Actor, id: number) {
  const { companyId } = actor
  const row = await shownCampaign(ctx, companyId, id)
  const counts = await countRecipients(ctx.db, companyId, id)
  const firstContactsLeft = await budgetLeft(ctx, row.campaign)
  const shown = campaignOf(ctx, row)
  const { isFilled, contactListId } = row.campaign
  const checks = isFilled || contactListId === null ? {} : await countChecks(ctx, actor, contactListId)
  const known = { ...counts, ...checks }
  const contacts = Array.from({ length: known.valid }, () => ({ isWhatsappValid: true }))
  const shipping = (await people.shippingOf(ctx.db, companyId, id)).map(({ deliveredAt, askedAt, confirmedAt }) => ({
    deliveredAt: deliveredAt?.toISOString() ?? null,
    confirmationRequestedAt: askedAt?.toISOString() ?? null,
    confirmation: confirmedAt?.toISOString() ?? null
  }))
  const contactList = shown.contactList && { ...shown.contactList, contacts }
  return { ...shown, contactList, shipping, counts: { ...known, firstContactsLeft } }
}

/** Errors: ERR_NO_CAMPAIGN_FOUND. */
export async function listRecipients(
  ctx: Ctx,
  actor: Actor,
  id: number,
  query: { searchParam: string; pageNumber: number; state?: RecipientState | undefined }
) {
  const { companyId } = actor
  await shownCampaign(ctx, companyId, id)
  const offset = (query.pageNumber - 1) * pageSize
  const asked = { search: query.searchParam.trim(), state: query.state, hidesNumbers: !seesNumbers(actor) }
  const filter = { companyId, campaignId: id, ...asked }
  const [rows, count] = await Promise.all([
    people.pageOfRecipients(ctx.db, filter, { offset, limit: pageSize }),
    people.countMatching(ctx.db, filter)
  ])
  const records = rows.map(({ id: recipientId, name, number, state, reason, ...row }) => ({
    id: recipientId,
    name,
    number,
    state,
    reason,
    sentAt: row.sentAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    confirmationRequestedAt: row.confirmationRequestedAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null
  }))
  return { records, count, hasMore: offset + rows.length < count }
}

const sample = { name: 'Maria Souza', number: '5511987654321', email: 'maria@exemplo.com.br' }

/** What one person of the list (the first, unless named) would read; nothing is sent. Errors: ERR_NO_CAMPAIGN_FOUND. */
export async function previewCampaign(ctx: Ctx, actor: Actor, id: number, itemId: number | undefined) {
  const { campaign } = await shownCampaign(ctx, actor.companyId, id)
  const { variables } = await settingsOf(ctx, actor.companyId)
  const { contactListId } = campaign
  const first =
    contactListId === null
      ? []
      : (await listItems(ctx, actor, { contactListId, searchParam: '', pageNumber: 1 })).contacts
  const person = itemId === undefined ? (first[0] ?? sample) : await showItem(ctx, actor, itemId)
  const filled = (one: string) => fillCampaignText(one, person, variables)
  const messages = campaign.messages.flatMap((text, index) => {
    if (text.trim() === '') return []
    const question = campaign.confirmation ? (campaign.confirmations[index] ?? '') : ''
    return [{ message: filled(text), confirmation: question.trim() === '' ? null : filled(question) }]
  })
  const { fileListId } = campaign
  const list = fileListId === null ? null : await contentsOfList(ctx, actor.companyId, fileListId)
  const attached = [
    ...(list === null || list.text === '' ? [] : [{ text: filled(list.text), fileName: null }]),
    ...(list?.files ?? []).map(({ name, caption }) => ({ text: caption, fileName: name }))
  ]
  return { name: person.name, number: person.number, messages, attached }
}
