// Who pays for a company, and where the bill goes.
import { hasPermission, type Grantee } from '@guiche/shared/kernel/access.ts'
import { payerForm, type Payer } from '@guiche/shared/features/org/payers.ts'
import { recordChange } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './payers.repo.ts'

/** Null for a company that has named nobody yet. */
export const payerOf = async (ctx: Ctx, companyId: number): Promise<Payer | null> =>
  payerForm.safeParse(await repo.findPayer(ctx.db, companyId)).data ?? null

type MaybePayer = Record<keyof Payer, string | null>
const nobody: MaybePayer = {
  ...{ firstName: null, lastName: null, address1: null, address2: null },
  ...{ city: null, state: null, zipcode: null, country: null }
}
/** Who pays is a person with an address, which the log keeps for years: it says that they changed. */
const audited = {
  shown: ['country'],
  hidden: ['firstName', 'lastName', 'address1', 'address2', 'city', 'state', 'zipcode']
} as const

/** Takes the place of whoever was named before. */
export function storePayer(ctx: Ctx, companyId: number, payer: Payer): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before: MaybePayer = (await payerOf(tx, companyId)) ?? nobody
    await repo.savePayer(tx.db, companyId, payer)
    const subject = { type: 'company', id: companyId }
    recordChange(tx, { companyId, action: 'company.payer-changed', subject }, { before, after: payer }, audited)
  })
}

/** The payer as fields of the company, which legacy clients begin their checkout with, for those who pay. */
export async function billingFieldsOf(ctx: Ctx, companyId: number, reader: Grantee) {
  const payer = hasPermission(reader, 'financial-page:write') ? await payerOf(ctx, companyId) : null
  return {
    billingName: [payer?.firstName, payer?.lastName].filter(Boolean).join(' '),
    addressZipCode: payer?.zipcode ?? '',
    addressStreet: payer?.address1 ?? '',
    addressState: payer?.state ?? '',
    addressCity: payer?.city ?? '',
    addressDistrict: payer?.address2 ?? ''
  }
}
