// Contacts, the addresses they are reached under, and their extra fields.
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'

export const contacts = pgTable(
  'contacts',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    /** Digits; null while only a LID is known. For a group the digits of its id. */
    number: text('number'),
    email: text('email').notNull().default(''),
    /** Name and number, each on a line, as a search compares them. */
    searchText: text('search_text').generatedAlwaysAs(sql`search_text(name || E'\\n' || coalesce(number, ''))`),
    /** What two contacts of one person have in common: the number however it is spelt, the address, the name. */
    numberKey: text('number_key').generatedAlwaysAs(
      sql`regexp_replace(number, '^(?:55)?([1-9]{2})9?([6-9][0-9]{7})$', '\\1\\2')`
    ),
    emailKey: text('email_key').generatedAlwaysAs(sql`nullif(lower(email), '')`),
    nameKey: text('name_key').generatedAlwaysAs(sql`case when name_source <> 'number' then lower(name) end`),
    isGroup: boolean('is_group').notNull().default(false),
    /** `typed` names are kept; `pushed` ones follow what the person calls themselves. */
    nameSource: text('name_source', { enum: ['typed', 'pushed', 'number'] })
      .notNull()
      .default('typed'),
    /** Address the conversation lives on: the one last heard from. Null: the number's. */
    waAddress: text('wa_address'),
    /** Storage key of the profile picture. */
    picture: text('picture'),
    pictureCheckedAt: instant('picture_checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('contacts_number')
      .on(t.companyId, t.number)
      .where(sql`${t.number} is not null`),
    index('contacts_by_name').on(t.companyId, sql`lower(${t.name})`, t.id),
    index('contacts_created').on(t.companyId, t.createdAt),
    ...(['numberKey', 'emailKey', 'nameKey'] as const).map((key) =>
      index(`contacts_same_${key.slice(0, -3)}`)
        .on(t.companyId, t[key], t.id)
        .where(sql`${t[key]} is not null and not ${t.isGroup}`)
    ),
    index('contacts_search').using('gin', sql`search_keys(${t.companyId}, ${t.searchText})`)
  ]
)

/** A contact's addresses on WhatsApp: phone number, LID or group. */
export const contactAddresses = pgTable(
  'contact_addresses',
  {
    companyId: ref('company_id').notNull(),
    /** `5511…@s.whatsapp.net`, `…@lid` or `…@g.us`, without device. */
    address: text('address').notNull(),
    contactId: ref('contact_id').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.address] }),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    index('contact_addresses_contact').on(t.companyId, t.contactId)
  ]
)

export const contactExtraInfo = pgTable(
  'contact_extra_info',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    contactId: ref('contact_id').notNull(),
    name: text('name').notNull(),
    value: text('value').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    index('contact_extra_info_contact').on(t.companyId, t.contactId)
  ]
)
