// What a company sees when tags change.
import { tagEvent } from '@guiche/shared/features/inbox/tags.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { tagCreated } from './tags.events.ts'

export const tagsRealtime = (bus: EventBus): void => {
  bus.project(tagCreated, (tag) => [
    wireMessage(
      tagEvent,
      { companyId: tag.companyId, rooms: [roomOf.company(tag.companyId)] },
      { action: 'create', tag }
    )
  ])
}
