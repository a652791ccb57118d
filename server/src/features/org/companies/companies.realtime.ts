// What people see when their company or its plan changes. Sent at once and not kept: a line in the event log of every
// company that has a plan would hold up the messages of all of them.
import { companyEvent } from '@guiche/shared/features/org/companies.ts'
import { managedCompanyEvent } from '@guiche/shared/features/org/company-overviews.ts'
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { planChanged } from '#features/org/plans/plans.events.ts'
import { superUsers } from '#features/org/users/users.service.ts'
import {
  companyChanged,
  companyClosed,
  companyCreated,
  companyOverviewChanged,
  openingHoursSaved
} from './companies.events.ts'
import { companyFor } from './manage-companies.ts'

async function tell(ctx: Ctx, companyId: number): Promise<void> {
  const company = await companyFor(ctx, companyId)
  const { plan, campaignsEnabled } = company
  const everybody = { companyId, rooms: [roomOf.company(companyId)] }
  ctx.realtime.publish(wireMessage(companyEvent, everybody, { action: 'update', company, plan, campaignsEnabled }))
}

/** What they look at has figures of many companies: they ask again for it. */
async function publishToSuperUsers(ctx: Ctx): Promise<void> {
  for (const { companyId, id } of await superUsers(ctx)) {
    const audience = { companyId, rooms: [roomOf.user(companyId, id)] }
    ctx.realtime.publish(wireMessage(managedCompanyEvent, audience, { action: 'reload' }))
  }
}

export function listenForCompanies(bus: EventBus): void {
  bus.on(companyChanged, (ctx, { companyId }) => tell(ctx, companyId))
  // Whoever looks at the hours asks for them again.
  bus.on(openingHoursSaved, (ctx, { companyId }) => tell(ctx, companyId))
  bus.on(planChanged, async (ctx, { companyIds }) => {
    for (const companyId of companyIds) await tell(ctx, companyId)
  })
  for (const changed of [companyCreated, companyChanged, companyOverviewChanged]) bus.on(changed, publishToSuperUsers)
  bus.on(companyClosed, publishToSuperUsers)
  bus.on(planChanged, publishToSuperUsers)
  // Each socket is placed anew: whoever may no longer be here is disconnected, a super user stays.
  bus.on(companyClosed, (ctx, { companyId, userIds }) => {
    for (const userId of userIds) ctx.realtime.refreshUser(companyId, userId)
  })
}
