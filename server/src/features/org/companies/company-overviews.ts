// The super user's overview of companies: found, sorted and counted; one with what it uses of its plan.
import {
  companyStateOf,
  dueSoonDays,
  ticketDays,
  type CompanyDetail,
  type CompanyFigures,
  type CompanyFilter,
  type CompanyOverview,
  type CompanyOverviewQuery,
  type CompanySort,
  type listCompanyOverviews as contract
} from '@guiche/shared/features/org/company-overviews.ts'
import { daysUntil } from '@guiche/shared/features/org/due-dates.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { digitsOf } from '@guiche/shared/kernel/phone.ts'
import { quotasOf } from '#features/org/quotas/quotas.service.ts'
import { limitsWith } from '#features/org/plans/extras.ts'
import { usageOf } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './company-overviews.repo.ts'

/** Companies a page. */
const pageSize = 50
const day = 86_400_000

function overviewOf(row: repo.CompanyFacts, now: Date): CompanyOverview {
  const { id, name, email, phone, plan } = row
  const limits = plan && limitsWith(plan, row)
  return {
    ...{ id, name, email, phone },
    plan: plan && { id: plan.id, name: plan.name },
    state: companyStateOf(row, now),
    dueDate: row.dueDate?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    people: { used: row.people ?? 0, limit: limits?.users ?? null },
    connections: { used: row.numbers ?? 0, limit: limits?.connections ?? null, connected: row.connected ?? 0 },
    lastActivityAt: row.lastSeenAt?.toISOString() ?? null,
    hasArchiveFailure: row.archiveFailure !== null
  }
}

function isDueSoon({ state, dueDate }: CompanyOverview, now: Date): boolean {
  if (dueDate === null || (state !== 'active' && state !== 'trial')) return false
  return daysUntil(dueDate, now.getTime()) <= dueSoonDays
}

function isIn(company: CompanyOverview, filter: CompanyFilter, now: Date): boolean {
  return filter === 'dueSoon' ? isDueSoon(company, now) : company.state === filter
}

function figuresOf(companies: readonly CompanyOverview[], now: Date): CompanyFigures {
  const figures = { all: companies.length, active: 0, trial: 0, overdue: 0, blocked: 0, dueSoon: 0 }
  for (const company of companies) {
    figures[company.state] += 1
    if (isDueSoon(company, now)) figures.dueSoon += 1
  }
  return figures
}

/** As one types it, without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function isFound({ name, email, phone }: CompanyOverview, search: string): boolean {
  const digits = digitsOf(search)
  // Three digits are a part of a phone number; fewer are a part of a name.
  if (digits.length >= 3 && (phone ?? '').includes(digits)) return true
  return plain(`${name} ${email ?? ''}`).includes(plain(search))
}

const sortValues: Record<CompanySort, (company: CompanyOverview) => string | number | null> = {
  name: ({ name }) => plain(name),
  plan: ({ plan }) => plan && plain(plan.name),
  people: ({ people }) => people.used,
  connections: ({ connections }) => connections.used,
  dueDate: ({ dueDate }) => dueDate,
  lastActivity: ({ lastActivityAt }) => lastActivityAt
}

/** What has no value comes last either way. */
function comparer({ sort, direction }: Pick<CompanyOverviewQuery, 'sort' | 'direction'>) {
  const valueOf = sortValues[sort]
  const sign = direction === 'asc' ? 1 : -1
  return (a: CompanyOverview, b: CompanyOverview): number => {
    const [one, other] = [valueOf(a), valueOf(b)]
    if (one === other) return plain(a.name).localeCompare(plain(b.name)) || a.id - b.id
    if (one === null) return 1
    if (other === null) return -1
    return one < other ? -sign : sign
  }
}

export async function listCompanyOverviews(
  ctx: Ctx,
  query: CompanyOverviewQuery
): Promise<EndpointResult<typeof contract>> {
  const now = ctx.now()
  const { searchParam, pageNumber, state } = query
  const search = searchParam.trim()
  const all = (await repo.findFacts(ctx.db)).map((row) => overviewOf(row, now))
  const found = all
    .filter((company) => state === undefined || isIn(company, state, now))
    .filter((company) => search === '' || isFound(company, search))
    .toSorted(comparer(query))
  const end = pageNumber * pageSize
  return {
    companies: found.slice(end - pageSize, end),
    count: found.length,
    hasMore: end < found.length,
    figures: figuresOf(all, now)
  }
}

/** Errors: ERR_NO_COMPANY_FOUND. */
export async function showCompanyOverview(ctx: Ctx, id: number): Promise<CompanyDetail> {
  const now = ctx.now()
  const [row] = await repo.findFacts(ctx.db, id)
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND')
  const [used, quotas, newTickets, numbers, team] = await Promise.all([
    usageOf(ctx, id),
    quotasOf(ctx, id),
    repo.countTickets(ctx.db, id, new Date(now.getTime() - ticketDays * day)),
    repo.numbersOf(ctx.db, id),
    repo.teamOf(ctx.db, id)
  ])
  return {
    ...overviewOf(row, now),
    queues: { used: used.queues, limit: row.plan?.queues ?? null },
    quotas,
    newTickets,
    numbers: numbers.map((number) => ({ ...number, statusSince: number.statusSince.toISOString() })),
    team: team.map((person) => ({ ...person, lastSeenAt: person.lastSeenAt?.toISOString() ?? null }))
  }
}
