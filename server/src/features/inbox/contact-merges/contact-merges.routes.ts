// Calls of merged contacts.
import * as contract from '@guiche/shared/features/inbox/contact-merges.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './contact-merges.service.ts'
import * as distinctions from './distinctions.ts'

export const contactMergeRoutes: Route[] = [
  mount(contract.listDuplicates, (ctx, { actor }) => service.listDuplicates(ctx, actor)),
  mount(contract.listMerges, (ctx, { actor }) => service.listMerges(ctx, actor)),
  mount(contract.mergeContacts, (ctx, { actor, params, body }) =>
    service.mergeContacts(ctx, actor, params.id, body.contactId)
  ),
  mount(contract.undoMerge, (ctx, { actor, params }) => service.undoMerge(ctx, actor, params.id)),
  mount(contract.listDistinctions, (ctx, { actor }) => distinctions.listDistinctions(ctx, actor)),
  mount(contract.addDistinction, (ctx, { actor, body }) => distinctions.addDistinction(ctx, actor, body)),
  mount(contract.removeDistinction, async (ctx, { actor, params }) => {
    await distinctions.removeDistinction(ctx, actor, params.id)
    return { message: 'distinction removed' }
  })
]
