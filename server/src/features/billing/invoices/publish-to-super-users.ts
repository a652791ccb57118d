// What super users see when an invoice of any company changes. Sent at once and not kept, as announcements are.
import type { Invoice } from '@guiche/shared/features/billing/invoices.ts'
import { managedInvoiceEvent } from '@guiche/shared/features/billing/managed-invoices.ts'
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { roomOf } from '#platform/realtime/rooms.ts'
import { wireMessage } from '#platform/realtime/wire-message.ts'
import { superUsers } from '#features/org/users/users.service.ts'
import { invoiceChanged, invoiceCreated, invoiceDeleted } from './invoices.events.ts'
import { managedOf } from './manage-invoices.ts'
import * as repo from './managed-invoices.repo.ts'

async function publish(ctx: Ctx, payload: WirePayload<typeof managedInvoiceEvent>): Promise<void> {
  for (const { companyId, id } of await superUsers(ctx)) {
    const audience = { companyId, rooms: [roomOf.user(companyId, id)] }
    ctx.realtime.publish(wireMessage(managedInvoiceEvent, audience, payload))
  }
}

/** Read anew: another change may have come in between, and one that is gone by now says so itself. */
async function publishSaved(ctx: Ctx, { id }: Invoice, action: 'create' | 'update'): Promise<void> {
  const row = await repo.findManaged(ctx.db, id)
  if (row) await publish(ctx, { action, invoice: managedOf(row) })
}

export function listenForInvoices(bus: EventBus): void {
  bus.on(invoiceCreated, (ctx, invoice) => publishSaved(ctx, invoice, 'create'))
  bus.on(invoiceChanged, (ctx, invoice) => publishSaved(ctx, invoice, 'update'))
  bus.on(invoiceDeleted, (ctx, { invoiceId }) => publish(ctx, { action: 'delete', invoiceId }))
}
