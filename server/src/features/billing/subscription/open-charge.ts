// Opens a charge for an invoice: what is owed is the house's own word, whatever a client says.
import { randomUUID } from 'node:crypto'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { monthsOf, recurrenceMonths } from '@guiche/shared/features/org/companies.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { nextInvoice, openInvoice } from '#features/billing/invoices/invoices.service.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { checkFits, lockCompany, offeredPlan, planOf } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import * as repo from './subscription.repo.ts'

/** Seconds for which a Pix charge can be paid, and a page. */
const pixSeconds = 3_600
const pageSeconds = 24 * 3_600
/** Seconds that a charge must still have to be shown once more. */
const leastLeft = 600

interface ChargeWish {
  companyId: number
  /** Without one the next period of the plan is paid. */
  invoiceId?: number | undefined
  /** Without one the present plan. */
  planId?: number | undefined
  provider: repo.ChargeRow['provider']
  method: repo.ChargeRow['method']
}

/** Errors: ERR_NO_PLAN_FOUND, ERR_PLAN_TOO_SMALL when more is in use than the plan allows. */
const wantedPlan = async (tx: Ctx, { companyId, planId }: ChargeWish): Promise<Plan> => {
  const present = await planOf(tx, companyId)
  if (planId !== undefined && planId !== present?.id) {
    const plan = await offeredPlan(tx, planId)
    await checkFits(tx, companyId, plan)
    return plan
  }
  if (!present) throw new AppError('ERR_NO_PLAN_FOUND')
  return present
}

/** An invoice from before another recurrence pays for the months that it was written for. */
const monthsFor = (value: number, plan: Plan, present: number): number =>
  [present, ...Object.values(recurrenceMonths)].find((months) => plan.value * months === value) ?? present

/** What there is to pay, and for what. */
const termsOf = async (tx: Ctx, wish: ChargeWish) => {
  const { companyId, invoiceId } = wish
  const invoice = invoiceId === undefined ? undefined : await openInvoice(tx, companyId, invoiceId)
  if (invoice && invoice.renews === null) {
    return { invoiceId: invoice.id, detail: invoice.detail, value: invoice.value, planId: null, months: 0 }
  }
  const { recurrence, dueDate, planId } = await companyById(tx, companyId)
  const plan = await wantedPlan(tx, wish)
  const months = monthsOf(recurrence)
  const price = plan.value * months
  if (price <= 0) throw new AppError('ERR_NOTHING_TO_PAY')
  const period =
    invoice ?? (await nextInvoice(tx, companyId, { detail: plan.name, value: price, renews: dueDate ?? tx.now() }))
  // The invoice stands as it was written for as long as the plan stays.
  const value = plan.id === planId ? period.value : price
  return { invoiceId: period.id, detail: plan.name, value, planId: plan.id, months: monthsFor(value, plan, months) }
}

interface OpenedCharge {
  charge: repo.ChargeRow
  detail: string
}

/**
 * A charge for an open invoice of the company: one that is still open for the same thing, else a new one, without a code.
 * Errors: ERR_NO_INVOICE_FOUND, ERR_INVOICE_ALREADY_PAID, ERR_NOTHING_TO_PAY, ERR_NO_PLAN_FOUND, ERR_PLAN_TOO_SMALL.
 */
export const openCharge = (ctx: Ctx, wish: ChargeWish): Promise<OpenedCharge> =>
  inTransaction(ctx, async (tx) => {
    const { companyId, provider, method } = wish
    await lockCompany(tx, companyId)
    const { detail, ...terms } = await termsOf(tx, wish)
    if (terms.value <= 0) throw new AppError('ERR_NOTHING_TO_PAY')
    const now = tx.now().getTime()
    const same = { companyId, provider, method, ...terms }
    const known = await repo.findLikeCharge(tx.db, same, new Date(now + leastLeft * 1000))
    if (known) return { charge: known, detail }
    const reference = randomUUID().replaceAll('-', '')
    const expiresAt = new Date(now + (method === 'pix' ? pixSeconds : pageSeconds) * 1000)
    return { charge: await repo.insertCharge(tx.db, { ...same, reference, expiresAt, createdAt: tx.now() }), detail }
  })

/** The charge with its code, asked of the provider when it has none. Errors: ERR_PAYMENT_PROVIDER. */
export const codedCharge = async (
  ctx: Ctx,
  { charge, detail }: OpenedCharge,
  ask: (charge: repo.ChargeRow, detail: string) => Promise<string>
): Promise<string> => {
  if (charge.code !== null) return charge.code
  try {
    const code = await ask(charge, detail)
    await repo.saveCode(ctx.db, charge, code)
    return code
  } catch (error) {
    throw new AppError('ERR_PAYMENT_PROVIDER', { cause: error })
  }
}
