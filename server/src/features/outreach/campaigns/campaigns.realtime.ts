// What a company sees when its campaigns change and go on.
import { campaignOptOutEvent } from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import { campaignEvent } from '@guiche/shared/features/outreach/campaigns.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import { campaignDeleted, campaignSaved, optOutChanged } from './campaigns.events.ts'

const everybodyOf = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

export function campaignsRealtime(bus: EventBus): void {
  bus.project(campaignSaved, ({ record, isNew }) => [
    wireMessage(campaignEvent, everybodyOf(record.companyId), { action: isNew ? 'create' : 'update', record })
  ])
  bus.project(campaignDeleted, ({ companyId, id }) => [
    wireMessage(campaignEvent, everybodyOf(companyId), { action: 'delete', id })
  ])
  bus.project(optOutChanged, ({ companyId, record, isNew }) => [
    wireMessage(
      campaignOptOutEvent,
      { companyId, rooms: [roomOf.admins(companyId)] },
      { action: isNew ? 'create' : 'update', record }
    )
  ])
  bus.on(campaignDeleted, async (ctx, { fileKeys }) => {
    for (const key of fileKeys) await discardFile(ctx, key)
  })
}
