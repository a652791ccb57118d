// Calls of companies.
import * as contract from '@guiche/shared/features/org/companies.ts'
import * as overview from '@guiche/shared/features/org/company-overviews.ts'
import { languageOf } from '@guiche/shared/kernel/languages.ts'
import { callerAddress } from '#platform/http/caller-address.ts'
import { mount, mountPublic, type Route } from '#platform/http/mount.ts'
import * as service from './companies.service.ts'
import { listCompanyOverviews, showCompanyOverview } from './company-overviews.ts'
import * as manage from './manage-companies.ts'
import * as entry from './sign-up.ts'
import { confirmSignUp, requestSignUp } from './sign-up-by-mail.ts'

export const companyRoutes: Route[] = [
  mountPublic(contract.signUp, (ctx, { body }) => entry.signUp(ctx, body)),
  mountPublic(contract.requestSignUp, async (ctx, { body, request }) => {
    const language = languageOf((request.headers['accept-language'] ?? '').split(','))
    await requestSignUp(ctx, body, { address: callerAddress(request), language })
    return {}
  }),
  mountPublic(contract.confirmSignUp, (ctx, { body }) => confirmSignUp(ctx, body.token)),
  mount(contract.saveOpeningHours, (ctx, { actor, params, body }) =>
    service.saveOpeningHours(ctx, actor, params.id, body)
  ),
  mount(contract.showCompanyPlan, (ctx, { actor, params }) => service.showCompanyPlan(ctx, actor, params.companyId)),
  mount(contract.listCompanies, (ctx) => manage.listCompanies(ctx)),
  mount(contract.listCompaniesWithPlans, (ctx) => manage.listCompanies(ctx)),
  mount(overview.listCompanyOverviews, (ctx, { query }) => listCompanyOverviews(ctx, query)),
  mount(overview.showCompanyOverview, (ctx, { params }) => showCompanyOverview(ctx, params.id)),
  mount(contract.showCompany, (ctx, { actor, params }) => manage.showCompany(ctx, actor, params.id)),
  mount(contract.createCompany, (ctx, call) => manage.createCompany(ctx, call, call.body)),
  mount(contract.updateCompany, (ctx, { actor, params, body }) => manage.updateCompany(ctx, actor, params.id, body)),
  mount(contract.deleteCompany, async (ctx, { actor, params }) => {
    await manage.deleteCompany(ctx, actor, params.id)
    return { message: 'Company deleted' }
  })
]
