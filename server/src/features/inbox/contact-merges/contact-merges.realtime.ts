// What administrators see when contacts are merged.
import { contactMergeEvent } from '@guiche/shared/features/inbox/contact-merges.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { contactsMerged } from './contact-merges.events.ts'

export const contactMergesRealtime = (bus: EventBus): void => {
  bus.project(contactsMerged, ({ companyId, merge }) => [
    {
      companyId,
      rooms: [roomOf.admins(companyId)],
      name: contactMergeEvent.channel(companyId),
      payload: { action: 'update', merge } satisfies WirePayload<typeof contactMergeEvent>
    }
  ])
}
