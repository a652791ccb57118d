// Archives of companies, for the super user: one leaves a server as a file and arrives at another.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, optionalId, text } from '../../kernel/ids.ts'

/** Days for which an archive can be fetched, and for which one that was sent waits to be taken in. */
export const companyArchiveDays = 7
/** Bytes of an archive that is sent over the console; a larger one is taken in by the command. */
export const largestArchive = 50 * 2 ** 30

/** Why an archive was not made or not taken in. */
export const archiveFailures = [
  'wrong-key',
  'damaged',
  'other-version',
  'no-archive',
  'people',
  'name',
  'plan',
  'refused',
  'disk-full',
  'stopped',
  'internal'
] as const

export const companyArchiveSchema = z.object({
  id: z.number(),
  kind: z.enum(['export', 'import']),
  /** The company that left or that arrived; null before it has. */
  companyId: z.number().nullable(),
  /** Of the company, or of the file that was sent. */
  name: z.string(),
  /** `sent`: the file is here and nobody has said yet that it is to be taken in. */
  status: z.enum(['sent', 'waiting', 'running', 'done', 'failed']),
  failure: z.enum(archiveFailures).nullable(),
  /** What is in the way: addresses, a name, a plan. */
  detail: z.string(),
  /** Bytes that are done. */
  done: z.number(),
  /** Bytes of the file; 0 while it is written. */
  size: z.number(),
  userName: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  expiresAt: instant.nullable()
})
export type CompanyArchive = z.infer<typeof companyArchiveSchema>

const confirmed = { currentPassword: z.string().max(200).nullish() }
const asks = 'With the own password, if the login is older than five minutes'

export const listCompanyArchives = endpoint({
  method: 'GET',
  path: '/company-archives',
  access: 'super',
  query: z.object({ companyId: optionalId }),
  response: z.object({ records: z.array(companyArchiveSchema) }),
  summary: `The newest ones; each goes ${companyArchiveDays} days after it was made or sent`
})
export const startCompanyExport = endpoint({
  method: 'POST',
  path: '/company-archives',
  access: 'super',
  body: z.object({ companyId: id, recipient: text(3000).nullish(), ...confirmed }),
  response: z.object({ archive: companyArchiveSchema, identity: z.string().nullable() }),
  recentLogin: 'always',
  callsPerMinute: 10,
  summary: `Writes the archive of a company in the background, encrypted to \`recipient\` (age1…). Without one a key is made: \`identity\` opens the archive, is told here once and kept nowhere. ${asks}`
})
export const openCompanyArchive = endpoint({
  method: 'POST',
  path: '/company-archives/:id/link',
  access: 'super',
  params: idParams,
  body: z.object(confirmed),
  response: z.object({ url: z.string(), name: z.string() }),
  recentLogin: 'always',
  summary: `The link is good for ten minutes. ${asks}`
})
export const deleteCompanyArchive = endpoint({
  method: 'DELETE',
  path: '/company-archives/:id',
  access: 'super',
  params: idParams,
  response: z.object({ message: z.string() }),
  summary: 'Takes the file away; what is under way stops, and nothing of it is kept'
})
export const sendCompanyArchive = endpoint({
  method: 'POST',
  path: '/company-archives/upload',
  access: 'super',
  multipart: true,
  isEncryptedUpload: true,
  response: companyArchiveSchema,
  callsPerMinute: 10,
  summary: 'An archive in the field `file`; `POST /company-archives/:id/import` takes it in'
})
export const companyImportDraft = z.object({
  /** The private key (AGE-SECRET-KEY-1…). */
  identity: text(20_000),
  /** Empty for the one that it has. */
  name: text(120).nullish(),
  /** Name of a plan of here; empty for the one that is called as its plan was. */
  plan: text(120).nullish(),
  withBilling: z.boolean().default(false),
  /** A word in the addresses that people sign in with. */
  emailTag: z
    .string()
    .regex(/^[a-z0-9-]{0,20}$/, 'ERR_VALIDATION')
    .nullish()
})
export const startCompanyImport = endpoint({
  method: 'POST',
  path: '/company-archives/:id/import',
  access: 'super',
  params: idParams,
  body: companyImportDraft.extend(confirmed),
  response: companyArchiveSchema,
  recentLogin: 'always',
  callsPerMinute: 10,
  summary: `Takes a company in from an archive that was sent, in the background. ${asks}`
})
