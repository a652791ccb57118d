// What Efí says of payments, and what is asked of Efí when it says nothing.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { receivePixNotice, type PixNotice } from '@guiche/shared/features/billing/subscription.ts'
import type { Ctx } from '#platform/ctx.ts'
import { receivePayment } from './receive-payment.ts'
import * as repo from './subscription.repo.ts'

/** Charges that are asked about in one go. */
const mostAsked = 100
/** Milliseconds after its end for which a charge is asked about. */
const afterwards = 3_600_000

type Told = PixNotice['pix'][number]

/** Efí's own word counts: what was paid for the charge, whatever the notice says. Errors: Efí does not answer. */
async function takeCharge(ctx: Ctx, txid: string): Promise<boolean> {
  const paid = await ctx.pix?.paymentsOf(txid)
  for (const { receipt, value } of paid ?? []) {
    await receivePayment(ctx, { provider: 'efi', receipt, reference: txid, value, currency: 'BRL' })
  }
  return Boolean(paid)
}

async function takeOne(ctx: Ctx, { endToEndId, txid, valor }: Told): Promise<void> {
  if (txid && (await takeCharge(ctx, txid))) return
  // Sent to the key without a charge of this house: nobody's, until somebody has looked at it.
  const money = {
    provider: 'efi',
    receipt: endToEndId,
    reference: txid ?? null,
    value: valor,
    currency: 'BRL'
  } as const
  await receivePayment(ctx, money)
}

/**
 * Takes a notice in. Errors: ERR_NOT_FOUND where Efí takes no payments, ERR_NO_PERMISSION for a stranger,
 * ERR_PAYMENT_PROVIDER when Efí cannot be asked: it tells again later.
 */
export async function receiveNotice(ctx: Ctx, secret: string | undefined, { pix }: PixNotice): Promise<void> {
  if (ctx.pix?.name !== 'efi') throw new AppError('ERR_NOT_FOUND')
  if (!ctx.pix.isGenuine(secret)) throw new AppError('ERR_NO_PERMISSION')
  try {
    for (const told of pix) await takeOne(ctx, told)
  } catch (error) {
    throw new AppError('ERR_PAYMENT_PROVIDER', { cause: error })
  }
}

/** Asks Efí about charges that nobody has told of: a notice may have been lost on the way. */
export async function askAboutCharges(ctx: Ctx): Promise<void> {
  if (ctx.pix?.name !== 'efi') return
  const since = new Date(ctx.now().getTime() - afterwards)
  for (const { reference } of await repo.waitingCharges(ctx.db, since, mostAsked)) await takeCharge(ctx, reference)
}

/** Tells Efí where notices are received; without its answer the server runs all the same, and asks by itself. */
export async function registerNotices(ctx: Ctx): Promise<void> {
  const { publicUrl } = ctx.config
  if (!publicUrl.startsWith('https:')) return
  try {
    await ctx.pix?.register(publicUrl + receivePixNotice.path)
  } catch (error) {
    ctx.log.warn({ err: error }, 'the payment provider was not told where to send its notices')
  }
}
