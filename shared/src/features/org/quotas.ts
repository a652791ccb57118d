// Quotas: what a company uses of what its plan limits.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { instant } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** `limit` is that of the plan; null for none, and for a company without a plan. */
export const quotaSchema = z.object({ used: z.number(), limit: z.number().nullable() })
export type Quota = z.infer<typeof quotaSchema>

/** In the order in which people see them. */
export const quotaKinds = ['messages', 'storage', 'campaigns', 'users', 'connections'] as const
export type QuotaKind = (typeof quotaKinds)[number]

/** The share of a limit from which on it counts as nearly full. */
export const nearlyFull = 0.8

export const quotasSchema = z.object({
  /** Sent in this calendar month by people, the chatbot, campaigns, schedules and programs. */
  messages: quotaSchema,
  /** Bytes of all files of the company. */
  storage: quotaSchema,
  /** Started or scheduled in this calendar month. */
  campaigns: quotaSchema,
  users: quotaSchema,
  connections: quotaSchema,
  /** Messages of customers in this calendar month: counted, and never refused. */
  received: z.number(),
  /** When the next calendar month begins, by the company's clocks. */
  renewsAt: instant
})
export type Quotas = z.infer<typeof quotasSchema>

export const showQuotas = endpoint({
  method: 'GET',
  path: '/quotas',
  access: 'user',
  permission: 'financial-page:write',
  response: quotasSchema,
  openWhenExpired: true,
  summary: 'What the own company uses of what its plan limits'
})

/** Of these people are told when they are nearly or wholly full; people and numbers are added one by one, and seen. */
export const quotaNotice = z.object({
  kind: z.enum(['messages', 'storage', 'campaigns']),
  /** Percent that are used. */
  level: z.union([z.literal(80), z.literal(100)]),
  used: z.number(),
  limit: z.number()
})
export type QuotaNotice = z.infer<typeof quotaNotice>

/** For those who look after the company's money, once a month for each limit and level. */
export const quotaNoticeEvent = wireEvent(
  (companyId) => `company-${companyId}-quota`,
  z.object({ action: z.literal('create'), notice: quotaNotice })
)
