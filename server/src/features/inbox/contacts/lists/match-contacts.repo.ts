// SQL conditions for contacts `c` whose name or number holds what is searched for.
import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '#database/client.ts'
import { keysOf, type SearchTerm } from '#platform/text/search-term.ts'

/** True for a contact that is called by a number, or has one in the name. */
const isNamedByNumber = (raw: Sql): PendingQuery<Row[]> => raw`regexp_replace(c.name, '\\D', '', 'g') ~ '\\d{8}'`

/** Order of a list by name. Whoever sees no numbers would read in it the digits of those who are called by one. */
export function byName(raw: Sql, hidesNumbers = false): PendingQuery<Row[]> {
  return hidesNumbers
    ? raw`order by case when ${isNamedByNumber(raw)} then '' else lower(c.name) end, c.id`
    : raw`order by lower(c.name), c.id`
}

/** Whether the text is there: decides, and reads the contact. */
export function holdsTerm(raw: Sql, { pattern, digits, guarded }: SearchTerm): PendingQuery<Row[]> {
  if (guarded !== null)
    return raw`(c.number = any(${guarded}::text[]) and not c.is_group
      or search_text(c.name) like ${pattern} and not ${isNamedByNumber(raw)})`
  return digits === null
    ? raw`c.search_text like ${pattern}`
    : raw`(c.search_text like ${pattern} or c.number like ${digits.pattern})`
}

/** Whether the text can be there: a question to the index `contacts_search`. */
export function holdsKeys(raw: Sql, companyId: number, { keys, digits, guarded }: SearchTerm): PendingQuery<Row[]> {
  const others =
    guarded === null ? (digits === null ? [] : [digits.keys]) : guarded.map((one) => keysOf(companyId, one))
  const asked = [keys, ...others].map((one) => `(${one})`).join(' | ')
  return raw`search_keys(c.company_id, c.search_text) @@ ${asked}::tsquery`
}
