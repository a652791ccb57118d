// What a company sees when a setting changes.
import { settingEvent } from '@guiche/shared/features/org/settings.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { settingSaved } from './settings.events.ts'

export function settingsRealtime(bus: EventBus): void {
  bus.project(settingSaved, ({ companyId, setting }) => {
    const rooms = [roomOf.company(companyId)]
    return [wireMessage(settingEvent, { companyId, rooms }, { action: 'update', setting })]
  })
}
