// Invoices of companies for their plans and for what was written by hand.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, optionalId, text } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { dueDateInput } from '../org/due-dates.ts'

/** Days before a company's due date at which the invoice for the time after it is there. */
export const invoiceLeadDays = 10

const statuses = ['open', 'paid'] as const

export const invoiceSchema = z.object({
  id: z.number(),
  detail: z.string(),
  /** In reais. */
  value: z.number(),
  dueDate: instant,
  status: z.enum(statuses),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Invoice = z.infer<typeof invoiceSchema>

const fields = {
  detail: text(200).trim().min(1, 'Obrigatório'),
  value: z.coerce.number().min(0).max(9_999_999),
  dueDate: dueDateInput.refine((date) => date !== null, 'Obrigatório'),
  status: z.enum(statuses)
}

export const invoiceDraft = z.object({ ...fields, status: fields.status.default('open'), companyId: id })
export type InvoiceDraft = z.output<typeof invoiceDraft>

/** What is left out stays. */
const invoicePatch = z.object(fields).partial()
export type InvoicePatch = z.output<typeof invoicePatch>

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices/list',
  access: 'user',
  permission: 'financial-page:write',
  response: z.array(invoiceSchema),
  summary: 'Of the own company, the latest due date first, at most 200'
})
export const listInvoicesOf = endpoint({
  method: 'GET',
  path: '/invoices/all',
  access: 'user',
  permission: 'financial-page:write',
  query: z.object({ companyId: optionalId }),
  response: z.array(invoiceSchema),
  summary: 'Of the own company, or of any for the super user'
})
export const createInvoice = endpoint({
  method: 'POST',
  path: '/invoices',
  access: 'super',
  body: invoiceDraft,
  response: invoiceSchema
})
export const updateInvoice = endpoint({
  method: 'PUT',
  path: '/invoices/:id',
  access: 'super',
  params: idParams,
  body: invoicePatch,
  response: invoiceSchema,
  summary: 'An open invoice for a plan that becomes paid moves the due date of its company by the recurrence, once'
})
export const deleteInvoice = endpoint({
  method: 'DELETE',
  path: '/invoices/:id',
  access: 'super',
  params: idParams,
  response: z.object({ message: z.string() })
})

/** For the admins of the company. */
export const invoiceEvent = wireEvent(
  (companyId) => `company-${companyId}-invoice`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), invoice: invoiceSchema }),
    z.object({ action: z.literal('delete'), invoiceId: z.number() })
  ])
)
