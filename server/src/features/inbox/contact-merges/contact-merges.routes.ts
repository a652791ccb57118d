// Calls of merged contacts.
import * as contract from '@guiche/shared/features/inbox/contact-merges.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './contact-merges.service.ts'

export const contactMergeRoutes: Route[] = [
  mount(contract.listDuplicates, (ctx, { actor }) => service.listDuplicates(ctx, actor)),
  mount(contract.listMerges, (ctx, { actor }) => service.listMerges(ctx, actor)),
  mount(contract.mergeContacts, (ctx, { actor, params, body }) =>
    service.mergeContacts(ctx, actor, params.id, body.contactId)
  ),
  mount(contract.undoMerge, (ctx, { actor, params }) => service.undoMerge(ctx, actor, params.id))
]
