// What admins see when the options of a queue change.
import { queueOptionsEvent } from '@guiche/shared/features/automation/chatbot.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { queueOptionsChanged } from './chatbot.events.ts'

export function chatbotRealtime(bus: EventBus): void {
  bus.project(queueOptionsChanged, ({ companyId, queueId, options }) => [
    wireMessage(
      queueOptionsEvent,
      { companyId, rooms: [roomOf.admins(companyId)] },
      { action: 'update', queueId, options }
    )
  ])
}
