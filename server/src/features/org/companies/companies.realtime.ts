// What people see when their company or its plan changes. Sent at once and not kept: a line in the event log of every
// company that has a plan would hold up the messages of all of them.
import { companyEvent } from '@guiche/shared/features/org/companies.ts'
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { planChanged } from '#features/org/plans/plans.events.ts'
import { companyChanged, companyClosed, openingHoursSaved } from './companies.events.ts'
import { companyFor } from './manage-companies.ts'

async function tell(ctx: Ctx, companyId: number): Promise<void> {
  const company = await companyFor(ctx, companyId)
  const { plan, campaignsEnabled } = company
  const everybody = { companyId, rooms: [roomOf.company(companyId)] }
  ctx.realtime.publish(wireMessage(companyEvent, everybody, { action: 'update', company, plan, campaignsEnabled }))
}

export function listenForCompanies(bus: EventBus): void {
  bus.on(companyChanged, (ctx, { companyId }) => tell(ctx, companyId))
  // Whoever looks at the hours asks for them again.
  bus.on(openingHoursSaved, (ctx, { companyId }) => tell(ctx, companyId))
  bus.on(planChanged, async (ctx, { companyIds }) => {
    for (const companyId of companyIds) await tell(ctx, companyId)
  })
  // Each socket is placed anew: whoever may no longer be here is disconnected, a super user stays.
  bus.on(companyClosed, (ctx, { companyId, userIds }) => {
    for (const userId of userIds) ctx.realtime.refreshUser(companyId, userId)
  })
}
