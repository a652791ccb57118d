// A company with paid time before it, plans beside its own, and every way of paying.
import { eq, sql } from 'drizzle-orm'
import { changePlan, showPlanChange } from '@guiche/shared/features/billing/plan-changes.ts'
import { listInvoices, updateInvoice } from '@guiche/shared/features/billing/invoices.ts'
import { payInSandbox, subscribe } from '@guiche/shared/features/billing/subscription.ts'
import { showCompany } from '@guiche/shared/features/org/companies.ts'
import { monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { companies } from '#database/tables/companies.ts'
import { invoices, planChanges } from '#database/tables/invoices.ts'
import { actorCache } from '#features/org/sessions/actor-cache.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { TestApp } from './build-test-app.ts'
import { accepted, makeCompany, makePlan, type Person } from './factories.ts'

const day = 86_400_000
const payer = { firstName: 'Ana', address1: 'Rua 1', city: 'Recife', zipcode: '50000-000', country: 'BR' as const }

/** The company signed up long ago and pays 100 a month; `days` from now it has to pay again. */
export async function createPlanFixture(
  test: TestApp,
  { days = 20, plan = {} }: { days?: number; plan?: Partial<Plan> } = {}
) {
  const company = await makeCompany(test, { plan: { value: 100, useCampaigns: false, ...plan } })
  const { admin, id } = company
  const setCompany = (change: Partial<typeof companies.$inferInsert>) =>
    inTransaction(test.ctx, async (tx) => {
      await tx.db.update(companies).set(change).where(eq(companies.id, id))
      await actorCache.forget(tx, `${id}:`)
    })
  const dueDate = new Date(test.clock.now().getTime() + days * day)
  await setCompany({ dueDate, createdAt: new Date(test.clock.now().getTime() - 400 * day) })
  const show = async () => accepted(test, await admin.call(showCompany, { params: { id } }))
  const state = async () => accepted(test, await admin.call(showPlanChange))
  return {
    company,
    admin,
    id,
    dueDate,
    nextDueDate: monthsLater(dueDate, 1),
    setCompany,
    /** Logins would end if the clock went on: everything that has a day comes nearer instead. */
    letDaysPass: async (count: number) => {
      const { db } = test.ctx
      const earlier = (column: unknown) => sql`${column} - make_interval(secs => ${count * 86_400})`
      await setCompany({ dueDate: earlier(companies.dueDate) as never })
      await db
        .update(planChanges)
        .set({ takesEffectAt: earlier(planChanges.takesEffectAt) as never })
        .where(eq(planChanges.companyId, id))
      await db
        .update(invoices)
        .set({
          dueDate: earlier(invoices.dueDate) as never,
          renews: earlier(invoices.renews) as never,
          paidAt: earlier(invoices.paidAt) as never
        })
        .where(eq(invoices.companyId, id))
    },
    dear: await makePlan(test, { value: 300 }),
    cheap: await makePlan(test, { value: 40, users: 2 }),
    show,
    planId: async () => (await show()).plan?.id,
    due: async () => new Date((await show()).dueDate ?? 0),
    state,
    pending: async () => (await state()).pending,
    quote: async ({ id: planId }: Plan) => (await state()).quotes.find((one) => one.planId === planId),
    choose: ({ id: newPlanId }: Pick<Plan, 'id'>) => admin.call(changePlan, { body: { newPlanId } }),
    invoices: async () => accepted(test, await admin.call(listInvoices)),
    charge: async (wish: { invoiceId?: number | undefined; plan?: { planId: number } }) =>
      accepted(test, await admin.call(subscribe, { body: { ...payer, ...wish } })),
    pay: (txid: string, value?: number) => admin.call(payInSandbox, { params: { txid }, body: { value } }),
    markPaid: (owner: Person, invoiceId: number) =>
      owner.call(updateInvoice, { params: { id: invoiceId }, body: { status: 'paid' } })
  }
}
