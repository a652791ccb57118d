// Money comes in: told as often as it likes, it pays one invoice once, and what pays none is kept to be looked at.
import { companyById } from '#features/org/companies/companies.service.ts'
import { adoptPaidPlan } from '#features/org/companies/renew-company.ts'
import { planNameOf } from '#features/org/plans/plans.service.ts'
import { settleInvoice } from '#features/billing/invoices/invoices.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
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

const apply = async (tx: Ctx, charge: repo.ChargeRow, money: ReceivedMoney): Promise<repo.ReceiptRow['outcome']> => {
  const { companyId, invoiceId, planId, months, value } = charge
  const paid = money.currency === 'BRL' ? money.value : 0
  const detail = planId === null ? undefined : await planNameOf(tx, planId)
  const period = months > 0 ? { detail, value, months } : null
  const outcome = await settleInvoice(tx, { companyId, id: invoiceId }, { paid, period })
  if (outcome !== 'applied') return outcome
  if (planId !== null) await adoptPaidPlan(tx, companyId, planId)
  await repo.markPaid(tx.db, charge, tx.now())
  const { dueDate } = await companyById(tx, companyId)
  tx.bus.emit(paymentApplied, { companyId, invoiceId, dueDate })
  return outcome
}

/** One transaction: the receipt, the invoice, the due date and the plan, or nothing of it. */
export const receivePayment = (ctx: Ctx, money: ReceivedMoney): Promise<void> =>
  inTransaction(ctx, async (tx) => {
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
