// Calls of internal chats.
import * as contract from '@guiche/shared/features/team/internal-chat.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './internal-chat.service.ts'
import { listChatMessages } from './list-chat-messages.ts'
import { sendChatMessage, uploadChatFile } from './send-chat-message.ts'
import { showChatTyping } from './show-chat-typing.ts'

export const internalChatRoutes: Route[] = [
  mount(contract.listChats, (ctx, { actor, query }) => service.listChats(ctx, actor, query)),
  mount(contract.showChatByUuid, (ctx, { actor, params }) => service.showChatByUuid(ctx, actor, params.uuid)),
  mount(contract.createChat, (ctx, { actor, body }) => service.createChat(ctx, actor, body)),
  mount(contract.updateChat, (ctx, { actor, params, body }) => service.updateChat(ctx, actor, params.id, body)),
  mount(contract.deleteChat, async (ctx, { actor, params }) => {
    await service.deleteChat(ctx, actor, params.id)
    return { message: 'Chat deleted' }
  }),
  mount(contract.readChat, (ctx, { actor, params }) => service.readChat(ctx, actor, params.id)),
  mount(contract.listChatMessages, (ctx, { actor, params, query }) => listChatMessages(ctx, actor, params.id, query)),
  mount(contract.sendChatMessage, (ctx, { actor, params, body, request }) =>
    // A form has no JSON body.
    request.isMultipart()
      ? uploadChatFile(ctx, actor, params.id, request)
      : sendChatMessage(ctx, actor, params.id, body)
  ),
  mount(contract.announceChatTyping, async (ctx, { actor, params }) => {
    await showChatTyping(ctx, actor, params.id)
    return {}
  })
]
