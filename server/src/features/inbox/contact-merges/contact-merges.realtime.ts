// What administrators see when contacts are merged, or said not to be one person.
import { contactDistinctionEvent, contactMergeEvent } from '@guiche/shared/features/inbox/contact-merges.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { contactsDistinguished, contactsMerged, distinctionRemoved } from './contact-merges.events.ts'

function aboutDistinction(companyId: number, payload: WirePayload<typeof contactDistinctionEvent>): WireMessage[] {
  return [{ companyId, rooms: [roomOf.admins(companyId)], name: contactDistinctionEvent.channel(companyId), payload }]
}

export function contactMergesRealtime(bus: EventBus): void {
  bus.project(contactsMerged, ({ companyId, merge }) => [
    {
      companyId,
      rooms: [roomOf.admins(companyId)],
      name: contactMergeEvent.channel(companyId),
      payload: { action: 'update', merge } satisfies WirePayload<typeof contactMergeEvent>
    }
  ])
  bus.project(contactsDistinguished, ({ companyId, record }) =>
    aboutDistinction(companyId, { action: 'create', record })
  )
  bus.project(distinctionRemoved, ({ companyId, id }) => aboutDistinction(companyId, { action: 'delete', id }))
}
