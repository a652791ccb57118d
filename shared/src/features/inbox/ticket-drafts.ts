// What a person began to write in a ticket and did not send: there wherever the person signs in, and nobody else's.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, instant, text } from '../../kernel/ids.ts'
import { longestText } from './messages.ts'

/** Drafts that are answered, the newest first. */
export const mostDrafts = 200

/** A message to the customer, or a note to the team. */
export const draftKinds = ['message', 'note'] as const
export type DraftKind = (typeof draftKinds)[number]

// Consoles of before know messages alone: what is not asked for by name is one.
const kind = z.enum(draftKinds).default('message')

const ticketDraftSchema = z.object({ ticketId: z.number(), text: z.string(), updatedAt: instant })
export type TicketDraft = z.infer<typeof ticketDraftSchema>

export const listTicketDrafts = endpoint({
  method: 'GET',
  path: '/ticket-drafts',
  access: 'user',
  query: z.object({ kind }),
  response: z.array(ticketDraftSchema),
  summary: 'What the caller began to write, the newest first'
})
export const saveTicketDraft = endpoint({
  method: 'PUT',
  path: '/ticket-drafts/:ticketId',
  access: 'user',
  params: z.object({ ticketId: id }),
  body: z.object({ text: text(longestText), kind }),
  response: z.object({ ticketId: z.number() }),
  summary: 'Keeps what the caller began to write in a ticket; an empty text forgets it'
})
