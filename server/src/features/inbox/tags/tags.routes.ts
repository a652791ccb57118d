// Calls of tags.
import { createTag, listAllTags, syncTicketTags } from '@guiche/shared/features/inbox/tags.ts'
import { companyInReach } from '#platform/actor.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './tags.service.ts'

export const tagRoutes: Route[] = [
  mount(listAllTags, (ctx, { actor, query }) =>
    service.listTags(ctx, companyInReach(actor, query.companyId), query.searchParam)
  ),
  mount(createTag, (ctx, { actor, body }) => service.createTag(ctx, actor, body)),
  mount(syncTicketTags, (ctx, { actor, body }) =>
    service.syncTicketTags(
      ctx,
      actor,
      body.ticketId,
      body.tags.map((tag) => tag.id)
    )
  )
]
