// Calls of personal data.
import * as contract from '@guiche/shared/features/inbox/personal-data.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './personal-data.service.ts'

export const personalDataRoutes: Route[] = [
  mount(contract.listPersonExports, (ctx, { actor, query }) => service.listPersonExports(ctx, actor, query.contactId)),
  mount(contract.startPersonExport, (ctx, call) => service.startPersonExport(ctx, call, call.body.contactId)),
  mount(contract.openPersonExport, (ctx, call) => service.openPersonExport(ctx, call, call.params.id)),
  mount(contract.deletePersonExport, async (ctx, { actor, params }) => {
    await service.deletePersonExport(ctx, actor.companyId, params.id)
    return { message: 'Copy deleted' }
  })
]
