// What a company sees when tags change.
import { tagEvent, tagUsesEvent, type Tag } from '@guiche/shared/features/inbox/tags.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { tagChanged, tagCreated, tagDeleted, tagUsesMoved } from './tags.events.ts'

const everybodyOf = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

function saved(tag: Tag, action: 'create' | 'update'): WireMessage[] {
  return [wireMessage(tagEvent, everybodyOf(tag.companyId), { action, tag })]
}

export function tagsRealtime(bus: EventBus): void {
  bus.project(tagCreated, (tag) => saved(tag, 'create'))
  bus.project(tagChanged, (tag) => saved(tag, 'update'))
  bus.project(tagUsesMoved, ({ companyId, tagIds }) => [wireMessage(tagUsesEvent, everybodyOf(companyId), { tagIds })])
  bus.project(tagDeleted, ({ companyId, tagId }) => [
    wireMessage(tagEvent, everybodyOf(companyId), { action: 'delete', tagId })
  ])
}
