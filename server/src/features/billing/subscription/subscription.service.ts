// Rules of paying the subscription: who may, by which way, and what is known before.
import { randomUUID } from 'node:crypto'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { trialEndOf } from '@guiche/shared/features/org/companies.ts'
import type {
  PaymentReceipt,
  PixCharge,
  SubscriptionForm,
  SubscriptionState
} from '@guiche/shared/features/billing/subscription.ts'
import { payerForm } from '@guiche/shared/features/org/payers.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { storePayer, payerOf } from '#features/org/companies/payers.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { codedCharge, openCharge } from './open-charge.ts'
import { receivePayment } from './receive-payment.ts'
import * as repo from './subscription.repo.ts'

/** Payments of the list. */
const mostListed = 100

/** What the checkout begins with. */
export async function subscriptionOf(ctx: Ctx, { companyId }: Actor): Promise<SubscriptionState> {
  const company = await companyById(ctx, companyId)
  return {
    email: company.email,
    payer: await payerOf(ctx, companyId),
    trialExpiration: trialEndOf(company)?.toISOString() ?? null,
    pix: ctx.pix?.name ?? 'off',
    checkout: ctx.checkout?.name ?? 'off'
  }
}

/** Errors: ERR_PAYMENT_UNAVAILABLE, ERR_PAYMENT_PROVIDER and those of `openCharge`. */
export async function subscribe(ctx: Ctx, { companyId }: Actor, form: SubscriptionForm): Promise<PixCharge> {
  const { pix } = ctx
  if (!pix) throw new AppError('ERR_PAYMENT_UNAVAILABLE')
  const { invoiceId, plan } = form
  const wish = { companyId, invoiceId, planId: plan?.planId, provider: pix.name, method: 'pix' } as const
  const opened = await openCharge(ctx, wish)
  const { charge } = opened
  const seconds = Math.round((charge.expiresAt.getTime() - charge.createdAt.getTime()) / 1000)
  const code = await codedCharge(ctx, opened, ({ reference, value, invoiceId: billed }, detail) =>
    pix.createCharge({ txid: reference, value, detail: `#Fatura:${billed} ${detail}`, seconds })
  )
  const payer = payerForm.safeParse(form)
  if (form.useAddressForPaymentDetails && payer.success) await storePayer(ctx, companyId, payer.data)
  return {
    txid: charge.reference,
    qrcode: { qrcode: code },
    valor: { original: charge.value.toFixed(2) },
    calendario: { criacao: charge.createdAt.toISOString(), expiracao: seconds },
    secondsLeft: Math.max(0, Math.round((charge.expiresAt.getTime() - ctx.now().getTime()) / 1000)),
    invoiceId: charge.invoiceId,
    sandbox: pix.name === 'sandbox'
  }
}

function receiptOf(row: repo.ReceiptRow): PaymentReceipt {
  const { id, provider, reference, receipt, value, currency, outcome, companyId, invoiceId } = row
  const money = { id, provider, reference, receipt, value, currency }
  return { ...money, outcome, companyId, invoiceId, receivedAt: row.receivedAt.toISOString() }
}

/** What paid no invoice: of the own company, or of everybody for the super user. */
export const listOpenReceipts = async (ctx: Ctx, actor: Actor): Promise<PaymentReceipt[]> =>
  (await repo.openReceipts(ctx.db, actor.super ? undefined : actor.companyId, mostListed)).map(receiptOf)

/** The money was given back, or credited by hand: it is shown no more, and who said so stays. Errors: ERR_NOT_FOUND. */
export async function settleReceipt(ctx: Ctx, actor: Actor, id: number): Promise<PaymentReceipt> {
  return inTransaction(ctx, async (tx) => {
    const row = await repo.settleReceipt(tx.db, id, { settledAt: tx.now(), settledByName: actor.name })
    if (!row) throw new AppError('ERR_NOT_FOUND')
    recordAudit(tx, {
      companyId: row.companyId ?? actor.companyId,
      action: 'receipt.settled',
      subject: { type: 'receipt', id, label: row.provider },
      before: { outcome: row.outcome, value: row.value, currency: row.currency, invoiceId: row.invoiceId }
    })
    return receiptOf(row)
  })
}

/** Pays a charge where payments are simulated. Errors: ERR_NO_INVOICE_FOUND, also for another company's charge. */
export async function paySimulated(ctx: Ctx, txid: string, value?: number, companyId?: number): Promise<void> {
  const charge = await repo.findCharge(ctx.db, txid)
  const isOwn = companyId === undefined || charge?.companyId === companyId
  if (charge?.provider !== 'sandbox' || !isOwn) throw new AppError('ERR_NO_INVOICE_FOUND')
  const money = { receipt: `S${randomUUID()}`, reference: txid, value: value ?? charge.value, currency: 'BRL' }
  await receivePayment(ctx, { provider: 'sandbox', ...money })
}

/** A charge to be paid on a simulated page; undefined when there is none. */
export async function simulatedCharge(ctx: Ctx, reference: string) {
  const charge = await repo.findCharge(ctx.db, reference)
  return charge?.provider === 'sandbox' ? charge : undefined
}
