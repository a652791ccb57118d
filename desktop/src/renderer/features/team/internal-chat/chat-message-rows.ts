// What the list of a chat shows: separators of days, and messages grouped by their writer.
import dayjs from 'dayjs'
import type { ChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import type { Outgoing } from './chat-threads.store.ts'

/** Milliseconds within which messages of one writer stand together. */
const together = 5 * 60_000

export type ChatRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; message: ChatMessage; isFirst: boolean }
  | { kind: 'outgoing'; key: string; item: Outgoing }

/** Rows from the oldest to the newest; what is on its way stands at the end. */
export function chatRowsOf(messages: ChatMessage[], outgoing: Outgoing[]): ChatRow[] {
  const rows: ChatRow[] = []
  let before: ChatMessage | undefined
  for (const message of messages) {
    const isNewDay = !before || !dayjs(before.createdAt).isSame(message.createdAt, 'day')
    if (isNewDay)
      rows.push({ kind: 'day', key: `day ${message.createdAt.slice(0, 10)} ${message.id}`, at: message.createdAt })
    const gap = before ? Date.parse(message.createdAt) - Date.parse(before.createdAt) : Infinity
    const isFirst = isNewDay || before?.senderId !== message.senderId || gap > together
    rows.push({ kind: 'message', key: message.clientId ?? String(message.id), message, isFirst })
    before = message
  }
  return [...rows, ...outgoing.map((item): ChatRow => ({ kind: 'outgoing', key: item.clientId, item }))]
}
