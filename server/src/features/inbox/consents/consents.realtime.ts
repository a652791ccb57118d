// What a company sees when people agree to hear of campaigns, or withdraw it.
import { consentEvent } from '@guiche/shared/features/inbox/consents.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { consentRecorded } from './consents.events.ts'

export function consentsRealtime(bus: EventBus): void {
  bus.project(consentRecorded, ({ companyId, consent }) => [
    {
      companyId,
      rooms: [roomOf.company(companyId)],
      name: consentEvent.channel(companyId),
      payload: { action: 'create', record: consent }
    }
  ])
}
