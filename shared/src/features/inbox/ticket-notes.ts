// Notes that attendants leave on a ticket; customers never see them.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, isStorable, optionalId } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { userBrief } from '../org/users.ts'
import { ticketSchema } from './tickets.ts'

/** Letters a note may have. */
export const longestNote = 4_000

/** People who may be mentioned in one note. */
const mostMentioned = 20

export const noteSchema = z.object({
  id: z.number(),
  note: z.string(),
  ticketId: z.number(),
  contactId: z.number(),
  user: userBrief.nullable(),
  /** Whom it names, as `@name` in its text. */
  mentions: z.array(userBrief),
  createdAt: instant
})
export type TicketNote = z.infer<typeof noteSchema>

export const noteDraft = z.object({
  note: z.string().trim().min(2, 'Too Short!').max(longestNote, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
  ticketId: id,
  contactId: optionalId,
  /** Those of `mentionable` whom it names. */
  mentions: z.array(id).max(mostMentioned).default([])
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

export const listMentionable = endpoint({
  method: 'GET',
  path: '/ticket-notes/mentionable',
  access: 'user',
  query: z.object({ ticketId: id }),
  response: z.array(userBrief),
  summary: 'Who may be mentioned in a note on a ticket: everybody who may see it, by name'
})

/** Mentions that are listed at the most. */
export const mostMentions = 100

export const mentionSchema = z.object({
  /** Of the note. */
  id: z.number(),
  note: noteSchema,
  ticket: ticketSchema.pick({ id: true, uuid: true, contact: true }),
  readAt: instant.nullable()
})
export type Mention = z.infer<typeof mentionSchema>

export const listMentions = endpoint({
  method: 'GET',
  path: '/ticket-notes/mentions',
  access: 'user',
  response: z.array(mentionSchema),
  summary: `Notes that mention the caller, on tickets they may see; the newest ${mostMentions}, newest first`
})
export const readMentions = endpoint({
  method: 'PUT',
  path: '/ticket-notes/mentions/read',
  access: 'user',
  body: z.object({ ticketId: optionalId }),
  response: z.object({ ids: z.array(z.number()) }),
  summary: 'What mentions the caller on a ticket, or on all of them, has been read; answers with what was unread'
})

/** Goes to the person who is mentioned. */
export const mentionEvent = wireEvent(
  (companyId) => `company-${companyId}-mention`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), mention: mentionSchema }),
    z.object({ action: z.literal('read'), noteIds: z.array(z.number()), readAt: instant }),
    z.object({ action: z.literal('delete'), noteId: z.number() })
  ])
)
