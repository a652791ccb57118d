// Schemas of identifiers as they travel in paths, queries and bodies.
import { z } from 'zod'

/** The number that a value stands for, else NaN; `Number` itself throws for objects like `{ toString: '' }`. */
export const numberOf = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN

/** A row id: a positive safe integer, also when it arrives as text. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** What forms of the family send for an id that was not chosen. */
const noId: unknown[] = [undefined, '', 'null', 'Nenhuma']

/** An id inside a JSON body: number or digits. */
export const nullableId = z.preprocess((value) => (noId.includes(value) ? null : value), id.nullable())
export const uuid = z.uuid()
export const idParams = z.object({ id })

/** An instant on the wire: ISO 8601 text; a Date is accepted from the server's own code. */
export const instant = z.preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.string())

/** What clients of the family leave in a query for a filter that is not set. */
const nothing = ['', 'null', 'undefined']

/** A filter of a query, as it is without the texts that clients leave for none. */
export const queryFilter = <S extends z.ZodType>(filter: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && nothing.includes(value.trim()) ? undefined : value),
    filter.optional()
  )

/** A list that old clients send as JSON text (`"[1,2]"`), new ones as a plain array or repeated parameter. */
export const idList = z.preprocess((value) => {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (!text.startsWith('[')) return text.split(',')
  try {
    return JSON.parse(text) as unknown
  } catch {
    return value
  }
}, z.array(id).max(500))

/** A flag in a query string: true/false/1/0 as text. */
export const queryFlag = z.preprocess((value) => {
  if (typeof value !== 'string') return value
  return value === 'true' || value === '1'
}, z.boolean())

/** True when the text can be stored by PostgreSQL: no NUL character and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** Free text with a length in characters; refuses what a database cannot store. */
export const text = (max: number) => z.string().max(max).refine(isStorable, 'ERR_VALIDATION')
