// Contacts that are one person: likely duplicates, merging two by hand, saying that they are not one, and the way back.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { contactSchema } from './contacts.ts'

const duplicateReason = z.enum(['number', 'email', 'name'])
export type DuplicateReason = z.infer<typeof duplicateReason>

const duplicateGroup = z.object({ reason: duplicateReason, contacts: z.array(contactSchema) })
export type DuplicateGroup = z.infer<typeof duplicateGroup>

export const contactMergeSchema = z.object({
  id: z.number(),
  /** The contact that stays, and the one that is gone, under its id of then. */
  keptId: z.number(),
  keptName: z.string(),
  goneId: z.number(),
  goneName: z.string(),
  userName: z.string(),
  createdAt: instant,
  undoneAt: instant.nullable()
})
export type ContactMerge = z.infer<typeof contactMergeSchema>

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/contacts/duplicates',
  access: 'admin',
  response: z.object({ groups: z.array(duplicateGroup), hasMore: z.boolean() }),
  summary: 'Contacts with the same number written differently, the same email or the same name; at most 60 groups'
})
export const mergeContacts = endpoint({
  method: 'POST',
  path: '/contacts/:id/merge',
  access: 'admin',
  params: idParams,
  body: z.object({ contactId: id }),
  response: contactMergeSchema,
  summary:
    'The contact of the body goes, with all of its tickets, messages, notes and numbers moved to that of the path'
})
export const listMerges = endpoint({
  method: 'GET',
  path: '/contacts/merges',
  access: 'admin',
  response: z.object({ records: z.array(contactMergeSchema) }),
  summary: 'The last twenty'
})
export const undoMerge = endpoint({
  method: 'POST',
  path: '/contacts/merges/:id/undo',
  access: 'admin',
  params: idParams,
  response: contactMergeSchema,
  summary: 'Both contacts are as before, each with its own tickets; what was written since stays where it is'
})

export const contactMergeEvent = wireEvent(
  (companyId) => `company-${companyId}-contactMerge`,
  z.object({ action: z.literal('update'), merge: contactMergeSchema })
)

/** Contacts that look like one person and, by somebody's word, are not. */
const contactDistinction = z.object({
  id: z.number(),
  reason: duplicateReason,
  /** The first ten of them, and how many there are. */
  names: z.array(z.string()),
  count: z.number(),
  userName: z.string(),
  createdAt: instant
})
export type ContactDistinction = z.infer<typeof contactDistinction>

export const listDistinctions = endpoint({
  method: 'GET',
  path: '/contacts/distinctions',
  access: 'admin',
  response: z.object({ records: z.array(contactDistinction) }),
  summary: 'Groups of duplicates that are not offered any more; the last hundred'
})
export const addDistinction = endpoint({
  method: 'POST',
  path: '/contacts/distinctions',
  access: 'admin',
  body: z.object({ reason: duplicateReason, contactId: id }),
  response: contactDistinction,
  summary: 'All contacts that have this in common with the named one are different people, until another one joins them'
})
export const removeDistinction = endpoint({
  method: 'DELETE',
  path: '/contacts/distinctions/:id',
  access: 'admin',
  params: idParams,
  response: z.object({ message: z.string() })
})

export const contactDistinctionEvent = wireEvent(
  (companyId) => `company-${companyId}-contactDistinction`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), record: contactDistinction }),
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)
