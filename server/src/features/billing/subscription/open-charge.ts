// Opens a charge for an invoice: what is owed is the house's own word, whatever a client says.
import { randomUUID } from 'node:crypto'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { monthsOf, recurrenceMonths } from '@guiche/shared/features/org/companies.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { checkReplaceable, choosePlan } from '#features/billing/invoices/choose-plan.ts'
import { nextInvoice } from '#features/billing/invoices/invoice-rows.ts'
import { openInvoice } from '#features/billing/invoices/invoices.service.ts'
import { pendingChange, planOfPeriods, requoteDifference } from '#features/billing/invoices/plan-change-rows.ts'
import { nextPeriodValue, periodValue, termsOf } from '#features/billing/invoices/plan-terms.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { checkFits, lockCompany, offeredPlan, planOf } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
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

/**
 * The plan that a period is paid for, and whether it costs a difference first. Errors: ERR_NO_PLAN_FOUND,
 * ERR_PLAN_CHANGE_PAID, ERR_PLAN_TOO_SMALL when more is in use than the plan allows.
 */
async function wantedPlan(tx: Ctx, { companyId, planId }: ChargeWish): Promise<{ plan: Plan; hasPrice: boolean }> {
  const [present, next] = [await planOf(tx, companyId), await planOfPeriods(tx, companyId)]
  if (planId === undefined || planId === next?.id) {
    if (!next) throw new AppError('ERR_NO_PLAN_FOUND')
    if (next.id !== present?.id) await checkFits(tx, companyId, next)
    return { plan: next, hasPrice: true }
  }
  await checkReplaceable(tx, companyId)
  const plan = planId === present?.id ? present : await offeredPlan(tx, planId)
  await checkFits(tx, companyId, plan)
  return { plan, hasPrice: false }
}

/** An invoice from before another recurrence pays for the months that it was written for. */
function monthsFor(value: number, plan: Plan, company: Awaited<ReturnType<typeof companyById>>): number {
  const present = monthsOf(company.recurrence)
  const known = [present, ...Object.values(recurrenceMonths)]
  return known.find((months) => periodValue(plan, company, months) === value) ?? present
}

type InvoiceRow = Awaited<ReturnType<typeof openInvoice>>

/** What costs what it says: an invoice that was written by hand, a difference, and one whose period was given. */
function asWritten(invoice: InvoiceRow) {
  return {
    invoiceId: invoice.id,
    detail: invoice.detail,
    value: invoice.value,
    planId: null,
    months: 0
  }
}

/** The difference that a dearer plan costs, chosen by this; undefined when the plan costs none. */
async function differenceFor(tx: Ctx, { companyId, planId }: ChargeWish): Promise<InvoiceRow | undefined> {
  if (planId === undefined) return undefined
  const [company, present] = [await companyById(tx, companyId), await planOf(tx, companyId)]
  if (planId === present?.id) return undefined
  const { kind } = termsOf(company, present, await offeredPlan(tx, planId), tx.now())
  if (kind !== 'difference') return undefined
  await choosePlan(tx, companyId, planId)
  const invoiceId = (await pendingChange(tx, companyId))?.invoiceId
  return invoiceId == null ? undefined : openInvoice(tx, companyId, invoiceId)
}

/** What there is to pay, and for what. */
async function termsFor(tx: Ctx, wish: ChargeWish) {
  const { companyId, invoiceId } = wish
  const asked = invoiceId === undefined ? undefined : await openInvoice(tx, companyId, invoiceId)
  if (asked && (asked.renews === null || asked.paidAt !== null)) {
    const isDifference = (await pendingChange(tx, companyId))?.invoiceId === asked.id
    if (isDifference) await requoteDifference(tx, companyId)
    return asWritten(isDifference ? await openInvoice(tx, companyId, asked.id) : asked)
  }
  const difference = await differenceFor(tx, wish)
  if (difference) return asWritten(difference)
  const company = await companyById(tx, companyId)
  const { plan, hasPrice } = await wantedPlan(tx, wish)
  const price = periodValue(plan, company, monthsOf(company.recurrence))
  if (price <= 0) throw new AppError('ERR_NOTHING_TO_PAY')
  // What is written costs what the awaited plan costs, whatever plan the charge is for: a charge may be left unpaid.
  const next = await planOfPeriods(tx, companyId)
  const own = next && next.value > 0 ? next : plan
  const draft = { detail: own.name, value: nextPeriodValue(own, company), renews: company.dueDate ?? tx.now() }
  const period = asked ?? (await nextInvoice(tx, companyId, draft))
  // The invoice stands as it was written for as long as its plan stays.
  const value = hasPrice ? period.value : price
  return { invoiceId: period.id, detail: plan.name, value, planId: plan.id, months: monthsFor(value, plan, company) }
}

interface OpenedCharge {
  charge: repo.ChargeRow
  detail: string
}

/**
 * A charge for an open invoice of the company: one that is still open for the same thing, else a new one, without a code.
 * Errors: ERR_NO_INVOICE_FOUND, ERR_INVOICE_ALREADY_PAID, ERR_NOTHING_TO_PAY, ERR_NO_PLAN_FOUND, ERR_PLAN_TOO_SMALL.
 */
export function openCharge(ctx: Ctx, wish: ChargeWish): Promise<OpenedCharge> {
  return inTransaction(ctx, async (tx) => {
    const { companyId, provider, method } = wish
    await lockCompany(tx, companyId)
    const { detail, ...terms } = await termsFor(tx, wish)
    if (terms.value <= 0) throw new AppError('ERR_NOTHING_TO_PAY')
    const now = tx.now().getTime()
    const same = { companyId, provider, method, ...terms }
    const known = await repo.findLikeCharge(tx.db, same, new Date(now + leastLeft * 1000))
    if (known) return { charge: known, detail }
    const reference = randomUUID().replaceAll('-', '')
    const expiresAt = new Date(now + (method === 'pix' ? pixSeconds : pageSeconds) * 1000)
    return { charge: await repo.insertCharge(tx.db, { ...same, reference, expiresAt, createdAt: tx.now() }), detail }
  })
}

/** The charge with its code, asked of the provider when it has none. Errors: ERR_PAYMENT_PROVIDER. */
export async function codedCharge(
  ctx: Ctx,
  { charge, detail }: OpenedCharge,
  ask: (charge: repo.ChargeRow, detail: string) => Promise<string>
): Promise<string> {
  if (charge.code !== null) return charge.code
  try {
    const code = await ask(charge, detail)
    await repo.saveCode(ctx.db, charge, code)
    return code
  } catch (error) {
    throw new AppError('ERR_PAYMENT_PROVIDER', { cause: error })
  }
}
