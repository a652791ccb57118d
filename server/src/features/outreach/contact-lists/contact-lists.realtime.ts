// What a company sees when contact lists and their people change.
import { contactListEvent, contactListItemEvent } from '@guiche/shared/features/outreach/contact-lists.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import {
  contactListDeleted,
  contactListItemDeleted,
  contactListItemSaved,
  contactListSaved
} from './contact-lists.events.ts'

const everybodyOf = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

export function contactListsRealtime(bus: EventBus): void {
  bus.project(contactListSaved, ({ record, isNew }) => [
    wireMessage(contactListEvent, everybodyOf(record.companyId), { action: isNew ? 'create' : 'update', record })
  ])
  bus.project(contactListDeleted, ({ companyId, id }) => [
    wireMessage(contactListEvent, everybodyOf(companyId), { action: 'delete', id })
  ])
  bus.project(contactListItemSaved, ({ record, isNew }) => [
    wireMessage(contactListItemEvent, everybodyOf(record.companyId), { action: isNew ? 'create' : 'update', record })
  ])
  bus.project(contactListItemDeleted, ({ companyId, id, contactListId }) => [
    wireMessage(contactListItemEvent, everybodyOf(companyId), { action: 'delete', id, contactListId })
  ])
  bus.on(contactListDeleted, async (ctx, { fileKeys }) => {
    for (const key of fileKeys) await discardFile(ctx, key)
  })
}
