// What the law gives a person: a copy of everything that is stored of them, and that all of it goes.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, optionalId } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** Kinds of records that may be stored of a person, in the order in which they are shown. */
export const personKinds = [
  'contact',
  'tickets',
  'messages',
  'groupMessages',
  'notes',
  'drafts',
  'schedules',
  'listItems',
  'campaigns',
  'optOuts',
  'consents',
  'merges',
  'importRows',
  'deliveries',
  'exports'
] as const
export type PersonKind = (typeof personKinds)[number]

/** Days for which a copy can be fetched. */
export const personExportDays = 7

export const personExportSchema = z.object({
  id: z.number(),
  contactId: z.number(),
  /** Who asked for it; they may be gone. */
  userId: z.number().nullable(),
  userName: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  failure: z.enum(['storage-full', 'internal']).nullable(),
  /** Records and files, and how many of them are in the copy. */
  total: z.number(),
  done: z.number(),
  /** Files that are not stored any more. */
  missing: z.number(),
  /** Bytes. */
  size: z.number(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  expiresAt: instant.nullable()
})
export type PersonExport = z.infer<typeof personExportSchema>

const personExportShown = personExportSchema.extend({ contactName: z.string() })
export type PersonExportShown = z.infer<typeof personExportShown>

const confirmed = { currentPassword: z.string().max(200).nullish() }
const asks = 'With the own password, if the login is older than five minutes'

export const listPersonExports = endpoint({
  method: 'GET',
  path: '/person-exports',
  access: 'admin',
  query: z.object({ contactId: optionalId }),
  response: z.object({ records: z.array(personExportShown) }),
  summary: `The newest ones; each goes ${personExportDays} days after it was made`
})
export const startPersonExport = endpoint({
  method: 'POST',
  path: '/person-exports',
  access: 'admin',
  body: z.object({ contactId: id, ...confirmed }),
  response: personExportShown,
  recentLogin: 'always',
  callsPerMinute: 20,
  openWhenExpired: true,
  summary: `Puts everything that is stored of a person into a zip, in the background. One that is under way is answered. ${asks}`
})
export const openPersonExport = endpoint({
  method: 'POST',
  path: '/person-exports/:id/link',
  access: 'admin',
  params: idParams,
  body: z.object(confirmed),
  response: z.object({ url: z.string(), name: z.string() }),
  recentLogin: 'always',
  openWhenExpired: true,
  summary: `The link is good for ten minutes. ${asks}`
})
export const deletePersonExport = endpoint({
  method: 'DELETE',
  path: '/person-exports/:id',
  access: 'admin',
  params: idParams,
  response: z.object({ message: z.string() })
})

export const previewErasure = endpoint({
  method: 'GET',
  path: '/contacts/:id/erasure',
  access: 'user',
  permission: 'contacts-page:deleteContact',
  params: idParams,
  response: z.object({
    name: z.string(),
    /** How many of each kind will go; kinds without any are left out. */
    counts: z.partialRecord(z.enum([...personKinds, 'files']), z.number())
  }),
  summary: 'What goes when the person is erased'
})
export const erasePerson = endpoint({
  method: 'POST',
  path: '/contacts/:id/erasure',
  access: 'user',
  permission: 'contacts-page:deleteContact',
  params: idParams,
  body: z.object({ confirmation: z.string().max(200), ...confirmed }),
  response: z.object({ message: z.string() }),
  recentLogin: 'always',
  summary: `Removes every copy of the person, as DELETE /contacts/:id does. \`confirmation\` is the contact's name. ${asks}`
})

function plainName(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  return visible.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** Whether what somebody typed is the name: signs that one cannot see, and capitals, make no difference. */
export const isNameTyped = (typed: string, name: string): boolean => plainName(typed) === plainName(name)

export const personExportEvent = wireEvent(
  (companyId) => `company-${companyId}-personExport`,
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('update'), export: personExportSchema }),
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)
