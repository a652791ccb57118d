// Money comes in: told as often as it likes, it pays one invoice once, and what pays none is kept to be looked at.
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { fitsPlan, lockCompany, planById, usageOf } from '#features/org/plans/plans.service.ts'
import { settleInvoice } from '#features/billing/invoices/invoices.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { paymentApplied } from './subscription.events.ts'
import * as repo from './subscription.repo.ts'

interface ReceivedMoney {
  provider: repo.ReceiptRow['provider']
  /** The provider's own number of the payment. */
  receipt: string
  /** Of the charge; null when it names none. */
  reference: string | null
  value: number
  currency: string
}

/** A plan that somebody else than its payer has outgrown since is not given for money: somebody has to look at it. */
async function isOutgrown(tx: Ctx, companyId: number, plan: Plan | undefined): Promise<boolean> {
  const company = await companyById(tx, companyId)
  return plan !== undefined && plan.id !== company.planId && !fitsPlan(plan, company, await usageOf(tx, companyId))
}

async function apply(tx: Ctx, charge: repo.ChargeRow, money: ReceivedMoney): Promise<repo.ReceiptRow['outcome']> {
  const { companyId, invoiceId, planId, months, value } = charge
  await lockCompany(tx, companyId)
  const paid = money.currency === 'BRL' ? money.value : 0
  const plan = planId === null ? undefined : await planById(tx, planId)
  // A plan that was deleted meanwhile is had by nobody: its money pays the invoice as it stands, or is looked at.
  if (months > 0 && (await isOutgrown(tx, companyId, plan))) return 'outgrown'
  const period = months > 0 && plan ? { detail: plan.name, value, months, planId } : null
  const before = await companyById(tx, companyId)
  const outcome = await settleInvoice(tx, { companyId, id: invoiceId }, { paid, period })
  if (outcome !== 'applied') return outcome
  await repo.markPaid(tx.db, charge, tx.now())
  const after = await companyById(tx, companyId)
  const isOpened = after.planId !== null && after.planId !== before.planId
  const openedPlan = isOpened && after.planId !== null ? (await planById(tx, after.planId))?.name : undefined
  tx.bus.emit(paymentApplied, { companyId, invoiceId, dueDate: after.dueDate, planId: after.planId, openedPlan })
  return outcome
}

/** One transaction: the receipt, the invoice, the due date and the plan, or nothing of it. */
export function receivePayment(ctx: Ctx, money: ReceivedMoney): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const receipt = await repo.insertReceipt(tx.db, { ...money, outcome: 'unknown', receivedAt: tx.now() })
    if (!receipt) return
    const { provider, reference } = money
    const charge = reference === null ? undefined : await repo.lockCharge(tx.db, { provider, reference })
    if (!charge) return tx.log.warn({ provider, receipt: money.receipt }, 'a payment came in that names no charge')
    const outcome = await apply(tx, charge, money)
    const { companyId, invoiceId } = charge
    await repo.concludeReceipt(tx.db, receipt.id, { companyId, invoiceId, outcome })
    if (outcome !== 'applied') tx.log.warn({ provider, receipt: money.receipt, outcome }, 'a payment paid no invoice')
  })
}
