// SQL conditions for contacts `c` whose name or number holds what is searched for.
import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '#database/client.ts'
import type { SearchTerm } from '#platform/text/search-term.ts'

/** Whether the text is there: decides, and reads the contact. */
export function holdsTerm(raw: Sql, { pattern, digits }: SearchTerm): PendingQuery<Row[]> {
  return digits === null
    ? raw`c.search_text like ${pattern}`
    : raw`(c.search_text like ${pattern} or c.number like ${digits.pattern})`
}

/** Whether the text can be there: a question to the index `contacts_search`. */
export const holdsKeys = (raw: Sql, { keys, digits }: SearchTerm): PendingQuery<Row[]> =>
  raw`search_keys(c.company_id, c.search_text) @@ ${digits === null ? keys : `(${keys}) | (${digits.keys})`}::tsquery`
