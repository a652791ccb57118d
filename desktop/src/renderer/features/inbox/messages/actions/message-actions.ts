// What people do with a message: shown at once, taken back with a word when the server refuses.
import {
  cancelMessage,
  deleteMessage,
  reactToMessage,
  refetchMedia,
  retryMessage,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { drawMessage } from '../thread/messages.store.ts'

/** True when it worked; otherwise the person has been told. */
function told(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      notify.error(error)
      return false
    }
  )
}

export function removeMessage(message: Message): Promise<boolean> {
  return told(
    drawMessage(message, { isDeleted: true, body: '' }, () =>
      call(deleteMessage, { params: { messageId: message.id } })
    )
  )
}

/** Sets our reaction; the one that is set already is taken back. */
export function react(message: Message, emoji: string, name: string): Promise<boolean> {
  const others = message.reactions.filter(({ fromMe }) => !fromMe)
  const isSet = message.reactions.some((reaction) => reaction.fromMe && reaction.emoji === emoji)
  const reactions = isSet ? others : [...others, { emoji, fromMe: true, contactId: null, name }]
  return told(
    drawMessage(message, { reactions }, () =>
      call(reactToMessage, { params: { messageId: message.id }, body: { emoji: isSet ? '' : emoji } })
    )
  )
}

export function retry(message: Message): Promise<boolean> {
  return told(
    drawMessage(message, { delivery: 'waiting', failure: null }, () =>
      call(retryMessage, { params: { messageId: message.id } })
    )
  )
}

export function cancel(message: Message): Promise<boolean> {
  return told(
    drawMessage(message, { delivery: 'cancelled' }, () => call(cancelMessage, { params: { messageId: message.id } }))
  )
}

export function fetchAgain(message: Message): Promise<boolean> {
  return told(
    drawMessage(message, { mediaState: 'fetching' }, () => call(refetchMedia, { params: { messageId: message.id } }))
  )
}
