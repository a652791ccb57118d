// Calls of invoices and of the choice of a plan.
import * as contract from '@guiche/shared/features/billing/invoices.ts'
import * as managed from '@guiche/shared/features/billing/managed-invoices.ts'
import * as extras from '@guiche/shared/features/billing/plan-extras.ts'
import * as changes from '@guiche/shared/features/billing/plan-changes.ts'
import { renewCompany } from '@guiche/shared/features/org/companies.ts'
import { companyInReach } from '#platform/actor.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as plan from './choose-plan.ts'
import * as service from './invoices.service.ts'
import { listOfAllCompanies, previewPayment } from './manage-invoices.ts'
import { pendingChange } from './plan-change-rows.ts'
import { orderExtras, quoteExtras, showExtras } from './order-extras.ts'
import { renewPeriod } from './renew-period.ts'
import { showPlanChange } from './show-plan-change.ts'

export const invoiceRoutes: Route[] = [
  mount(contract.listInvoices, (ctx, { actor }) => service.listInvoices(ctx, actor.companyId)),
  mount(contract.listInvoicesOf, (ctx, { actor, query }) =>
    service.listInvoices(ctx, companyInReach(actor, query.companyId))
  ),
  mount(managed.listManagedInvoices, (ctx, { query }) => listOfAllCompanies(ctx, query)),
  mount(managed.showPaymentEffect, (ctx, { params }) => previewPayment(ctx, params.id)),
  mount(contract.createInvoice, (ctx, { body }) => service.createInvoice(ctx, body)),
  mount(contract.updateInvoice, (ctx, { params, body }) => service.updateInvoice(ctx, params.id, body)),
  mount(contract.deleteInvoice, async (ctx, { params }) => {
    await service.deleteInvoice(ctx, params.id)
    return { message: 'Invoice deleted' }
  }),
  mount(renewCompany, (ctx, { params }) => renewPeriod(ctx, params.id)),
  mount(extras.showExtras, (ctx, { actor, query }) => showExtras(ctx, companyInReach(actor, query.companyId))),
  mount(extras.quoteExtras, (ctx, { actor, query: { companyId, ...counts } }) =>
    quoteExtras(ctx, companyInReach(actor, companyId), counts)
  ),
  mount(extras.orderExtras, (ctx, { actor, body: { companyId, ...counts } }) =>
    orderExtras(ctx, companyInReach(actor, companyId), counts)
  ),
  mount(changes.showPlanChange, (ctx, { actor }) => showPlanChange(ctx, actor.companyId)),
  mount(changes.changePlan, async (ctx, { actor, body }) => {
    const companyId = companyInReach(actor, body.companyId)
    await plan.choosePlan(ctx, companyId, body.newPlanId)
    const pending = await pendingChange(ctx, companyId)
    return { message: pending === null ? 'Plano alterado com sucesso.' : 'Mudança de plano registrada.', pending }
  }),
  mount(changes.cancelPlanChange, async (ctx, { actor }) => {
    await plan.cancelPlanChange(ctx, actor.companyId)
    return { message: 'Mudança de plano cancelada.' }
  })
]
