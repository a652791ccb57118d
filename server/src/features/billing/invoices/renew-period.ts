// The super user renews a company: one period, and the invoice that asks for it is paid with it.
import type { Company } from '@guiche/shared/features/org/companies.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { companyFor } from '#features/org/companies/manage-companies.ts'
import { renewCompany } from '#features/org/companies/renew-company.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { findNextInvoice } from './invoice-rows.ts'
import { payRow } from './invoices.service.ts'
import { planOfPeriods } from './plan-change-rows.ts'
import { markChangePaid } from './plan-changes.repo.ts'
import { nextPeriodValue } from './plan-terms.ts'

/** The oldest open invoice of a period counts as paid, or one that is written for it. Errors: ERR_NO_COMPANY_FOUND. */
export function renewPeriod(ctx: Ctx, companyId: number): Promise<Company> {
  return inTransaction(ctx, async (tx) => {
    await lockCompany(tx, companyId)
    const company = await companyById(tx, companyId)
    const plan = await planOfPeriods(tx, companyId)
    const value = plan === null ? 0 : nextPeriodValue(plan, company)
    const draft = { detail: plan?.name ?? '', value, renews: company.dueDate ?? tx.now() }
    const invoice = value > 0 ? await findNextInvoice(tx, companyId, draft) : undefined
    if (invoice) {
      await payRow(tx, invoice)
    } else {
      await renewCompany(tx, companyId)
      await markChangePaid(tx.db, companyId, tx.now())
    }
    return companyFor(tx, companyId)
  })
}
