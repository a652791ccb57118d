// Calls of messages.
import { listInboundFailures, replayInboundFailure } from '@guiche/shared/features/inbox/inbound-failures.ts'
import {
  cancelMessage,
  deleteMessage,
  editMessage,
  listMessages,
  markTicketRead,
  reactToMessage,
  refetchMedia,
  retryMessage,
  sendMessage,
  showTyping
} from '@guiche/shared/features/inbox/messages.ts'
import { showDeletedContent } from '@guiche/shared/features/inbox/deleted-messages.ts'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import { findTicketHits, searchMessages } from '@guiche/shared/features/inbox/message-search.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as changing from './send/change-message.ts'
import * as fetching from './media/fetch-media.ts'
import * as forwarding from './send/forward-message.ts'
import * as history from './list-messages.ts'
import * as reading from './send/mark-read.ts'
import { receiveUpload } from './send/receive-upload.ts'
import * as searching from './read/search-messages.ts'
import { sendText } from './send/send-message.ts'
import * as deleted from './history/show-deleted.ts'
import * as typing from './send/show-typing.ts'

export const messageRoutes: Route[] = [
  mount(listMessages, (ctx, { actor, params, query }) => history.listMessages(ctx, actor, params.ticketId, query)),
  mount(searchMessages, (ctx, { actor, params, query }) =>
    searching.searchMessages(ctx, actor, params.ticketId, query.searchParam)
  ),
  mount(findTicketHits, (ctx, { actor, query }) =>
    searching.findTicketHits(ctx, actor, query.ticketIds, query.searchParam)
  ),
  mount(sendMessage, async (ctx, { actor, params, body, request }) => ({
    messages: request.isMultipart()
      ? await receiveUpload(ctx, actor, params.ticketId, request)
      : await sendText(ctx, actor, params.ticketId, {
          body: body.body,
          quotedId: body.quotedMsg?.id ?? null,
          clientId: body.clientId ?? null
        })
  })),
  mount(deleteMessage, (ctx, { actor, params }) => changing.deleteMessage(ctx, actor, params.messageId)),
  mount(showDeletedContent, (ctx, { actor, params }) => deleted.showDeletedContent(ctx, actor, params.messageId)),
  mount(editMessage, (ctx, { actor, params, body }) => changing.editMessage(ctx, actor, params.messageId, body.body)),
  mount(retryMessage, (ctx, { actor, params }) => changing.retryMessage(ctx, actor, params.messageId)),
  mount(cancelMessage, (ctx, { actor, params }) => changing.cancelMessage(ctx, actor, params.messageId)),
  mount(reactToMessage, (ctx, { actor, params, body }) =>
    changing.reactToMessage(ctx, actor, params.messageId, body.emoji)
  ),
  mount(forwardMessage, (ctx, { actor, params, body }) =>
    forwarding.forwardMessage(ctx, actor, params.messageId, {
      contactIds: body.contactIds,
      followedBy: body.followedBy ?? [],
      clientId: body.clientId ?? null
    })
  ),
  mount(refetchMedia, (ctx, { actor, params }) => fetching.refetchMedia(ctx, actor, params.messageId)),
  mount(markTicketRead, (ctx, { actor, params }) => reading.markTicketRead(ctx, actor, params.ticketId)),
  mount(showTyping, async (ctx, { actor, params, body }) => {
    await typing.showTyping(ctx, actor, params.ticketId, body.state)
    return {}
  }),
  mount(listInboundFailures, (ctx, { actor, query }) => ctx.whatsapp.listFailures(actor.companyId, query.pageNumber)),
  mount(replayInboundFailure, (ctx, { actor, params }) => ctx.whatsapp.replayFailure(actor.companyId, params.id))
]
