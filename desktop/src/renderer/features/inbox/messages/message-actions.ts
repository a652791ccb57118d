// What people do with a message: shown at once, taken back with a word when the server refuses.
import {
  cancelMessage,
  deleteMessage,
  reactToMessage,
  refetchMedia,
  retryMessage,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/http.ts'
import { notify } from '#platform/notify.ts'
import { withMessageOverlay } from './messages.store.ts'

/** True when it worked; otherwise the person has been told. */
const told = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      notify.error(error)
      return false
    }
  )

export const removeMessage = (message: Message): Promise<boolean> =>
  told(
    withMessageOverlay(message, { isDeleted: true, body: '' }, () =>
      call(deleteMessage, { params: { messageId: message.id } })
    )
  )

/** Sets our reaction; the one that is set already is taken back. */
export const react = (message: Message, emoji: string, name: string): Promise<boolean> => {
  const others = message.reactions.filter(({ fromMe }) => !fromMe)
  const isSet = message.reactions.some((reaction) => reaction.fromMe && reaction.emoji === emoji)
  const reactions = isSet ? others : [...others, { emoji, fromMe: true, contactId: null, name }]
  return told(
    withMessageOverlay(message, { reactions }, () =>
      call(reactToMessage, { params: { messageId: message.id }, body: { emoji: isSet ? '' : emoji } })
    )
  )
}

export const retry = (message: Message): Promise<boolean> =>
  told(
    withMessageOverlay(message, { delivery: 'waiting', failure: null }, () =>
      call(retryMessage, { params: { messageId: message.id } })
    )
  )

export const cancel = (message: Message): Promise<boolean> =>
  told(
    withMessageOverlay(message, { delivery: 'cancelled' }, () =>
      call(cancelMessage, { params: { messageId: message.id } })
    )
  )

export const fetchAgain = (message: Message): Promise<boolean> =>
  told(
    withMessageOverlay(message, { mediaState: 'fetching' }, () =>
      call(refetchMedia, { params: { messageId: message.id } })
    )
  )
