// Events of payments.
import { domainEvent } from '#platform/events/domain-event.ts'

/** Money has paid an invoice. */
export const paymentApplied = domainEvent<{
  companyId: number
  invoiceId: number
  dueDate: Date | null
  planId: number | null
  /** Name of the plan that it opened. */
  openedPlan: string | undefined
}>('payment applied')
