// The mask of the sign-up phone: (99) 99999-9999, at most eleven digits.
import { digitsOf } from '@guiche/shared/kernel/phone.ts'

const longestPhone = 11

/** What was typed so far, in the shape of the mask. */
export function maskPhone(typed: string): string {
  const digits = digitsOf(typed).slice(0, longestPhone)
  if (digits.length < 3) return digits === '' ? '' : `(${digits}`
  const area = digits.slice(0, 2)
  const rest = digits.slice(2)
  // Landlines have eight digits, mobiles nine.
  const cut = rest.length > 8 ? 5 : 4
  return rest.length <= cut ? `(${area}) ${rest}` : `(${area}) ${rest.slice(0, cut)}-${rest.slice(cut)}`
}
