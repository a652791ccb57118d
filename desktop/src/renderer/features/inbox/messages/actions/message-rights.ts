// What may be done with a message; the server decides by the same rules.
import { brokenFileFailures, forwardableTypes } from '@guiche/shared/features/inbox/message-forward.ts'
import { deleteWindow } from '@guiche/shared/features/inbox/deleted-messages.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'

/** Milliseconds after which WhatsApp takes no edit any more. */
const editWindow = 15 * 60_000

/** What has left goes from the customer's phone too, as long as WhatsApp takes it back. */
export function mayDelete(message: Message, now = Date.now()): boolean {
  return (
    message.fromMe &&
    !message.isDeleted &&
    (message.delivery === 'failed' ||
      (message.delivery === 'sent' && now - new Date(message.createdAt).getTime() < deleteWindow))
  )
}

export function mayEdit(message: Message, now = Date.now()): boolean {
  return (
    message.fromMe &&
    !message.isDeleted &&
    message.mediaType === 'chat' &&
    message.delivery === 'sent' &&
    now - new Date(message.createdAt).getTime() < editWindow
  )
}

/** The author, or an admin. */
export const mayCancel = (message: Message, userId: number, isAdmin: boolean): boolean =>
  message.fromMe && message.delivery === 'waiting' && (isAdmin || message.user?.id === userId)

export const mayRetry = (message: Message): boolean =>
  message.fromMe && !message.isDeleted && message.delivery === 'failed'

export function mayReact(message: Message): boolean {
  return (
    !message.isDeleted &&
    message.mediaType !== 'call_log' &&
    (message.delivery === 'received' || message.delivery === 'sent')
  )
}

/** Not to what the customer has never got. */
export const mayReply = (message: Message): boolean =>
  !message.isDeleted && message.delivery !== 'cancelled' && message.delivery !== 'failed'

/**
 * Why a message cannot be passed on, as the texts call it; null for a text or a file that is here, also when this customer
 * never got it.
 */
export function whyNotForward({ isDeleted, delivery, failure, mediaType, mediaState, body }: Message) {
  if (isDeleted) return 'forwardNotDeleted'
  if (delivery === 'cancelled') return 'forwardNotCancelled'
  if (!forwardableTypes.includes(mediaType) || (mediaType === 'chat' && body.trim() === '')) return 'forwardNotThis'
  if (failure !== null && brokenFileFailures.includes(failure)) return 'forwardNotTaken'
  return mediaType === 'chat' || mediaState === 'ready' ? null : 'forwardNotHere'
}

export const mayForward = (message: Message): boolean => whyNotForward(message) === null

/** True when there is text that can be taken to the clipboard. */
export function mayCopy(message: Message): boolean {
  return (
    !message.isDeleted &&
    message.body.trim() !== '' &&
    ['chat', 'image', 'video', 'application'].includes(message.mediaType)
  )
}
