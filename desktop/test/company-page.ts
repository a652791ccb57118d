// What a super user's page of a company asks of the server, answered for one that has nothing yet.
import { showExtras } from '@guiche/shared/features/billing/plan-extras.ts'
import { listInvoicesOf } from '@guiche/shared/features/billing/invoices.ts'
import { showArchiveSchedule } from '@guiche/shared/features/org/archive-schedules.ts'
import { showCompany } from '@guiche/shared/features/org/companies.ts'
import { listCompanyArchives } from '@guiche/shared/features/org/company-archives.ts'
import { showCompanyOverview } from '@guiche/shared/features/org/company-overviews.ts'
import { listAllPlans } from '@guiche/shared/features/org/plans.ts'
import { makePlan, makeSessionUser } from './factories.ts'
import { startServer } from './render-console.tsx'

/** The page is /companies/41. */
export function startCompanyPage() {
  const { company } = makeSessionUser()
  const further = { plan: makePlan(), campaignsEnabled: false, schedules: [], holidays: [] }
  const name = 'Floricultura Sul'
  const server = startServer(makeSessionUser({ super: true }))
  server.on(listCompanyArchives, () => ({ records: [] }))
  server.on(showArchiveSchedule, () => ({ schedule: null }))
  server.on(showCompany, () => ({ ...company, ...further, id: 41, name }))
  server.on(showCompanyOverview, () => ({
    id: 41,
    name,
    email: null,
    phone: null,
    plan: null,
    state: 'active' as const,
    dueDate: null,
    createdAt: '2026-03-02T12:00:00.000Z',
    people: { used: 1, limit: 3 },
    connections: { used: 0, limit: 1, connected: 0 },
    lastActivityAt: null,
    queues: { used: 0, limit: null },
    newTickets: 0,
    numbers: [],
    team: []
  }))
  server.on(showExtras, () => ({ users: 0, connections: 0, userPrice: null, connectionPrice: null, share: 0 }))
  server.on(listInvoicesOf, () => [])
  server.on(listAllPlans, () => [makePlan()])
  return server
}
