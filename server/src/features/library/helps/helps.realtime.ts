// What the people of every company see when help videos change; sent at once and not kept, as for announcements.
import { helpEvent } from '@guiche/shared/features/library/helps.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { helpDeleted, helpSaved } from './helps.events.ts'
import { activeCompanies } from './helps.repo.ts'

async function publishToEverybody(ctx: Ctx, payload: WirePayload<typeof helpEvent>): Promise<void> {
  for (const companyId of await activeCompanies(ctx.db)) {
    ctx.realtime.publish(wireMessage(helpEvent, { companyId, rooms: [roomOf.company(companyId)] }, payload))
  }
}

export function listenForHelps(bus: EventBus): void {
  bus.on(helpSaved, (ctx, { record, isNew }) =>
    publishToEverybody(ctx, { action: isNew ? 'create' : 'update', record })
  )
  bus.on(helpDeleted, (ctx, { id }) => publishToEverybody(ctx, { action: 'delete', id }))
}
