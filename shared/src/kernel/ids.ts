// Schemas of identifiers as they travel in paths, queries and bodies.
import { z } from 'zod'

/** The number that a value stands for, else NaN; `Number` itself throws for objects like `{ toString: '' }`. */
export const numberOf = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN

/** A row id: a positive safe integer, also when it arrives as text. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** What clients send in the place of an id that is not there: nothing, false, or a text that says so. */
const absent: unknown[] = [undefined, null, false, '', 'null', 'undefined', 'false', 'Nenhuma']

/** True for what stands for no id at all, whatever client sends it. */
export const isAbsent = (value: unknown): boolean => absent.includes(typeof value === 'string' ? value.trim() : value)

/** An id of any form that may be missing: null where there is none. `.optional()` tells what is left out from none. */
export const nullableOf = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isAbsent(value) ? null : value), schema.nullable())

/** The same where none and left out are one: undefined for either. */
export const optionalOf = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isAbsent(value) ? undefined : value), schema.optional())

/** A row id that may be missing: number, digits, or null for none. */
export const nullableId = nullableOf(id)
/** A row id that may be missing: number, digits, or undefined for none. */
export const optionalId = optionalOf(id)
export const uuid = z.uuid()
export const idParams = z.object({ id })

/** An instant on the wire: ISO 8601 text; a Date is accepted from the server's own code. */
export const instant = z.preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.string())

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
