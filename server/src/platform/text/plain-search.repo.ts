// SQL of searches without an index: whether a text is anywhere in the columns of a row.
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { wholeNumbersIn } from './search-term.ts'

interface Searched {
  typed: string
  /** The name of somebody, what else is searched, and the number. */
  name: SQLWrapper
  others?: SQLWrapper[]
  number?: SQLWrapper
  /** For somebody who may not see numbers of customers. */
  hidesNumbers: boolean
}

const isNamedByNumber = (name: SQLWrapper): SQL => sql`regexp_replace(${name}, '\\D', '', 'g') ~ '\\d{8}'`

/** A name as lists are ordered by it; whoever sees no numbers would read in the order those of people who are called by one. */
export const orderOfNames = (name: SQLWrapper, hidesNumbers: boolean): SQL =>
  hidesNumbers ? sql`case when ${isNamedByNumber(name)} then '' else lower(${name}) end` : sql`lower(${name})`

/**
 * Whether the row holds the text; letter case makes no difference. Whoever may not see numbers finds by a whole one, and by
 * nothing else that digits tell of it.
 */
export function holdsText({ typed, name, others = [], number, hidesNumbers }: Searched): SQL | undefined {
  if (typed === '') return undefined
  const isGuarded = hidesNumbers && /\d/.test(typed)
  const parts = [name, ...(number && !isGuarded ? [number] : []), ...others]
  const holds = sql`strpos(lower(${sql.join(parts, sql` || ' ' || `)}), lower(${typed}::text)) > 0`
  if (!isGuarded) return holds
  const told = sql`(${holds} and not ${isNamedByNumber(name)})`
  const whole = number ? wholeNumbersIn(typed) : []
  return whole.length === 0
    ? told
    : sql`(${told} or ${number} in (${sql.join(
        whole.map((one) => sql`${one}`),
        sql`, `
      )}))`
}
