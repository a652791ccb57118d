// Calls of quick messages.
import * as contract from '@guiche/shared/features/library/quick-messages.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './quick-messages.service.ts'

export const quickMessageRoutes: Route[] = [
  mount(contract.listQuickMessages, (ctx, { actor }) => service.listQuickMessages(ctx, actor)),
  mount(contract.listQuickMessagePage, (ctx, { actor, query }) => service.listPage(ctx, actor, query)),
  mount(contract.showQuickMessage, (ctx, { actor, params }) => service.showQuickMessage(ctx, actor, params.id)),
  mount(contract.createQuickMessage, (ctx, { actor, body }) => service.createQuickMessage(ctx, actor, body)),
  mount(contract.updateQuickMessage, (ctx, { actor, params, body }) =>
    service.updateQuickMessage(ctx, actor, params.id, body)
  ),
  mount(contract.deleteQuickMessage, async (ctx, { actor, params }) => {
    await service.deleteQuickMessage(ctx, actor, params.id)
    return { message: 'Quick message deleted' }
  }),
  mount(contract.uploadQuickMessageFile, (ctx, { actor, params, request }) =>
    service.uploadFile(ctx, actor, params.id, request)
  ),
  mount(contract.removeQuickMessageFile, (ctx, { actor, params }) => service.removeFile(ctx, actor, params.id))
]
