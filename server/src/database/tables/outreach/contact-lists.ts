// Lists of people that campaigns are sent to, apart from the company's contacts.
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'

export const contactLists = pgTable(
  'contact_lists',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    /** Kept with every item that comes and goes: counting fifty thousand rows for every line of a table is no way. */
    contactsCount: integer('contacts_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contact_lists_by_name').on(t.companyId, sql`lower(${t.name})`, t.id)
  ]
)

export const contactListItems = pgTable(
  'contact_list_items',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    contactListId: ref('contact_list_id').notNull(),
    name: text('name').notNull(),
    number: text('number').notNull(),
    /** The one of its spellings that both share: a number is in a list once, with or without the ninth digit. */
    numberKey: text('number_key').notNull(),
    email: text('email').notNull().default(''),
    isWhatsappValid: boolean('is_whatsapp_valid').notNull().default(false),
    /** When WhatsApp was asked; null: not yet. */
    checkedAt: instant('checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.contactListId],
      foreignColumns: [contactLists.companyId, contactLists.id]
    }).onDelete('cascade'),
    uniqueIndex('contact_list_items_number').on(t.companyId, t.contactListId, t.numberKey),
    index('contact_list_items_by_name').on(t.companyId, t.contactListId, sql`lower(${t.name})`, t.id),
    index('contact_list_items_unchecked')
      .on(t.companyId, t.contactListId, t.id)
      .where(sql`${t.checkedAt} is null`)
  ]
)
