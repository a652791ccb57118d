// What a company sees when queues change.
import { queueEvent } from '@guiche/shared/features/org/queues.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { queueDeleted, queueSaved } from './queues.events.ts'

const everybody = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

export function queuesRealtime(bus: EventBus): void {
  bus.project(queueSaved, ({ queue, isNew }) => [
    wireMessage(queueEvent, everybody(queue.companyId), { action: isNew ? 'create' : 'update', queue })
  ])
  bus.project(queueDeleted, ({ companyId, queueId }) => [
    wireMessage(queueEvent, everybody(companyId), { action: 'delete', queueId })
  ])
}
