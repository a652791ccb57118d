// Rules of paying a plan on the payment provider's page: which plan is meant, and what its notices do.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { centsOf, type CheckoutForm } from '@guiche/shared/features/billing/checkout.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { listPlans, planOf } from '#features/org/plans/plans.service.ts'
import { codedCharge, openCharge } from '#features/billing/subscription/open-charge.ts'
import { receivePayment } from '#features/billing/subscription/receive-payment.ts'
import { paidPage, unpaidPage } from './return-pages.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The plan that is named, or else the present one or the first with that price. Errors: ERR_NO_PLAN_FOUND. */
async function planFor(ctx: Ctx, companyId: number, { amount, planId }: CheckoutForm): Promise<Plan> {
  const [present, offered] = await Promise.all([planOf(ctx, companyId), listPlans(ctx)])
  const all = present ? [present, ...offered] : offered
  const isMeant = ({ id, value }: Plan) => centsOf(value) === amount && (planId === undefined || id === planId)
  const plan = all.find(isMeant)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND', { fields: { amount: 'ERR_NO_PLAN_FOUND' } })
  return plan
}

/** Errors: ERR_PAYMENT_UNAVAILABLE, ERR_PAYMENT_PROVIDER, ERR_NO_PLAN_FOUND, and those of `openCharge`. */
export async function createCheckout(ctx: Ctx, { companyId, email }: Actor, form: CheckoutForm): Promise<string> {
  const { checkout } = ctx
  if (!checkout) throw new AppError('ERR_PAYMENT_UNAVAILABLE')
  const plan = await planFor(ctx, companyId, form)
  const opened = await openCharge(ctx, { companyId, planId: plan.id, provider: checkout.name, method: 'page' })
  return codedCharge(ctx, opened, ({ reference, value }, detail) =>
    checkout.createPage({
      reference,
      value,
      detail,
      email: form.customerData?.email || email,
      back: { paid: ctx.config.publicUrl + paidPage, unpaid: ctx.config.publicUrl + unpaidPage }
    })
  )
}

/** Errors: ERR_NOT_FOUND where Stripe takes no payments, ERR_NO_PERMISSION for what is not signed, or signed long ago. */
export async function receiveNotice(ctx: Ctx, signature: string | undefined, text: string): Promise<void> {
  if (ctx.checkout?.name !== 'stripe') throw new AppError('ERR_NOT_FOUND')
  const paid = ctx.checkout.readNotice(text, signature, ctx.now())
  if (paid === undefined) throw new AppError('ERR_NO_PERMISSION')
  if (paid !== null) await receivePayment(ctx, { provider: 'stripe', ...paid })
}
