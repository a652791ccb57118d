// Which words stand in the messages of which tickets; triggers write them down with every message.
import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { ref } from '../columns.ts'

// No key is unique, nor does a row refer to another: two messages with one word never wait for each other, and a row
// that is there twice changes nothing.

/** Words of a company, each with its number. A word is what stands between blanks of `search_text`. */
export const searchWords = pgTable(
  'search_words',
  {
    companyId: ref('company_id').notNull(),
    number: bigint('number', { mode: 'bigint' }).notNull(),
    word: text('word').notNull()
  },
  (t) => [
    index('search_words_number').on(t.companyId, t.number),
    index('search_words_search').using('gin', sql`search_keys(${t.companyId}, ${t.word})`)
  ]
)

/** Every word that a message of the ticket holds. Number 0: the ticket may have lost some of its words since. */
export const ticketWords = pgTable(
  'ticket_words',
  {
    companyId: ref('company_id').notNull(),
    number: bigint('number', { mode: 'bigint' }).notNull(),
    ticketId: ref('ticket_id').notNull()
  },
  (t) => [index('ticket_words_number').on(t.companyId, t.number, t.ticketId)]
)
