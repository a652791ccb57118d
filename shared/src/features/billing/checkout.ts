// Paying a plan on the payment provider's own page: the link to it, and what the provider says of payments.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { optionalId, text } from '../../kernel/ids.ts'

/** Clients name the price of a plan in hundredths. */
export const centsOf = (value: number): number => Math.round(value * 100)

const checkoutForm = z.object({
  /** The monthly price of the chosen plan, in hundredths of a real. */
  amount: z.coerce.number().int().positive().max(99_999_900),
  /** Without it the plan on offer with this price is meant. */
  planId: optionalId,
  customerData: z
    .object({ name: text(120).optional(), email: z.union([z.literal(''), z.email().max(200)]).optional() })
    .optional()
})
export type CheckoutForm = z.output<typeof checkoutForm>

export const createCheckout = endpoint({
  method: 'POST',
  path: '/api/checkout',
  access: 'user',
  permission: 'financial-page:write',
  body: checkoutForm,
  response: z.object({ checkoutUrl: z.string() }),
  openWhenExpired: true,
  callsPerMinute: 30,
  summary: 'A link on which the next period of a plan is paid; the plan is the present one once it is paid'
})

export const receiveCheckoutNotice = endpoint({
  method: 'POST',
  path: '/api/checkout/webhook',
  access: 'public',
  response: z.object({}),
  summary: 'Stripe tells of payments; signed, and not older than five minutes'
})
