// People and connections beyond a plan: how many a company has, what they cost, and ordering more or fewer of them.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { instant, optionalId } from '../../kernel/ids.ts'

/** As many as anybody may have of each. */
export const mostExtras = 1_000

const count = z.coerce.number().int().min(0).max(mostExtras)
const counts = { users: count, connections: count }

const planExtras = z.object({
  users: z.number(),
  connections: z.number(),
  /** Reais a month of one more; null where the plan sells none. */
  userPrice: z.number().nullable(),
  connectionPrice: z.number().nullable(),
  /** Reais of the paid time that the next invoice asks for besides its period. */
  share: z.number()
})
export type PlanExtras = z.infer<typeof planExtras>

const extrasQuote = z.object({
  /** Reais for the rest of the paid time that the next invoice asks for then, all that stands there included. */
  share: z.number(),
  /** The end of the paid time; null where none is left. */
  until: instant.nullable(),
  /** Reais of a period of the plan with them, from the next invoice on. */
  periodValue: z.number()
})
export type ExtrasQuote = z.infer<typeof extrasQuote>

export const showExtras = endpoint({
  method: 'GET',
  path: '/plan-extras',
  access: 'user',
  permission: 'financial-page:write',
  query: z.object({ companyId: optionalId }),
  response: planExtras,
  openWhenExpired: true,
  summary: 'What the own company, or any for the super user, has beyond its plan'
})
export const quoteExtras = endpoint({
  method: 'GET',
  path: '/plan-extras/quote',
  access: 'user',
  permission: 'financial-page:write',
  query: z.object({ companyId: optionalId, ...counts }),
  response: extrasQuote,
  summary: 'What so many would cost; nothing is changed'
})
export const orderExtras = endpoint({
  method: 'PUT',
  path: '/plan-extras',
  access: 'user',
  permission: 'financial-page:write',
  body: z.object({ companyId: optionalId, ...counts }),
  response: planExtras,
  summary:
    'From now on the company has so many beyond its plan; the next invoice asks for the days until the due date, and every one for their price'
})
