// Events of invoices.
import type { Invoice } from '@guiche/shared/features/billing/invoices.ts'
import { domainEvent } from '#platform/domain-event.ts'

export const invoiceCreated = domainEvent<Invoice>('invoice created')
export const invoiceChanged = domainEvent<Invoice>('invoice changed')
export const invoiceDeleted = domainEvent<{ companyId: number; invoiceId: number }>('invoice deleted')
