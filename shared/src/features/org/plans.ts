// Plans: what a company may use, and the public list of them.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { planFlags } from '../../kernel/access.ts'
import { idParams, isStorable } from '../../kernel/ids.ts'

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
  ...flagShape,
  /** Bytes of files; null, or left out, for no limit, as in the next ones. */
  storage: z.number().nullish(),
  /** That go out in a calendar month, by the company's clocks. */
  messages: z.number().nullish(),
  /** That are started in a calendar month. */
  campaigns: z.number().nullish(),
  /** Reais a month of one more person; null, or left out, where none is sold beyond the plan. */
  userPrice: z.number().nullish(),
  /** The same of one more connection. */
  connectionPrice: z.number().nullish()
})
export type Plan = z.infer<typeof planSchema>

/** The plan name that never appears in the list offered to companies. */
export const adminPlanName = 'Admin Plan'

/** The plan of the super user's company, which stays and is offered to nobody. */
export const isAdminPlan = ({ name }: Pick<Plan, 'name'>): boolean => name.toLowerCase() === adminPlanName.toLowerCase()

export const listPlans = endpoint({
  method: 'GET',
  path: '/plans/list',
  access: 'public',
  response: z.array(planSchema),
  summary: 'Plans a new company can choose'
})

const limit = z.coerce.number().int().min(0).max(99_999)
/** Nothing written is no limit. */
const optionalLimit = (most: number) =>
  z.preprocess((given) => (given === '' ? null : given), z.coerce.number().int().min(0).max(most).nullable())
/** A petabyte: what is more is a slip. */
const storage = optionalLimit(1e15)
const aMonth = optionalLimit(999_999_999)
/** Nothing written: none is sold. */
const extraPrice = z.preprocess(
  (given) => (given === '' ? null : given),
  z.coerce.number().min(0).max(999_999).nullable()
)
const value = z.coerce.number().min(0).max(999_999)
const name = z.string().trim().min(1, 'Obrigatório').max(60, 'Too Long!').refine(isStorable, 'ERR_VALIDATION')
/** Old clients send flags as text. */
const flag = z.preprocess((given) => (given === 'true' ? true : given === 'false' ? false : given), z.boolean())
const flags = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(planFlags.map((key) => [key, schema])) as Record<(typeof planFlags)[number], S>

export const planDraft = z.object({
  name,
  users: limit.default(0),
  connections: limit.default(0),
  queues: limit.default(0),
  value: value.default(0),
  ...flags(flag.default(true)),
  storage: storage.default(null),
  messages: aMonth.default(null),
  campaigns: aMonth.default(null),
  userPrice: extraPrice.default(null),
  connectionPrice: extraPrice.default(null)
})
export type PlanDraft = z.output<typeof planDraft>

/** What is left out stays. */
const planPatch = z.object({
  name: name.optional(),
  users: limit.optional(),
  connections: limit.optional(),
  queues: limit.optional(),
  value: value.optional(),
  ...flags(flag.optional()),
  storage: storage.optional(),
  messages: aMonth.optional(),
  campaigns: aMonth.optional(),
  userPrice: extraPrice.optional(),
  connectionPrice: extraPrice.optional()
})
export type PlanPatch = z.output<typeof planPatch>

export const listAllPlans = endpoint({
  method: 'GET',
  path: '/plans/all',
  access: 'super',
  response: z.array(planSchema),
  summary: 'Every plan, the one that is offered to nobody included'
})
const planUsage = z.object({
  id: z.number(),
  /** Companies that have the plan, whatever their state. */
  companies: z.number(),
  /** Companies that have chosen it and have it later. */
  awaited: z.number(),
  /** Reais a month of those that pay for it now. */
  revenue: z.number()
})
export type PlanUsage = z.infer<typeof planUsage>

export const listPlanUsage = endpoint({
  method: 'GET',
  path: '/plans/usage',
  access: 'super',
  response: z.array(planUsage),
  summary:
    'How many companies have each plan, and what those bring a month that are neither in trial, blocked nor expired'
})
export const showPlan = endpoint({
  method: 'GET',
  path: '/plans/:id',
  access: 'user',
  params: idParams,
  response: planSchema,
  openWhenExpired: true
})
export const createPlan = endpoint({
  method: 'POST',
  path: '/plans',
  access: 'super',
  body: planDraft,
  response: planSchema
})
export const updatePlan = endpoint({
  method: 'PUT',
  path: '/plans/:id',
  access: 'super',
  params: idParams,
  body: planPatch,
  response: planSchema,
  summary: 'Takes effect at once on everybody whose company has the plan'
})
export const deletePlan = endpoint({
  method: 'DELETE',
  path: '/plans/:id',
  access: 'super',
  params: idParams,
  response: z.object({ message: z.string() })
})
