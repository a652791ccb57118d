// Calls of drafts.
import { listTicketDrafts, saveTicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './ticket-drafts.service.ts'

export const ticketDraftRoutes: Route[] = [
  mount(listTicketDrafts, (ctx, { actor, query }) => service.listDrafts(ctx, actor, query.kind)),
  mount(saveTicketDraft, async (ctx, { actor, params: { ticketId }, body }) => {
    await service.saveDraft(ctx, actor, ticketId, body)
    return { ticketId }
  })
]
