// What routes of billing are called with: invoices, charges, and bodies.
import { randomUUID } from 'node:crypto'
import { invoices } from '#database/tables/billing/invoices.ts'
import { charges, paymentReceipts } from '#database/tables/billing/payments.ts'
import type { Company } from '../fixtures/factories.ts'

async function makeInvoice({ test, id: companyId }: Company) {
  const row = { companyId, detail: 'Essencial', value: 99, dueDate: new Date() }
  const [made] = await test.ctx.db.insert(invoices).values(row).returning()
  return { id: made?.id ?? 0 }
}

async function makeCharge(company: Company) {
  const { id: invoiceId } = await makeInvoice(company)
  const place = { companyId: company.id, invoiceId, provider: 'sandbox', method: 'pix' } as const
  const row = { ...place, reference: randomUUID().replaceAll('-', ''), months: 0, value: 99, expiresAt: new Date() }
  await company.test.ctx.db.insert(charges).values(row)
  return { txid: row.reference }
}

async function makeReceipt({ test, id: companyId }: Company) {
  const place = { companyId, provider: 'sandbox', receipt: randomUUID() } as const
  const row = { ...place, value: 5, currency: 'BRL', outcome: 'unknown' as const, receivedAt: new Date() }
  const [made] = await test.ctx.db.insert(paymentReceipts).values(row).returning()
  return { id: made?.id ?? 0 }
}

export const billingParams = {
  '/subscription/receipts/:id': makeReceipt,
  '/invoices/:id': makeInvoice,
  '/subscription/sandbox/:txid': makeCharge
}

export const billingBodies = {
  'POST /invoices': async ({ id }: Company) => ({
    detail: 'Essencial',
    value: 99,
    dueDate: '2027-03-31',
    companyId: id
  }),
  'PUT /invoices/:id': async () => ({ detail: 'Profissional' }),
  'POST /companies/changePlan': async ({ id, plan }: Company) => ({ companyId: id, newPlanId: plan.id }),
  'POST /subscription': async (company: Company) => ({ invoiceId: (await makeInvoice(company)).id }),
  'POST /api/checkout': async ({ plan }: Company) => ({ amount: 9_900, planId: plan.id })
}
