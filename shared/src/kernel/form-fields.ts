// Fields of forms as clients send them: empty, absent, or numbers as text.
import { z } from 'zod'
import { numberOf, text } from './ids.ts'

/** A number that may come as text; left out or empty it is `fallback`. */
export function givenNumber(fallback: number, limits: z.ZodNumber) {
  return z
    .union([z.string(), z.number()], 'ERR_VALIDATION')
    .nullish()
    .transform((value) => (value === '' || value == null ? fallback : numberOf(value)))
    .pipe(limits)
}

/** A text without blanks around it; left out it is empty. */
export function givenText(max: number) {
  return text(max)
    .trim()
    .nullish()
    .transform((value) => value ?? '')
}
