// Pages to pay on by Stripe: made through its REST interface, and its signed notices of what was paid.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CheckoutSettings } from '#platform/config/payments.ts'
import type { CheckoutPort } from './payments.ts'

type StripeSettings = Extract<CheckoutSettings, { provider: 'stripe' }>

/** Milliseconds. */
const patience = 15_000
/** Seconds by which a notice may be older, or newer, than now: whoever overhears one cannot send it again later. */
const tolerance = 300

const pageReply = z.object({ url: z.url({ protocol: /^https?$/ }) })

const noticeSchema = z.object({
  type: z.string(),
  data: z.object({
    object: z.looseObject({
      id: z.string(),
      client_reference_id: z.string().nullish(),
      amount_total: z.number().nullish(),
      currency: z.string().nullish(),
      payment_intent: z.string().nullish(),
      payment_status: z.string().nullish()
    })
  })
})

const paidTypes = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']

/** True when one of the signatures is that of the text at its moment, and the moment is near. */
function isSigned(text: string, header: string, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined])
  const moment = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(moment) || Math.abs(now.getTime() / 1000 - Number(moment)) > tolerance) return false
  const expected = createHmac('sha256', secret).update(`${moment}.${text}`).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

export function createStripeCheckout({ url, secretKey, webhookSecret }: StripeSettings): CheckoutPort {
  return {
    name: 'stripe',
    createPage: async ({ reference, value, detail, email, back }) => {
      const form = new URLSearchParams({
        mode: 'payment',
        client_reference_id: reference,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'brl',
        'line_items[0][price_data][unit_amount]': String(Math.round(value * 100)),
        'line_items[0][price_data][product_data][name]': detail,
        success_url: back.paid,
        cancel_url: back.unpaid,
        ...(email === undefined ? {} : { customer_email: email })
      })
      const answer = await fetch(`${url}/v1/checkout/sessions`, {
        method: 'POST',
        // The same charge never gets two pages.
        headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': reference },
        body: form,
        // The key goes to Stripe and no further.
        redirect: 'error',
        signal: AbortSignal.timeout(patience)
      })
      if (!answer.ok) throw new Error(`Stripe refused a page: ${answer.status}`)
      return pageReply.parse(await answer.json()).url
    },
    readNotice: (text, signature, now) => {
      if (signature === undefined || !isSigned(text, signature, webhookSecret, now)) return undefined
      // Notices of many other things have other shapes.
      const notice = noticeSchema.safeParse(JSON.parse(text))
      if (!notice.success) return null
      const { type, data } = notice.data
      const { id, client_reference_id, amount_total, currency, payment_intent, payment_status } = data.object
      if (!paidTypes.includes(type) || payment_status !== 'paid') return null
      return {
        receipt: payment_intent ?? id,
        reference: client_reference_id ?? null,
        value: (amount_total ?? 0) / 100,
        currency: (currency ?? '').toUpperCase()
      }
    }
  }
}
