// Who pays for a company, and where the bill goes.
import { isAdmin, type Grantee } from '@guiche/shared/kernel/access.ts'
import { payerForm, type Payer } from '@guiche/shared/features/org/payers.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './payers.repo.ts'

/** Null for a company that has named nobody yet. */
export const payerOf = async (ctx: Ctx, companyId: number): Promise<Payer | null> =>
  payerForm.safeParse(await repo.findPayer(ctx.db, companyId)).data ?? null

/** Takes the place of whoever was named before. */
export async function storePayer(ctx: Ctx, companyId: number, payer: Payer): Promise<void> {
  await repo.savePayer(ctx.db, companyId, payer)
}

/** The payer as fields of the company, which legacy clients begin their checkout with; admins alone read them. */
export async function billingFieldsOf(ctx: Ctx, companyId: number, reader: Grantee) {
  const payer = isAdmin(reader) ? await payerOf(ctx, companyId) : null
  return {
    billingName: [payer?.firstName, payer?.lastName].filter(Boolean).join(' '),
    addressZipCode: payer?.zipcode ?? '',
    addressStreet: payer?.address1 ?? '',
    addressState: payer?.state ?? '',
    addressCity: payer?.city ?? '',
    addressDistrict: payer?.address2 ?? ''
  }
}
