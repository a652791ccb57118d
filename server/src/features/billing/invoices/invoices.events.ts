// Events of invoices and of changes of plan.
import type { Invoice } from '@guiche/shared/features/billing/invoices.ts'
import type { PlanChange } from '@guiche/shared/features/billing/plan-changes.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const invoiceCreated = domainEvent<Invoice>('invoice created')
export const invoiceChanged = domainEvent<Invoice>('invoice changed')
export const invoiceDeleted = domainEvent<{ companyId: number; invoiceId: number }>('invoice deleted')
/** Another change of plan waits than before, or none. */
export const planChangeMoved = domainEvent<{ companyId: number; pending: PlanChange | null }>('plan change moved')
