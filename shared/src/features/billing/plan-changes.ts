// The choice of another plan: what it costs and when it begins, and the one that was chosen and has not begun.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, instant, optionalId } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

const waitingKinds = ['difference', 'period', 'later'] as const

export const planChangeSchema = z.object({
  planId: z.number(),
  planName: z.string(),
  /**
   * What it waits for: the payment of the difference for the rest of the paid time, the payment of the next period, or the
   * end of the paid time.
   */
  kind: z.enum(waitingKinds),
  /** Reais that open the plan; null for one that begins by itself. */
  value: z.number().nullable(),
  invoiceId: z.number().nullable(),
  /** When it begins (`later`), or until when the difference can be paid (`difference`). */
  at: instant.nullable(),
  /** The time after `at` is paid for with the new plan: it can be changed no more. */
  isPaid: z.boolean()
})
export type PlanChange = z.infer<typeof planChangeSchema>

const planQuoteSchema = z.object({
  planId: z.number(),
  /** `now`: at once and without a payment. The others are those of a change that waits. */
  kind: z.enum(['current', 'now', ...waitingKinds]),
  /** Reais to pay before it begins; 0 for none. */
  value: z.number(),
  /** Until when that pays, or from when the plan counts (`later`); null where neither is known. */
  at: instant.nullable(),
  /** Reais of a period of the plan. */
  periodValue: z.number(),
  /** Fewer people, connections or queues are allowed than the company has. */
  isTooSmall: z.boolean()
})
export type PlanQuote = z.infer<typeof planQuoteSchema>

const planChangeState = z.object({
  pending: planChangeSchema.nullable(),
  /** What the company has now. */
  used: z.object({ users: z.number(), connections: z.number(), queues: z.number() }),
  /** Of every plan on offer, and of the present one. */
  quotes: z.array(planQuoteSchema)
})
export type PlanChangeState = z.infer<typeof planChangeState>

export const showPlanChange = endpoint({
  method: 'GET',
  path: '/companies/planChange',
  access: 'user',
  permission: 'financial-page:write',
  response: planChangeState,
  summary: 'What each plan would cost the own company now and when it would begin, and the change that waits'
})
export const changePlan = endpoint({
  method: 'POST',
  path: '/companies/changePlan',
  access: 'user',
  permission: 'financial-page:write',
  body: z.object({ companyId: optionalId, newPlanId: id }),
  response: z.object({ message: z.string(), pending: planChangeSchema.nullable() }),
  openWhenExpired: true,
  summary:
    'A dearer plan begins when its difference is paid, a cheaper one with the next period; the present one cancels the change'
})
export const cancelPlanChange = endpoint({
  method: 'DELETE',
  path: '/companies/planChange',
  access: 'user',
  permission: 'financial-page:write',
  response: z.object({ message: z.string() }),
  openWhenExpired: true,
  summary: 'The change that waits is given up, and its invoice with it'
})

/** For the admins of the company. */
export const planChangeEvent = wireEvent(
  (companyId) => `company-${companyId}-planChange`,
  z.object({ action: z.literal('update'), pending: planChangeSchema.nullable() })
)
