// The invoices of all companies, as the super user keeps them: found, summed up, and what paying one would do.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, optionalId, optionalOf } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { invoiceSchema } from './invoices.ts'
import { planChangeSchema } from './plan-changes.ts'

export const invoiceStates = ['open', 'overdue', 'paid'] as const
/** `overdue` is open as well, and its day is over. */
export type InvoiceState = (typeof invoiceStates)[number]

const companyName = z.object({ id: z.number(), name: z.string() })

const managedInvoice = invoiceSchema.extend({
  company: companyName,
  /** The due date of the company that its payment moves; null for one that pays no period of a plan. */
  renews: instant.nullable(),
  /** It was paid before and opened again, or its period was given: paying it moves nothing any more. */
  isSettled: z.boolean(),
  /** The plan that begins when it is paid; null for none. */
  awaitedPlan: z.string().nullable()
})
export type ManagedInvoice = z.infer<typeof managedInvoice>

const sum = z.object({
  count: z.number(),
  /** Reais. */
  value: z.number()
})
const sums = z.object({ open: sum, overdue: sum, paid: sum })
export type InvoiceSums = z.infer<typeof sums>

/** A day of the calendar of due dates. */
const day = optionalOf(z.iso.date())

const query = pageQuery.extend({
  companyId: optionalId,
  state: optionalOf(z.enum(invoiceStates)),
  /** The first and the last day that are meant. */
  dueFrom: day,
  dueTo: day
})
export type ManagedInvoiceQuery = z.output<typeof query>

export const listManagedInvoices = endpoint({
  method: 'GET',
  path: '/invoices/companies',
  access: 'super',
  query,
  response: z.object({ invoices: z.array(managedInvoice), count: z.number(), hasMore: z.boolean(), sums }),
  summary: 'Of all companies, the latest due date first, 50 a page; the sums are of every state, whichever is asked for'
})

const paymentEffect = z.object({
  company: companyName,
  /** Of the company, now and after the payment. */
  dueDate: instant.nullable(),
  nextDueDate: instant.nullable(),
  plan: z.string().nullable(),
  nextPlan: z.string().nullable(),
  /** The change of plan that would wait then. */
  pending: planChangeSchema.nullable()
})
export type PaymentEffect = z.infer<typeof paymentEffect>

export const showPaymentEffect = endpoint({
  method: 'GET',
  path: '/invoices/:id/payment',
  access: 'super',
  params: idParams,
  response: paymentEffect,
  summary: 'What marking the invoice as paid would do to its company; nothing is changed'
})

/** For super users, of every company; not logged: a console that was away asks for its list. */
export const managedInvoiceEvent = wireEvent(
  (companyId) => `company-${companyId}-managed-invoice`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), invoice: managedInvoice }),
    z.object({ action: z.literal('delete'), invoiceId: z.number() })
  ])
)
