// Invoices, plugged in.
import type { Feature } from '#platform/feature.ts'
import { invoicesRealtime } from './invoices.realtime.ts'
import { invoiceRoutes } from './invoices.routes.ts'
import { writeInvoices } from './write-invoices.ts'

export const invoicesFeature: Feature = {
  name: 'invoices',
  routes: invoiceRoutes,
  realtime: invoicesRealtime,
  jobs: (jobs) => jobs.schedule('write invoices', '23 * * * *', writeInvoices)
}
