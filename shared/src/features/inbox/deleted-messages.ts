// Messages that were deleted for everyone: until when that can be done, and what admins may still see of them.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { instant, uuid } from '../../kernel/ids.ts'
import { mediaTypes } from './media-types.ts'

/** Milliseconds after which WhatsApp takes back no message any more: two days and twelve hours. */
export const deleteWindow = 60 * 3_600_000

export const showDeletedContent = endpoint({
  method: 'GET',
  path: '/messages/:messageId/deleted-content',
  access: 'admin',
  params: z.object({ messageId: uuid }),
  response: z.object({
    body: z.string(),
    mediaType: z.enum(mediaTypes),
    /** Signed, good for some minutes. */
    mediaUrl: z.string().nullable(),
    mediaName: z.string().nullable(),
    mediaMime: z.string().nullable(),
    /** Everybody who looked at it, whoever asks now included, the first one first. */
    views: z.array(z.object({ userName: z.string(), createdAt: instant }))
  }),
  summary: 'What a message held that was deleted for everyone, for admins; who looked at it is written down'
})
