// Calls of personal data.
import * as contract from '@guiche/shared/features/inbox/personal-data.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import { erasePerson, previewErasure } from './erase-person.ts'
import * as service from './personal-data.service.ts'

export const personalDataRoutes: Route[] = [
  mount(contract.listPersonExports, (ctx, { actor, query }) => service.listPersonExports(ctx, actor, query.contactId)),
  mount(contract.startPersonExport, (ctx, call) => service.startPersonExport(ctx, call, call.body.contactId)),
  mount(contract.openPersonExport, (ctx, call) => service.openPersonExport(ctx, call, call.params.id)),
  mount(contract.deletePersonExport, async (ctx, { actor, params }) => {
    await service.deletePersonExport(ctx, actor.companyId, params.id)
    return { message: 'Copy deleted' }
  }),
  mount(contract.previewErasure, (ctx, { actor, params }) => previewErasure(ctx, actor, params.id)),
  mount(contract.erasePerson, async (ctx, call) => {
    await erasePerson(ctx, call, call.params.id, call.body.confirmation)
    return { message: 'Person erased' }
  })
]
