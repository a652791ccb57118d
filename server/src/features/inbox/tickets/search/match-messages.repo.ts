// SQL condition for messages `m` that hold what is searched for.
import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '#database/client.ts'
import type { SearchTerm } from '#platform/text/search-term.ts'

/**
 * Whether a message holds the text. For whoever may not see numbers, digits count where customers wrote them: what the desk
 * wrote may hold the number of whoever it was written to, a card or a mention that of somebody else.
 */
export function hasText(raw: Sql, { pattern, guarded }: Pick<SearchTerm, 'pattern' | 'guarded'>): PendingQuery<Row[]> {
  const holds = raw`m.search_text like ${pattern}`
  return guarded === null
    ? holds
    : raw`(${holds} and not ((m.from_me or m.media_type = 'vcard' or m.search_text ~ '@[0-9]{8}')
        and m.search_text ~ '[0-9]([^0-9]{0,3}[0-9]){7}'))`
}
