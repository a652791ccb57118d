// What may be done with a message, and by whom.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { deleteWindow } from '@guiche/shared/features/inbox/deleted-messages.ts'
import { brokenFileFailures, forwardableTypes } from '@guiche/shared/features/inbox/message-forward.ts'
import type { Actor } from '#platform/actor.ts'

export interface OwnMessage {
  fromMe: boolean
  userId: number | null
  waId: string | null
  isDeleted: boolean
  delivery: string
  mediaType: string
  createdAt: Date
}

/** Milliseconds after which WhatsApp takes no edit any more. */
const editWindow = 15 * 60_000

export const mayDelete = (message: OwnMessage): boolean =>
  message.fromMe && !message.isDeleted && message.delivery !== 'cancelled'

/** WhatsApp would refuse it, and the customer keeps it; what never left can be deleted whenever. */
export const isTooOldToDelete = (message: OwnMessage, now: Date): boolean =>
  message.delivery === 'sent' && now.getTime() - message.createdAt.getTime() >= deleteWindow

export function mayEdit(message: OwnMessage, now: Date): boolean {
  return (
    message.fromMe &&
    !message.isDeleted &&
    message.mediaType === 'chat' &&
    message.delivery === 'sent' &&
    now.getTime() - message.createdAt.getTime() < editWindow
  )
}

/**
 * A text or a file that is here and that WhatsApp can take, also when this customer never got it: passing it on sends it
 * anew. What was taken back before it went out is passed on to nobody.
 */
export function mayForward(message: {
  isDeleted: boolean
  delivery: string
  failure: string | null
  mediaType: string
  mediaState: string
  body: string
}): boolean {
  return (
    !message.isDeleted &&
    message.delivery !== 'cancelled' &&
    forwardableTypes.some((type) => type === message.mediaType) &&
    !brokenFileFailures.some((failure) => failure === message.failure) &&
    (message.mediaType === 'chat' ? message.body.trim() !== '' : message.mediaState === 'ready')
  )
}

/** The author, or an admin. */
export const mayCancel = (actor: Actor, message: OwnMessage): boolean =>
  message.delivery === 'waiting' && (isAdmin(actor) || message.userId === actor.id)

export const mayRetry = (message: OwnMessage): boolean =>
  message.fromMe && !message.isDeleted && message.delivery === 'failed'
