// What those who look after the company's money see when a limit is nearly or wholly full.
import { quotaNoticeEvent } from '@guiche/shared/features/org/quotas.ts'
import type { EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { quotaNoted } from './quotas.events.ts'

export function quotasRealtime(bus: EventBus): void {
  bus.project(quotaNoted, ({ companyId, notice }) => [
    wireMessage(
      quotaNoticeEvent,
      { companyId, rooms: [roomOf.holders(companyId, 'financial-page:write')] },
      { action: 'create', notice }
    )
  ])
}
