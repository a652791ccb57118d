// Messages: one that was cancelled before it went out is one that was deleted; older consoles know no other end.
import {
  cancelMessage,
  deleteMessage,
  listMessages,
  messageEvent,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { answerOf, eventOf } from './translation.ts'

const ended = (message: Message): Message =>
  message.delivery === 'cancelled' ? { ...message, isDeleted: true } : message

export const messageTranslations = {
  answers: [
    answerOf(listMessages, (page) => ({ ...page, messages: page.messages.map(ended) })),
    answerOf(deleteMessage, ended),
    answerOf(cancelMessage, ended)
  ],
  events: [
    eventOf(messageEvent, (_ctx, message) => [
      { ...message, payload: { ...message.payload, message: ended(message.payload.message) } }
    ])
  ]
}
