// What a company sees of an import that has ended.
import { historyImportedEvent } from '@guiche/shared/features/inbox/connections.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { historyImported } from './history-imports.events.ts'

export function historyImportsRealtime(bus: EventBus): void {
  return bus.project(historyImported, ({ companyId, connectionId }) => [
    wireMessage(
      historyImportedEvent,
      { companyId, rooms: [roomOf.company(companyId)] },
      { action: 'update', whatsappId: connectionId }
    )
  ])
}
