// Passing messages on to other people.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, nullableOf, text, uuid } from '../../kernel/ids.ts'
import type { MediaType } from './media-types.ts'
import { messageSchema, type FailureReason } from './messages.ts'

/** People one message is passed on to at once, as on the phone. */
export const mostForwards = 5
/** Messages passed on at once. */
export const mostForwardedMessages = 30
/** Kinds of messages that can be passed on. */
export const forwardableTypes: readonly MediaType[] = ['chat', 'image', 'audio', 'video', 'application', 'sticker']
/** Failures that lie with the file itself: nobody else would get it either. */
export const brokenFileFailures: readonly FailureReason[] = ['media-broken', 'media-too-large']

export const forwardMessage = endpoint({
  method: 'POST',
  path: '/messages/:messageId/forward',
  access: 'user',
  params: z.object({ messageId: uuid }),
  body: z.object({
    contactIds: z.array(id).min(1).max(mostForwards),
    /** Further messages of the same conversation, which follow in this order. */
    followedBy: z
      .array(uuid)
      .max(mostForwardedMessages - 1)
      .optional(),
    /** Lets a repeated request find its first messages instead of sending again. */
    clientId: nullableOf(text(40)).optional()
  }),
  response: z.object({
    messages: z.array(messageSchema),
    /** Who got nothing, with a code of the catalogue. */
    refused: z.array(z.object({ contactId: z.number(), name: z.string(), code: z.string() }))
  }),
  summary: 'Passes texts and files on to up to five contacts, each in the conversation with them: all of them or none'
})
