// Contacts by the sheet: import with its progress and report, export, and the headings both understand.
import { z } from 'zod'
import { languages, type Language } from '../../kernel/languages.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** Bytes of a file that is imported. */
export const largestImport = 10_000_000
/** Rows of a file that is imported. */
export const mostImportRows = 50_000
/** Rows of the report; of further ones only the number is kept. */
export const mostBadRows = 500

export interface ContactHeadings {
  name: string
  number: string
  email: string
}

/** Headings of what is exported; each is understood by the import, whatever the language. */
export const contactHeadings: Record<Language, ContactHeadings> = {
  pt: { name: 'Nome', number: 'Número', email: 'E-mail' },
  en: { name: 'Name', number: 'Number', email: 'Email' },
  es: { name: 'Nombre', number: 'Número', email: 'Correo electrónico' }
}

/** Why a row was not taken. */
export const rowProblems = [
  'name-short',
  'name-long',
  'number-missing',
  'number-invalid',
  /** Shown as 5.51E+12: the last digits are lost. */
  'number-rounded',
  'email-invalid',
  'text-unreadable'
] as const
export type RowProblem = (typeof rowProblems)[number]

/** Why nothing of a file was taken. */
export const importFailures = [
  'unreadable',
  'empty',
  'no-columns',
  'too-many-rows',
  /** Its reader was ended for the memory or the time it took, now or at an earlier try. */
  'too-heavy',
  /** The server ended while it read the file. */
  'interrupted',
  'internal'
] as const
export type ImportFailure = (typeof importFailures)[number]

const badRowSchema = z.object({
  /** As the program shows it in which the file was written: the headings are row 1. */
  row: z.number(),
  name: z.string(),
  number: z.string(),
  problem: z.enum(rowProblems)
})
export type BadRow = z.infer<typeof badRowSchema>

export const contactImportSchema = z.object({
  id: z.number(),
  /** The contact list that takes the rows; null: the company's contacts. */
  contactListId: z.number().nullable(),
  fileName: z.string(),
  userName: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  failure: z.enum(importFailures).nullable(),
  /** Rows of the file, and how many of them have been dealt with. */
  total: z.number(),
  done: z.number(),
  created: z.number(),
  /** Known contacts that got something from the file, and those that had it all. */
  updated: z.number(),
  unchanged: z.number(),
  /** Rows whose number an earlier row has: merged with that row. */
  merged: z.number(),
  bad: z.number(),
  createdAt: instant,
  finishedAt: instant.nullable()
})
export type ContactImport = z.infer<typeof contactImportSchema>

/** An import with the rows that were not taken. */
export const contactImportReport = contactImportSchema.extend({ badRows: z.array(badRowSchema) })

export const startContactImport = endpoint({
  method: 'POST',
  path: '/contacts/import',
  access: 'user',
  permission: 'contacts-page:import',
  numbers: 'needed',
  multipart: true,
  response: contactImportSchema,
  summary: 'Takes one .csv, .xls or .xlsx file; the rows are read afterwards, in the background'
})
export const listContactImports = endpoint({
  method: 'GET',
  path: '/contacts/imports',
  access: 'user',
  permission: 'contacts-page:import',
  response: z.object({ records: z.array(contactImportSchema) }),
  summary: 'The last ten'
})
export const showContactImport = endpoint({
  method: 'GET',
  path: '/contacts/imports/:id',
  access: 'user',
  permission: 'contacts-page:import',
  params: idParams,
  response: contactImportReport
})
export const exportContacts = endpoint({
  method: 'POST',
  path: '/contacts/export',
  access: 'user',
  permission: 'contacts-page:export',
  numbers: 'needed',
  body: z.object({ format: z.enum(['csv', 'xlsx']), language: z.enum(languages).default('pt') }),
  response: z.object({ url: z.string(), name: z.string(), count: z.number() }),
  openWhenExpired: true,
  summary: 'Writes all contacts that are no groups into a file; the link is good for an hour'
})

/** When one is done, lists of contacts are to be asked for again. */
export const contactImportEvent = wireEvent(
  (companyId) => `company-${companyId}-contactImport`,
  z.object({ action: z.literal('update'), import: contactImportSchema })
)
