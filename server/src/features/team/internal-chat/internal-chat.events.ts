// Events of internal chats; each carries what its members are shown.
import type { Chat, ChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

/** `left`: users who are no longer members. */
export const chatSaved = domainEvent<{ chat: Chat; isNew: boolean; left: number[] }>('chat saved')
export const chatDeleted = domainEvent<{ companyId: number; chatId: number; userIds: number[] }>('chat deleted')
export const chatMessageSent = domainEvent<{ message: ChatMessage; chat: Chat }>('chat message sent')
