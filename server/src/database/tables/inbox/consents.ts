// What people said of hearing of offers and campaigns.
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { consentSources, consentStates } from '@guiche/shared/features/inbox/consents.ts'
import { createdAt, newest, ref, rowId } from '../columns.ts'
import { contacts } from './contacts.ts'

/** Rows are added and never changed: the newest one holds. */
export const contactConsents = pgTable(
  'contact_consents',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    contactId: ref('contact_id').notNull(),
    state: text('state', { enum: consentStates }).notNull(),
    source: text('source', { enum: consentSources }).notNull(),
    /** The campaign, the word, or how the team heard of it. */
    detail: text('detail').notNull().default(''),
    /** Who entered it, by the name of then; null: the person said so. */
    byName: text('by_name'),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    index('contact_consents_of_contact').on(t.companyId, t.contactId, newest(t.id))
  ]
)
