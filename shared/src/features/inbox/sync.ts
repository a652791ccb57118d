// Catching up after a gap: the company's logged events after a sequence number, those the caller may see.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'

/** Events answered by one call at the most. */
export const syncPageSize = 500

export const syncEvents = endpoint({
  method: 'GET',
  path: '/sync',
  access: 'user',
  query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  response: z.object({
    events: z.array(z.object({ seq: z.number(), name: z.string(), payload: z.unknown() })),
    /** The highest number the caller has now seen. */
    seq: z.number(),
    hasMore: z.boolean()
  }),
  summary: '410 ERR_SYNC_TOO_OLD when the events after that number are no longer kept: reload everything'
})
