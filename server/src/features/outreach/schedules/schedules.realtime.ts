// What a company sees when its scheduled messages change.
import { scheduleEvent } from '@guiche/shared/features/outreach/schedules.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import { scheduleDeleted, scheduleSaved } from './schedules.events.ts'

const everybodyOf = (companyId: number) => ({ companyId, rooms: [roomOf.company(companyId)] })

export function schedulesRealtime(bus: EventBus): void {
  bus.project(scheduleSaved, ({ schedule, isNew }) => [
    wireMessage(scheduleEvent, everybodyOf(schedule.companyId), { action: isNew ? 'create' : 'update', schedule })
  ])
  bus.project(scheduleDeleted, ({ companyId, scheduleId }) => [
    wireMessage(scheduleEvent, everybodyOf(companyId), { action: 'delete', scheduleId })
  ])
  bus.on(scheduleDeleted, (ctx, { fileKey }) => discardFile(ctx, fileKey))
}
