// What the list of a chat shows: days, messages grouped by their writer, and at the end what is on its way.
import type { ChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import { conversationRows, momentOf, type ConversationRow } from '#ui/conversation/thread/conversation-rows.ts'
import type { Outgoing } from './chat-threads.store.ts'

export type ChatEntry = { message: ChatMessage; outgoing: null } | { message: null; outgoing: Outgoing }

/** It has no moment before the server gives it one, and so no group. */
const nobody = { moment: null, writer: null }

export function chatRowsOf(
  messages: readonly ChatMessage[],
  outgoing: Outgoing[],
  ownId: number
): ConversationRow<ChatEntry>[] {
  const entries: ChatEntry[] = [
    ...messages.map((message) => ({ message, outgoing: null })),
    ...outgoing.map((item) => ({ message: null, outgoing: item }))
  ]
  return conversationRows(entries, ({ message, outgoing: item }) => {
    if (message === null) {
      const { clientId } = item
      return { said: { key: clientId, id: clientId, isIncoming: false, isPending: true }, by: nobody }
    }
    const { id, clientId, senderId } = message
    const said = { key: clientId ?? String(id), id: String(id), isIncoming: senderId !== ownId, isPending: false }
    return { said, by: { moment: momentOf(message), writer: String(senderId) } }
  })
}
