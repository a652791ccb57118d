// What a company sees when columns change; moved cards go to those alone who may see the ticket.
import { kanbanEvent } from '@guiche/shared/features/inbox/kanban.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { columnChanged, columnCreated, columnDeleted } from './kanban.events.ts'

function toEverybody(companyId: number, payload: WirePayload<typeof kanbanEvent>) {
  return [wireMessage(kanbanEvent, { companyId, rooms: [roomOf.company(companyId)] }, payload)]
}

export function kanbanRealtime(bus: EventBus): void {
  bus.project(columnCreated, (column) => toEverybody(column.companyId, { action: 'create', column }))
  bus.project(columnChanged, (column) => toEverybody(column.companyId, { action: 'update', column }))
  bus.project(columnDeleted, ({ companyId, columnId }) => toEverybody(companyId, { action: 'delete', columnId }))
}
