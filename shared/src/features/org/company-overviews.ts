// Companies as the super user oversees them: how each stands and how much it uses. Counts only, nothing of its customers.
import { z } from 'zod'
import { companyStanding } from '../../kernel/company-standing.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, optionalOf } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { trialEndOf } from './companies.ts'
import { quotaSchema, quotasSchema } from './quotas.ts'

const companyStates = ['active', 'trial', 'overdue', 'blocked'] as const
export type CompanyState = (typeof companyStates)[number]

/** Each company is in one state: a closed one is blocked, whatever it has paid. */
export function companyStateOf(
  company: { status: boolean; dueDate: Date | null; createdAt: Date },
  now: Date
): CompanyState {
  const { state, isOverdue } = companyStanding(company, now)
  if (state === 'closed') return 'blocked'
  if (isOverdue) return 'overdue'
  return trialEndOf(company) === null ? 'active' : 'trial'
}

/** Days until the due date within which a company counts as due soon. */
export const dueSoonDays = 7
/** Days whose new tickets are counted. */
export const ticketDays = 30

export const companyFilters = ['active', 'dueSoon', 'overdue', 'trial', 'blocked'] as const
export type CompanyFilter = (typeof companyFilters)[number]
export const companySorts = ['name', 'plan', 'people', 'connections', 'dueDate', 'lastActivity'] as const
export type CompanySort = (typeof companySorts)[number]

const companyOverview = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  plan: z.object({ id: z.number(), name: z.string() }).nullable(),
  state: z.enum(companyStates),
  dueDate: instant.nullable(),
  createdAt: instant,
  people: quotaSchema,
  connections: quotaSchema.extend({ connected: z.number() }),
  /** When somebody of the company was last seen in the console. */
  lastActivityAt: instant.nullable(),
  /** True when its archive last failed to go into its store. Left out by servers of before. */
  hasArchiveFailure: z.boolean().optional()
})
export type CompanyOverview = z.infer<typeof companyOverview>

const companyFigures = z.object({
  all: z.number(),
  active: z.number(),
  dueSoon: z.number(),
  overdue: z.number(),
  trial: z.number(),
  blocked: z.number()
})
export type CompanyFigures = z.infer<typeof companyFigures>

const query = pageQuery.extend({
  state: optionalOf(z.enum(companyFilters)),
  sort: z.enum(companySorts).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc')
})
export type CompanyOverviewQuery = z.output<typeof query>

export const listCompanyOverviews = endpoint({
  method: 'GET',
  path: '/companies/overview',
  access: 'super',
  query,
  response: z.object({
    companies: z.array(companyOverview),
    count: z.number(),
    hasMore: z.boolean(),
    figures: companyFigures
  }),
  summary: 'Companies by name, e-mail or phone, 50 a page; the figures are of all companies, whatever is asked for'
})

const companyDetail = companyOverview.extend({
  queues: quotaSchema,
  /** Left out by servers of before. */
  quotas: quotasSchema.optional(),
  /** Of the last 30 days. */
  newTickets: z.number(),
  numbers: z.array(z.object({ id: z.number(), name: z.string(), status: z.string(), statusSince: instant })),
  team: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      profile: z.enum(['admin', 'supervisor', 'user']),
      super: z.boolean(),
      online: z.boolean(),
      lastSeenAt: instant.nullable()
    })
  )
})
export type CompanyDetail = z.infer<typeof companyDetail>

export const showCompanyOverview = endpoint({
  method: 'GET',
  path: '/companies/:id/overview',
  access: 'super',
  params: idParams,
  response: companyDetail,
  summary: 'What a company uses of its plan, its connections and its people; no contact, ticket or message of it'
})

/** A company or a plan is another than before, or gone: super users ask again for what they look at. */
export const managedCompanyEvent = wireEvent(
  (companyId) => `company-${companyId}-managed-company`,
  z.object({ action: z.literal('reload') })
)
