// Tags on tickets.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, isStorable, nullableId, optionalId, text } from '../../kernel/ids.ts'
import { pageQuery, searchParam } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

export const tagSchema = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  kanban: z.number(),
  userId: z.number().nullable(),
  companyId: z.number()
})
export type Tag = z.infer<typeof tagSchema>

export const tagBrief = z.object({ id: z.number(), name: z.string(), color: z.string() })
export type TagBrief = z.infer<typeof tagBrief>

/** A tag in the list of the tags screen, with the tickets that carry it. */
const tagRow = tagSchema.extend({ ticketsCount: z.number() })
export type TagRow = z.infer<typeof tagRow>

const name = z.string().trim().min(3, 'Mensagem muito curta').max(60, 'Too Long!').refine(isStorable, 'ERR_VALIDATION')

export const tagDraft = z.object({
  name,
  color: text(9)
    .nullish()
    .transform((v) => v || '#4c6ef5'),
  kanban: z.coerce
    .number()
    .int()
    .min(0)
    .max(1)
    .nullish()
    .transform((v) => v ?? 0),
  userId: nullableId.optional().transform((v) => v ?? null)
})
export type TagDraft = z.output<typeof tagDraft>

/** What is left out stays; the maker stays in any case. */
const tagPatch = z.object({
  name: name.optional(),
  color: text(9).min(3).optional(),
  kanban: z.coerce.number().int().min(0).max(1).optional(),
  userId: nullableId.optional()
})
export type TagPatch = z.output<typeof tagPatch>

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  access: 'user',
  query: pageQuery.extend({ companyId: optionalId }),
  response: z.object({ tags: z.array(tagRow), count: z.number(), hasMore: z.boolean() }),
  summary: 'By name, 20 a page, with how many tickets carry each'
})
export const showTag = endpoint({
  method: 'GET',
  path: '/tags/:id',
  access: 'user',
  params: idParams,
  response: tagRow
})
export const updateTag = endpoint({
  method: 'PUT',
  path: '/tags/:id',
  access: 'user',
  params: idParams,
  body: tagPatch,
  response: tagSchema
})
export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/tags/:id',
  access: 'user',
  params: idParams,
  response: z.object({ message: z.string() })
})

export const listAllTags = endpoint({
  method: 'GET',
  path: '/tags/list',
  access: 'user',
  query: z.object({ searchParam, companyId: optionalId }),
  response: z.array(tagSchema)
})
export const createTag = endpoint({
  method: 'POST',
  path: '/tags',
  access: 'user',
  body: tagDraft,
  response: tagSchema
})
export const syncTicketTags = endpoint({
  method: 'POST',
  path: '/tags/sync',
  access: 'user',
  body: z.object({ ticketId: id, tags: z.array(z.object({ id })).max(100) }),
  response: z.object({ ticketId: z.number(), tags: z.array(tagBrief) }),
  summary: 'Sets the tags of a ticket to exactly these'
})

export const listColumnTags = endpoint({
  method: 'GET',
  path: '/tags/kanban',
  access: 'user',
  response: z.object({ lista: z.array(tagSchema) }),
  summary: 'Tags that older clients show as the columns of a board, by name'
})
export const addTicketTag = endpoint({
  method: 'PUT',
  path: '/ticket-tags/:ticketId/:tagId',
  access: 'user',
  planFlag: 'useKanban',
  params: z.object({ ticketId: id, tagId: id }),
  response: z.object({ ticketId: z.number(), tagId: z.number() }),
  summary: 'Puts one tag on a ticket, which keeps its others'
})
export const clearColumnTags = endpoint({
  method: 'DELETE',
  path: '/ticket-tags/:ticketId',
  access: 'user',
  planFlag: 'useKanban',
  params: z.object({ ticketId: id }),
  response: z.object({ message: z.string() }),
  summary: 'Takes the tags of the board off a ticket, which keeps its others'
})

export const tagEvent = wireEvent(
  (companyId) => `company-${companyId}-tag`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), tag: tagSchema }),
    z.object({ action: z.literal('delete'), tagId: z.number() })
  ])
)

/** Tickets gained or lost these tags: how many carry each is to be asked for again where it is shown. */
export const tagUsesEvent = wireEvent(
  (companyId) => `company-${companyId}-tagUses`,
  z.object({ tagIds: z.array(z.number()) })
)
