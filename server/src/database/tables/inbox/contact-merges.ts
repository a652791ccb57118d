// Contacts that a person merged, with what it takes to take that back, and those that a person said are not one.
import { foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, rowId } from '../columns.ts'
import { companies } from '../org/companies.ts'
import { contacts } from './contacts.ts'

/** What a contact says of itself. */
export interface ContactFacts {
  name: string
  nameSource: 'typed' | 'pushed' | 'number'
  number: string | null
  email: string
  waAddress: string | null
  picture: string | null
}

export interface MergeSnapshot {
  gone: ContactFacts & { createdAt: string; extraInfo: { name: string; value: string }[] }
  keptBefore: ContactFacts
  keptAfter: ContactFacts
  /** Of the contact that went. */
  addresses: string[]
  ticketIds: number[]
  /** Rows of extra information that the contact that stays was given. */
  extraIds: number[]
  /** Tags of the contact that went, and those of them that the contact that stays did not have. */
  tagIds?: { gone: number[]; given: number[] }
  /** Rows that other features gave the contact that stays, by the name of their table. */
  moved?: Record<string, number[]>
  /** What somebody said the contact that went is not the same person as. */
  distinctionIds?: number[]
  /** A ticket that was closed, because only one of a contact can be in service over a connection. */
  closed: { ticketId: number; status: 'open' | 'pending'; unread?: number }[]
}

export const contactMerges = pgTable(
  'contact_merges',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    /** No foreign keys: a merge is history, and contacts may be deleted after it. */
    keptId: ref('kept_id').notNull(),
    keptName: text('kept_name').notNull(),
    goneId: ref('gone_id').notNull(),
    goneName: text('gone_name').notNull(),
    userName: text('user_name').notNull(),
    snapshot: jsonb('snapshot').$type<MergeSnapshot>().notNull(),
    createdAt: createdAt(),
    undoneAt: instant('undone_at')
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('contact_merges_newest').on(t.companyId, t.createdAt)]
)

/** Contacts that look like one person and are several. */
export const contactDistinctions = pgTable(
  'contact_distinctions',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    reason: text('reason', { enum: ['number', 'email', 'name'] }).notNull(),
    userName: text('user_name').notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contact_distinctions_newest').on(t.companyId, t.createdAt)
  ]
)

export const contactDistinctionMembers = pgTable(
  'contact_distinction_members',
  {
    companyId: ref('company_id').notNull(),
    distinctionId: ref('distinction_id').notNull(),
    contactId: ref('contact_id').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.distinctionId, t.contactId] }),
    foreignKey({
      columns: [t.companyId, t.distinctionId],
      foreignColumns: [contactDistinctions.companyId, contactDistinctions.id]
    }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    index('contact_distinction_members_contact').on(t.companyId, t.contactId)
  ]
)
