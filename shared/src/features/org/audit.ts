// The audit log of a company: who did what, when and from where, as its admins read it.
import { z } from 'zod'
import { auditActions, auditActorKinds, auditGroupNames } from '../../kernel/audit-actions.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, instant, optionalOf } from '../../kernel/ids.ts'
import { languages } from '../../kernel/languages.ts'

const fields = z.record(z.string(), z.unknown()).nullable()

export const auditEntry = z.object({
  /** Of the company, without a gap. */
  number: z.number(),
  at: instant,
  actor: z.object({
    kind: z.enum(auditActorKinds),
    id: z.number().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable()
  }),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  action: z.enum(auditActions),
  subject: z.object({ type: z.string().nullable(), id: z.string().nullable(), label: z.string().nullable() }),
  /** The company a super user acted on, in the log of their own. */
  aboutCompanyId: z.number().nullable(),
  before: fields,
  after: fields,
  hash: z.string()
})
export type AuditLogEntry = z.infer<typeof auditEntry>

const moment = optionalOf(z.iso.datetime({ offset: true }))
const filter = {
  /** The person who acted. */
  actorId: optionalOf(id),
  action: optionalOf(z.enum(auditActions)),
  group: optionalOf(z.enum(auditGroupNames)),
  from: moment,
  /** The first moment that is not of the period any more. */
  until: moment
}
export type AuditFilter = z.output<z.ZodObject<typeof filter>>

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'admin',
  query: z.object({ ...filter, before: optionalOf(id) }),
  response: z.object({ entries: z.array(auditEntry), next: z.number().nullable() }),
  summary: 'The newest first, 50 a page; `next` is the `before` of the following page'
})

/** Entries that one export has at the most. */
export const mostExportedEntries = 100_000

export const exportAudit = endpoint({
  method: 'POST',
  path: '/audit/export',
  access: 'admin',
  body: z.object({ ...filter, language: z.enum(languages).default('pt') }),
  response: z.object({
    url: z.string(),
    name: z.string(),
    count: z.number(),
    /** There were more than fit; the oldest are not in the file. */
    isCut: z.boolean()
  }),
  summary:
    'Writes at most 100,000 entries, the newest first, into a CSV file; `isCut` says that there were more; the link is good for an hour'
})
