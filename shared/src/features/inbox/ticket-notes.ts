// Notes that attendants leave on a ticket; customers never see them.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, isStorable, optionalId } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

export const noteSchema = z.object({
  id: z.number(),
  note: z.string(),
  ticketId: z.number(),
  contactId: z.number(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: instant
})
export type TicketNote = z.infer<typeof noteSchema>

export const noteDraft = z.object({
  note: z.string().trim().min(2, 'Too Short!').max(4000, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
  ticketId: id,
  contactId: optionalId
})
export type NoteDraft = z.output<typeof noteDraft>

export const listNotes = endpoint({
  method: 'GET',
  path: '/ticket-notes/list',
  access: 'user',
  query: z.object({ ticketId: optionalId, contactId: optionalId }),
  response: z.array(noteSchema),
  summary: 'Notes of a ticket, or of all tickets of a contact that the caller may see; the newest 200, newest first'
})
export const createNote = endpoint({
  method: 'POST',
  path: '/ticket-notes',
  access: 'user',
  body: noteDraft,
  response: noteSchema
})
export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/ticket-notes/:id',
  access: 'user',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Own notes; admins any'
})

/** Goes to those who may see the ticket. */
export const noteEvent = wireEvent(
  (companyId) => `company-${companyId}-ticketNote`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), note: noteSchema }),
    z.object({ action: z.literal('delete'), noteId: z.number(), ticketId: z.number() })
  ])
)
