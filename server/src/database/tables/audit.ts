// The audit log: one row an act, each with the hash of the one before; and how far each company's has come.
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  auditActorKinds,
  type AuditAction,
  type AuditActorKind,
  type AuditFields
} from '@guiche/shared/kernel/audit-actions.ts'
import { instant, ref } from './columns.ts'
import { companies } from './org/companies.ts'

/** The newest row of a company, and the last one that retention has taken: between the two the chain is whole. */
export const auditHeads = pgTable('audit_heads', {
  companyId: ref('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  number: ref('number').notNull().default(0),
  hash: text('hash').notNull().default(''),
  anchorNumber: ref('anchor_number').notNull().default(0),
  anchorHash: text('anchor_hash').notNull().default('')
})

/** Triggers refuse every change and every deletion that is neither retention's nor the company's own. */
export const auditLog = pgTable(
  'audit_log',
  {
    /** Of the head and not of the company, whose row others lock for long. */
    companyId: ref('company_id')
      .notNull()
      .references(() => auditHeads.companyId, { onDelete: 'cascade' }),
    number: ref('number').notNull(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind', { enum: auditActorKinds }).$type<AuditActorKind>().notNull(),
    actorId: ref('actor_id'),
    actorName: text('actor_name'),
    actorEmail: text('actor_email'),
    address: text('address'),
    agent: text('agent'),
    action: text('action').$type<AuditAction>().notNull(),
    subjectType: text('subject_type'),
    subjectId: text('subject_id'),
    subjectLabel: text('subject_label'),
    /** The company a super user acted on, in the log of their own. */
    aboutCompanyId: ref('about_company_id'),
    before: jsonb('before').$type<AuditFields>(),
    after: jsonb('after').$type<AuditFields>(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.number] }),
    index('audit_log_at').on(t.companyId, t.at),
    index('audit_log_action').on(t.companyId, t.action, t.at),
    index('audit_log_actor').on(t.companyId, t.actorId, t.number)
  ]
)
