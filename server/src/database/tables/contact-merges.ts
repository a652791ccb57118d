// Contacts that a person merged, with what it takes to take that back.
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, rowId } from './columns.ts'
import { companies } from './companies.ts'

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
  /** A ticket that was closed, because only one of a contact can be in service over a connection. */
  closed: { ticketId: number; status: 'open' | 'pending' }[]
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
