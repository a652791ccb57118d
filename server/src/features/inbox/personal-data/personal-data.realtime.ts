// What admins see of copies of personal data.
import { personExportEvent } from '@guiche/shared/features/inbox/personal-data.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import type { WireMessage } from '#platform/events/domain-event.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { personExportGone, personExportMoved } from './personal-data.events.ts'

function message(companyId: number, payload: WirePayload<typeof personExportEvent>): WireMessage[] {
  return [{ companyId, rooms: [roomOf.admins(companyId)], name: personExportEvent.channel(companyId), payload }]
}

export function personalDataRealtime(bus: EventBus): void {
  bus.project(personExportMoved, ({ companyId, export: moved }) =>
    message(companyId, { action: 'update', export: moved })
  )
  bus.project(personExportGone, ({ companyId, id }) => message(companyId, { action: 'delete', id }))
}
