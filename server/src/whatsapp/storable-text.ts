// Text as PostgreSQL can store it: without NUL and without half surrogate pairs, in columns and inside JSON.

/** The text without what cannot be stored; empty for none. */
export const storable = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('\u0000', '').toWellFormed()

/** Escapes that JSON writes for NUL and for half surrogate pairs. */
const unstorable = /\\u(?:0000|d[89a-f])/

/** JSON whose texts can be stored. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!unstorable.test(json)) return json
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}
