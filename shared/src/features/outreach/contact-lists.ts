// Contact lists: the people that campaigns are sent to, with their import from a sheet and the check of their numbers.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, isStorable, optionalId } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { contactDraft } from '../inbox/contacts.ts'
import { contactImportReport, contactImportSchema } from '../inbox/contact-sheets.ts'

export const contactListSchema = z.object({
  id: z.number(),
  name: z.string(),
  contactsCount: z.number(),
  /** Numbers that WhatsApp has not been asked about yet. */
  uncheckedCount: z.number(),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type ContactList = z.infer<typeof contactListSchema>

export const contactListItemSchema = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  isWhatsappValid: z.boolean(),
  /** When WhatsApp was asked; null: not yet. */
  checkedAt: instant.nullable(),
  companyId: z.number(),
  contactListId: z.number()
})
export type ContactListItem = z.infer<typeof contactListItemSchema>

export const contactListDraft = z.object({
  name: z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').refine(isStorable, 'ERR_VALIDATION')
})
export type ContactListDraft = z.output<typeof contactListDraft>

/** What is typed of one person; the rules are those of contacts. */
export const contactListItemDraft = contactDraft.pick({ name: true, number: true, email: true })
export type ContactListItemDraft = z.output<typeof contactListItemDraft>
const contactListItemPatch = contactListItemDraft.partial()
export type ContactListItemPatch = z.output<typeof contactListItemPatch>

const removed = z.object({ message: z.string() })
const place = { access: 'user', planFlag: 'useCampaigns' } as const

export const listContactLists = endpoint({
  ...place,
  method: 'GET',
  path: '/contact-lists',
  query: pageQuery,
  response: z.object({ records: z.array(contactListSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'By name, 20 a page'
})
export const listAllContactLists = endpoint({
  ...place,
  method: 'GET',
  path: '/contact-lists/list',
  query: z.object({ companyId: optionalId }),
  response: z.array(contactListSchema),
  summary: 'At most 1000, by name'
})
export const showContactList = endpoint({
  ...place,
  method: 'GET',
  path: '/contact-lists/:id',
  params: idParams,
  /** Those of its numbers that are known to be on WhatsApp are counted for one list alone: it may be a long one. */
  response: contactListSchema.extend({ validCount: z.number() })
})
export const createContactList = endpoint({
  ...place,
  permission: 'campaigns-page:write',
  method: 'POST',
  path: '/contact-lists',
  body: contactListDraft,
  response: contactListSchema
})
export const updateContactList = endpoint({
  ...place,
  permission: 'campaigns-page:write',
  method: 'PUT',
  path: '/contact-lists/:id',
  params: idParams,
  body: contactListDraft,
  response: contactListSchema
})
export const deleteContactList = endpoint({
  ...place,
  method: 'DELETE',
  path: '/contact-lists/:id',
  permission: 'contact-lists-page:delete',
  params: idParams,
  response: removed,
  summary: 'With everybody who is in it'
})
export const uploadContactList = endpoint({
  ...place,
  permission: 'campaigns-page:write',
  method: 'POST',
  path: '/contact-lists/:id/upload',
  numbers: 'needed',
  params: idParams,
  multipart: true,
  response: contactImportSchema,
  summary: 'Takes one .xls, .xlsx or .csv file; the rows are read afterwards, in the background'
})
export const listContactListImports = endpoint({
  ...place,
  method: 'GET',
  path: '/contact-lists/:id/imports',
  params: idParams,
  response: z.object({ records: z.array(contactImportSchema) }),
  summary: 'The last ten'
})
export const showContactListImport = endpoint({
  ...place,
  method: 'GET',
  path: '/contact-lists/:id/imports/:importId',
  params: idParams.extend({ importId: id }),
  response: contactImportReport
})

export const listContactListItems = endpoint({
  ...place,
  method: 'GET',
  path: '/contact-list-items',
  query: pageQuery.extend({ contactListId: id }),
  response: z.object({ contacts: z.array(contactListItemSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'By name, 20 a page; the search looks at names, numbers and e-mails'
})
export const showContactListItem = endpoint({
  ...place,
  method: 'GET',
  path: '/contact-list-items/:id',
  params: idParams,
  response: contactListItemSchema
})
export const createContactListItem = endpoint({
  ...place,
  permission: 'campaigns-page:write',
  method: 'POST',
  path: '/contact-list-items',
  body: contactListItemDraft.extend({ contactListId: id }),
  response: contactListItemSchema,
  summary: 'ERR_DUPLICATED_CONTACT when the list has the number, in either spelling'
})
export const updateContactListItem = endpoint({
  ...place,
  permission: 'campaigns-page:write',
  method: 'PUT',
  path: '/contact-list-items/:id',
  params: idParams,
  body: contactListItemPatch,
  response: contactListItemSchema
})
export const deleteContactListItem = endpoint({
  ...place,
  permission: 'contact-list-items:delete',
  method: 'DELETE',
  path: '/contact-list-items/:id',
  params: idParams,
  response: removed
})

/** Also tells that the check of the numbers went on: people of the list are to be asked for again. */
export const contactListEvent = wireEvent(
  (companyId) => `company-${companyId}-ContactList`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: contactListSchema }),
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)
export const contactListItemEvent = wireEvent(
  (companyId) => `company-${companyId}-ContactListItem`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: contactListItemSchema }),
    z.object({ action: z.literal('delete'), id: z.number(), contactListId: z.number() })
  ])
)
