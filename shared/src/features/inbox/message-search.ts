// Search in the whole history of a ticket.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, text } from '../../kernel/ids.ts'
import { messageSchema } from './messages.ts'

const messageHit = messageSchema.pick({
  id: true,
  body: true,
  fromMe: true,
  mediaType: true,
  senderName: true,
  createdAt: true
})
export type MessageHit = z.infer<typeof messageHit>

export const searchMessages = endpoint({
  method: 'GET',
  path: '/messages/:ticketId/search',
  access: 'user',
  params: z.object({ ticketId: id }),
  query: z.object({ searchParam: text(200).default('') }),
  response: z.object({ hits: z.array(messageHit), hasMore: z.boolean() }),
  summary: 'The newest 50 messages of the whole history that hold the text; `around` of the list leads to one'
})
