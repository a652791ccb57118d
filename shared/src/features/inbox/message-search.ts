// Search in the whole history of a ticket, and what of it a search over many has found.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idList, text } from '../../kernel/ids.ts'
import { searchParam } from '../../kernel/page.ts'
import { messageSchema } from './messages.ts'

const messageHit = messageSchema.pick({
  id: true,
  body: true,
  fromMe: true,
  mediaType: true,
  senderName: true,
  user: true,
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

export const findTicketHits = endpoint({
  method: 'GET',
  path: '/tickets/hits',
  access: 'user',
  query: z.object({ searchParam, ticketIds: idList }),
  response: z.object({ hits: z.array(z.object({ ticketId: z.number(), message: messageHit })) }),
  summary: 'Of each of these tickets the newest message that holds the text; a ticket without one is left out'
})
