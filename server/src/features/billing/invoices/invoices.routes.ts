// Calls of invoices and of the choice of a plan.
import * as contract from '@guiche/shared/features/billing/invoices.ts'
import { companyInReach } from '#platform/actor.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as plan from './choose-plan.ts'
import * as service from './invoices.service.ts'

export const invoiceRoutes: Route[] = [
  mount(contract.listInvoices, (ctx, { actor }) => service.listInvoices(ctx, actor.companyId)),
  mount(contract.listInvoicesOf, (ctx, { actor, query }) =>
    service.listInvoices(ctx, companyInReach(actor, query.companyId))
  ),
  mount(contract.createInvoice, (ctx, { body }) => service.createInvoice(ctx, body)),
  mount(contract.updateInvoice, (ctx, { params, body }) => service.updateInvoice(ctx, params.id, body)),
  mount(contract.deleteInvoice, async (ctx, { params }) => {
    await service.deleteInvoice(ctx, params.id)
    return { message: 'Invoice deleted' }
  }),
  mount(contract.changePlan, async (ctx, { actor, body }) => {
    await plan.choosePlan(ctx, companyInReach(actor, body.companyId), body.newPlanId)
    return { message: 'Plano alterado com sucesso.' }
  })
]
