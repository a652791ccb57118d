// Calls of tags.
import {
  addTicketTag,
  clearColumnTags,
  createTag,
  deleteTag,
  listAllTags,
  listColumnTags,
  listTags,
  showTag,
  syncTicketTags,
  updateTag
} from '@guiche/shared/features/inbox/tags.ts'
import { companyInReach } from '#platform/actor.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as board from './column-tags.ts'
import * as service from './tags.service.ts'

export const tagRoutes: Route[] = [
  mount(listTags, (ctx, { actor, query }) => service.listTagRows(ctx, companyInReach(actor, query.companyId), query)),
  mount(showTag, (ctx, { actor, params }) => service.showTag(ctx, actor.companyId, params.id)),
  mount(updateTag, (ctx, { actor, params, body }) => service.updateTag(ctx, actor, params.id, body)),
  mount(deleteTag, async (ctx, { actor, params }) => {
    await service.deleteTag(ctx, actor, params.id)
    return { message: 'Tag deleted' }
  }),
  mount(listAllTags, (ctx, { actor, query }) =>
    service.listTags(ctx, companyInReach(actor, query.companyId), query.searchParam)
  ),
  mount(listColumnTags, async (ctx, { actor }) => ({ lista: await board.listColumnTags(ctx, actor.companyId) })),
  mount(addTicketTag, (ctx, { actor, params }) => board.addTicketTag(ctx, actor, params)),
  mount(clearColumnTags, async (ctx, { actor, params }) => {
    await board.clearColumnTags(ctx, actor, params.ticketId)
    return { message: 'Ticket tags removed successfully.' }
  }),
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
