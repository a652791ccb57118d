// A company chooses another plan: it is the present one at once, and what is not paid yet costs what the new one costs.
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import { setCompanyPlan } from '#features/org/companies/renew-company.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import { invoiceChanged } from './invoices.events.ts'
import * as repo from './invoices.repo.ts'
import { invoiceOf } from './invoices.service.ts'

/** Errors: ERR_NO_PLAN_FOUND, ERR_NO_COMPANY_FOUND, ERR_PLAN_TOO_SMALL when more is in use than the plan allows. */
export const choosePlan = (ctx: Ctx, companyId: number, planId: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { plan, recurrence } = await setCompanyPlan(tx, companyId, planId)
    const price = { detail: plan.name, value: plan.value * monthsOf(recurrence) }
    for (const row of await repo.repriceOpen(tx.db, companyId, price)) tx.bus.emit(invoiceChanged, invoiceOf(row))
  })
