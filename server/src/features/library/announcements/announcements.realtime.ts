// What the people of every company see when announcements change. Sent at once and not kept: a line in the event log of
// every company would hold up the messages of all of them.
import { announcementEvent } from '@guiche/shared/features/library/announcements.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { announcementDeleted, announcementSaved } from './announcements.events.ts'
import { audience } from './announcements.repo.ts'

type Payload = WirePayload<typeof announcementEvent>

async function tell(ctx: Ctx, toPeople: Payload, toSuperUsers: Payload): Promise<void> {
  const { companyIds, superUsers } = await audience(ctx.db)
  const supersOf = Map.groupBy(superUsers, ({ companyId }) => companyId)
  for (const companyId of companyIds) {
    const supers = (supersOf.get(companyId) ?? []).map(({ id }) => roomOf.user(companyId, id))
    const everybody = { companyId, rooms: [roomOf.company(companyId)], except: supers }
    ctx.realtime.publish(wireMessage(announcementEvent, everybody, toPeople))
    if (supers.length > 0) {
      ctx.realtime.publish(wireMessage(announcementEvent, { companyId, rooms: supers }, toSuperUsers))
    }
  }
}

export function listenForAnnouncements(bus: EventBus): void {
  bus.on(announcementSaved, (ctx, { record, isNew }) => {
    const change: Payload = { action: isNew ? 'create' : 'update', record }
    return tell(ctx, record.status ? change : { action: 'delete', id: record.id }, change)
  })
  bus.on(announcementDeleted, (ctx, { id }) => tell(ctx, { action: 'delete', id }, { action: 'delete', id }))
}
