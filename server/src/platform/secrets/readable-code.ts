// Codes that people read and type: short, of letters and digits that do not look alike.
import { randomInt } from 'node:crypto'

/** Neither 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, nor U and V. */
const letters = 'ACDEFGHJKMNPQRTWXY34679'

export const newReadableCode = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** As people type it: any case, with spaces or a dash. */
export const normalisedCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
