// Plans: what a company may use, and the public list of them.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { planFlags } from '../../kernel/access.ts'

const flagShape = Object.fromEntries(planFlags.map((flag) => [flag, z.boolean()])) as Record<
  (typeof planFlags)[number],
  z.ZodBoolean
>

/** `users`, `connections`, `queues` are limits (0 = none allowed); `value` is the monthly price in reais. */
export const planSchema = z.object({
  id: z.number(),
  name: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  value: z.number(),
  ...flagShape
})
export type Plan = z.infer<typeof planSchema>

/** The plan name that never appears in the list offered to companies. */
export const adminPlanName = 'Admin Plan'

export const listPlans = endpoint({
  method: 'GET',
  path: '/plans/list',
  access: 'public',
  response: z.array(planSchema),
  summary: 'Plans a new company can choose'
})
