// Contacts: the people (and groups) a company talks to.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idList, idParams, instant, isStorable, optionalId, optionalOf, text, queryFlag } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { digitsOf } from '../../kernel/phone.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { tagBrief } from './tags.ts'

export const extraInfoSchema = z.object({ id: z.number(), name: z.string(), value: z.string() })

export const contactSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** Phone number as digits; empty while only a LID is known, which is never shown as a number. */
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string(),
  isGroup: z.boolean(),
  extraInfo: z.array(extraInfoSchema),
  /** Of the person, beside those that each ticket has. */
  tags: z.array(tagBrief),
  companyId: z.number(),
  createdAt: instant,
  updatedAt: instant
})
export type Contact = z.infer<typeof contactSchema>

/** A contact as it is asked for: with the connection of its newest ticket, which events of contacts do not follow. */
const contactShown = contactSchema.extend({
  whatsapp: z.object({ id: z.number(), name: z.string() }).nullable().optional()
})
export type ContactShown = z.infer<typeof contactShown>

/** What tickets and messages carry of a contact. */
export const contactBrief = contactSchema.pick({
  id: true,
  name: true,
  number: true,
  email: true,
  profilePicUrl: true,
  isGroup: true
})
export type ContactBrief = z.infer<typeof contactBrief>

export const contactDraft = z.object({
  name: z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
  number: z
    .union([z.string(), z.number().transform(String)])
    .transform(digitsOf)
    .pipe(z.string().min(8, 'Too Short!').max(50, 'Too Long!')),
  email: z
    .union([z.email('Invalid email').max(254), z.literal('')])
    .nullish()
    .transform((v) => v ?? ''),
  extraInfo: z
    .array(z.object({ id: optionalId, name: text(100), value: text(1000) }))
    .max(50)
    .nullish()
    .transform((v) => v ?? []),
  /** Left out: they stay as they are. */
  tags: z.array(z.object({ id })).max(100).optional()
})
export type ContactDraft = z.output<typeof contactDraft>
const contactPatch = contactDraft.partial()
export type ContactPatch = z.output<typeof contactPatch>

export const listContacts = endpoint({
  method: 'GET',
  path: '/contacts',
  access: 'user',
  query: pageQuery.extend({
    date: text(40).optional(),
    dateStart: text(40).optional(),
    dateEnd: text(40).optional(),
    /** Only contacts that have all of these. */
    tags: optionalOf(idList),
    /** Also a ticket of theirs may have them, as for campaigns. */
    countsTickets: queryFlag.optional()
  }),
  response: z.object({ contacts: z.array(contactShown), count: z.number(), hasMore: z.boolean() }),
  summary:
    'By name, 20 a page. Days (YYYY-MM-DD, company time zone) of creation: `date` one, the others the first and the last'
})
export const listAllContacts = endpoint({
  method: 'GET',
  path: '/contacts/list',
  access: 'user',
  query: z.object({ companyId: optionalId, name: text(200).optional() }),
  response: z.array(contactBrief),
  summary: 'At most 1000 contacts, by name'
})
export const showContact = endpoint({
  method: 'GET',
  path: '/contacts/:id',
  access: 'user',
  params: idParams,
  response: contactShown
})
export const createContact = endpoint({
  method: 'POST',
  path: '/contacts',
  access: 'user',
  permission: 'contacts-page:write',
  body: contactDraft,
  response: contactShown,
  summary: 'Checks the number on WhatsApp when a connection is up; ERR_DUPLICATED_CONTACT when it is known'
})
export const updateContact = endpoint({
  method: 'PUT',
  path: '/contacts/:id',
  access: 'user',
  permission: 'contacts-page:write',
  params: idParams,
  body: contactPatch,
  response: contactShown
})
export const deleteContact = endpoint({
  method: 'DELETE',
  path: '/contacts/:id',
  access: 'user',
  permission: 'contacts-page:deleteContact',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary:
    'Deletes the contact with its tickets, messages and files, and every other copy of the person; links of the files answer 410'
})

/** Why somebody looks at a hidden number. */
export const revealDraft = z.object({
  reason: z.string().trim().min(3, 'Too Short!').max(200, 'Too Long!').refine(isStorable, 'ERR_VALIDATION')
})

export const revealNumber = endpoint({
  method: 'POST',
  path: '/contacts/:id/number',
  access: 'user',
  numbers: 'revealed',
  params: idParams,
  body: revealDraft,
  response: z.object({ number: z.string() }),
  callsPerMinute: 10,
  summary:
    'The number of one contact for somebody from whom numbers are hidden; who, whose and why stands in the audit log. Thirty an hour'
})

export const contactEvent = wireEvent(
  (companyId) => `company-${companyId}-contact`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), contact: contactSchema }),
    /** `mergedInto` tells that the contact lives on under another id. */
    z.object({ action: z.literal('delete'), contactId: z.number(), mergedInto: z.number().optional() }),
    /** Many came at once, by an import: lists are to be asked for again. */
    z.object({ action: z.literal('reload') })
  ])
)
