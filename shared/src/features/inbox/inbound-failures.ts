// Messages that were received and could not be stored: their list, and another try.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, instant } from '../../kernel/ids.ts'
import { pageNumber } from '../../kernel/page.ts'

const inboundFailure = z.object({
  id: z.number(),
  whatsappId: z.number(),
  chat: z.string(),
  reason: z.string(),
  attempts: z.number(),
  receivedAt: instant,
  failedAt: instant
})
export type InboundFailure = z.infer<typeof inboundFailure>

export const listInboundFailures = endpoint({
  method: 'GET',
  path: '/inbound-failures',
  access: 'user',
  permission: 'connections-page:actionButtons',
  query: z.object({ pageNumber }),
  response: z.object({ records: z.array(inboundFailure), count: z.number(), hasMore: z.boolean() }),
  summary: 'Received messages that could not be stored, oldest first'
})

export const replayInboundFailure = endpoint({
  method: 'POST',
  path: '/inbound-failures/:id/replay',
  access: 'user',
  permission: 'connections-page:actionButtons',
  params: z.object({ id }),
  response: z.object({ id: z.number(), stored: z.boolean(), reason: z.string().nullable() })
})
