// What a company sees when tags change.
import { tagEvent, tagUsesEvent } from '@guiche/shared/features/inbox/tags.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { tagChanged, tagCreated, tagDeleted, tagUsesMoved } from './tags.events.ts'

const everybodyOf = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

export const tagsRealtime = (bus: EventBus): void => {
  bus.project(tagCreated, (tag) => [wireMessage(tagEvent, everybodyOf(tag.companyId), { action: 'create', tag })])
  bus.project(tagChanged, (tag) => [wireMessage(tagEvent, everybodyOf(tag.companyId), { action: 'update', tag })])
  bus.project(tagUsesMoved, ({ companyId, tagIds }) => [wireMessage(tagUsesEvent, everybodyOf(companyId), { tagIds })])
  bus.project(tagDeleted, ({ companyId, tagId }) => [
    wireMessage(tagEvent, everybodyOf(companyId), { action: 'delete', tagId })
  ])
}
