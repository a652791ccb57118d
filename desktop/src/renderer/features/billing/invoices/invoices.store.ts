// The plans on offer and the company's invoices; invoices are kept by calls and by events alike.
import { invoiceEvent, listInvoices, type Invoice } from '@guiche/shared/features/billing/invoices.ts'
import { changePlan } from '@guiche/shared/features/billing/plan-changes.ts'
import { listPlans, type Plan } from '@guiche/shared/features/org/plans.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const plans = createWholeList<Plan>(
  (read) => read(listPlans),
  (a, b) => a.value - b.value || a.name.localeCompare(b.name)
)
export const useOfferedPlans = plans.use
export const refreshOfferedPlans = plans.refresh

const invoices = createWholeList<Invoice>(
  (read) => read(listInvoices),
  (a, b) => (a.dueDate === b.dueDate ? b.id - a.id : a.dueDate < b.dueDate ? 1 : -1)
)
export const useInvoices = invoices.use
export const refreshInvoices = invoices.refresh

applyEvent(invoices, invoiceEvent, (event) =>
  event.action === 'delete' ? { gone: event.invoiceId } : { row: event.invoice }
)

/** Whether the plan waits for its payment or its time; the session hears of one that began. Errors: ApiError. */
export const choosePlan = async (companyId: number, newPlanId: number): Promise<boolean> =>
  (await call(changePlan, { body: { companyId, newPlanId } })).pending !== null
