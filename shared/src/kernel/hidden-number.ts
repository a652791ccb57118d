// How the number of a customer looks to somebody who may not see it: enough to tell two people apart, not to call one.
import { digitsOf } from './phone.ts'

const dot = '•'

/** Country codes of two digits (ITU E.164); +1 and +7 have one, all others three. */
const twoDigitCodes =
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' '
  )

function countryCodeOf(digits: string): string {
  if (/^[17]/.test(digits)) return digits.slice(0, 1)
  return digits.slice(0, twoDigitCodes.includes(digits.slice(0, 2)) ? 2 : 3)
}

/**
 * `+55 (11) 9••••-••34` for Brazil; elsewhere the country code, six dots whatever the length, and the last two digits.
 * What is too short for a number is all dots; an empty text stays empty.
 */
export function hiddenNumber(typed: string): string {
  const digits = digitsOf(typed)
  const brazilian = /^55(\d{2})(9?)\d{6}(\d{2})$/.exec(digits)
  if (brazilian) return `+55 (${brazilian[1]}) ${brazilian[2]}${dot.repeat(4)}-${dot.repeat(2)}${brazilian[3]}`
  if (digits === '') return ''
  return digits.length < 8
    ? dot.repeat(6)
    : `+${countryCodeOf(digits)} ${dot.repeat(6)}${digits.slice(digits.length - 2)}`
}

/** True for a text that holds a number as `hiddenNumber` writes it: it is shown, and never stored or sent. */
export const holdsHiddenNumber = (text: string): boolean => text.includes(dot.repeat(4))
