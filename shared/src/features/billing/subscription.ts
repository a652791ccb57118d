// Paying the subscription: a Pix charge for an invoice or for another plan, what came of it, and who pays.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, optionalId, text } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { payerForm, payerMissing } from '../org/payers.ts'

/** Old clients send the chosen plan as JSON text; its price is the server's own. */
const planChoice = z.preprocess(
  (given) => {
    if (given === null || given === '') return undefined
    if (typeof given !== 'string') return given
    try {
      return JSON.parse(given) as unknown
    } catch {
      return given
    }
  },
  z.object({ planId: optionalId }).optional()
)

/** Fields of a card have no place here: what a client sends of them is dropped before anybody sees it. */
const subscriptionForm = payerForm
  .partial()
  .extend({
    /** Empty where the box was never touched. */
    useAddressForPaymentDetails: z
      .preprocess((given) => given === true || given === 'true', z.boolean())
      .default(false),
    plan: planChoice,
    invoiceId: optionalId
  })
  .superRefine((form, check) => {
    if (form.invoiceId !== undefined) return
    for (const field of ['firstName', 'city', 'zipcode', 'country'] as const) {
      if (form[field] === undefined) check.addIssue({ code: 'custom', path: [field], message: payerMissing[field] })
    }
  })
export type SubscriptionForm = z.output<typeof subscriptionForm>

/** A Pix charge in the words of legacy clients. */
const pixChargeSchema = z.object({
  txid: z.string(),
  /** The text to copy and paste; the QR code holds the same. */
  qrcode: z.object({ qrcode: z.string() }),
  /** Reais with two decimals. */
  valor: z.object({ original: z.string() }),
  calendario: z.object({
    criacao: instant,
    /** Seconds for which it can be paid. */
    expiracao: z.number()
  }),
  /** For which it can still be paid, by the server's clock. */
  secondsLeft: z.number(),
  invoiceId: z.number(),
  /** True where no money moves and the payment is simulated. */
  sandbox: z.boolean()
})
export type PixCharge = z.output<typeof pixChargeSchema>

export const subscribe = endpoint({
  method: 'POST',
  path: '/subscription',
  access: 'user',
  permission: 'financial-page:write',
  body: subscriptionForm,
  response: pixChargeSchema,
  openWhenExpired: true,
  callsPerMinute: 30,
  summary: 'A Pix charge for an invoice, or for the next period of a plan; the amount is the server’s own'
})

const subscriptionState = z.object({
  email: z.string().nullable(),
  /** As it was kept at the last checkout. */
  payer: payerForm.nullable(),
  /** While the company has never paid: when its trial ends or ended. */
  trialExpiration: instant.nullable(),
  pix: z.enum(['off', 'sandbox', 'efi']),
  checkout: z.enum(['off', 'sandbox', 'stripe'])
})
export type SubscriptionState = z.output<typeof subscriptionState>

export const showSubscription = endpoint({
  method: 'GET',
  path: '/subscription',
  access: 'user',
  permission: 'financial-page:write',
  response: subscriptionState,
  summary: 'What the checkout begins with: e-mail, who paid last, the trial and the ways to pay'
})

const receiptOutcomes = ['applied', 'underpaid', 'surplus', 'outgrown', 'unknown'] as const

const receiptSchema = z.object({
  id: z.number(),
  provider: z.string(),
  /** Of the charge that it names, which nobody may know here. */
  reference: z.string().nullable(),
  /** The provider's own number of the payment. */
  receipt: z.string(),
  value: z.number(),
  currency: z.string(),
  outcome: z.enum(receiptOutcomes),
  companyId: z.number().nullable(),
  invoiceId: z.number().nullable(),
  receivedAt: instant
})
export type PaymentReceipt = z.output<typeof receiptSchema>

export const listOpenReceipts = endpoint({
  method: 'GET',
  path: '/subscription/receipts',
  access: 'user',
  permission: 'financial-page:write',
  response: z.array(receiptSchema),
  summary: 'Money that came in and paid no invoice, the latest first, at most 100; of everybody for the super user'
})

export const settleReceipt = endpoint({
  method: 'POST',
  path: '/subscription/receipts/:id/settle',
  access: 'super',
  params: idParams,
  response: receiptSchema,
  summary: 'Somebody has dealt with money that paid no invoice: it is listed no more'
})

export const payInSandbox = endpoint({
  method: 'POST',
  path: '/subscription/sandbox/:txid',
  access: 'user',
  permission: 'financial-page:write',
  params: z.object({ txid: text(64) }),
  body: z.object({ value: z.coerce.number().positive().max(9_999_999).optional() }),
  response: z.object({ message: z.string() }),
  openWhenExpired: true,
  summary: 'Pays a charge of the own company where payments are simulated; there is no such call elsewhere'
})

const noticeBody = z.looseObject({
  evento: z.string().optional(),
  pix: z
    .array(
      z.looseObject({
        endToEndId: text(64),
        txid: text(64).nullish(),
        valor: z.coerce.number().min(0).max(99_999_999),
        horario: z.string().max(40).optional()
      })
    )
    .max(500)
    .default([])
})
export type PixNotice = z.output<typeof noticeBody>

const notice = {
  method: 'POST',
  access: 'public',
  query: z.object({ hmac: z.string().max(500).optional() }),
  body: noticeBody,
  response: z.object({ ok: z.boolean() })
} as const

export const receivePixNotice = endpoint({
  ...notice,
  path: '/subscription/webhook',
  summary: 'Efí tells of payments; what it says is asked again of Efí before anything is paid'
})
export const receivePixNoticeOf = endpoint({
  ...notice,
  path: '/subscription/webhook/:type',
  params: z.object({ type: text(20) }),
  summary: 'The same: Efí puts /pix behind the address that it was given'
})

/** For everybody of the company. */
export const paymentEvent = wireEvent(
  (companyId) => `company-${companyId}-payment`,
  z.object({
    action: z.literal('CONCLUIDA'),
    company: z.object({ id: z.number(), dueDate: instant.nullable(), planId: z.number().nullable().optional() }),
    /** The plan that this payment has opened; left out when it opened none. */
    openedPlan: z.string().optional(),
    invoiceId: z.number()
  })
)
