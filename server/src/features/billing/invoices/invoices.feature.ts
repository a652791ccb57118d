// Invoices and the choice of a plan, plugged in.
import { companyEdited } from '#features/org/companies/companies.events.ts'
import type { Feature } from '#platform/feature.ts'
import { beginPlanChanges } from './begin-plan-changes.ts'
import { followEditedCompany } from './follow-company.ts'
import { invoicesRealtime } from './invoices.realtime.ts'
import { invoiceRoutes } from './invoices.routes.ts'
import { listenForInvoices } from './publish-to-super-users.ts'
import { writeInvoices } from './write-invoices.ts'

export const invoicesFeature: Feature = {
  name: 'invoices',
  routes: invoiceRoutes,
  realtime: invoicesRealtime,
  listeners: (bus) => {
    companyEdited.add(followEditedCompany)
    listenForInvoices(bus)
  },
  jobs: (jobs) => {
    jobs.schedule('write invoices', '23 * * * *', writeInvoices)
    jobs.schedule('begin plan changes', '*/5 * * * *', beginPlanChanges)
  }
}
