// Phone numbers: digits as WhatsApp uses them, with the Brazilian ninth digit put right.

/** Keeps the digits of anything a person may type. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/**
 * Digits of a number as it stands in a sheet: Brazilian ones often come without the country's code, or with the zero of a
 * long-distance call. With a plus sign the code is there.
 */
export function completePhone(typed: string): string {
  const digits = digitsOf(typed)
  if (typed.trim().startsWith('+')) return digits
  const local = digits.replace(/^0+/, '')
  return /^[1-9]{2}(?:9\d{8}|[2-9]\d{7})$/.test(local) ? `55${local}` : local
}

/** True for 8 to 15 digits, the range of international numbers (ITU E.164). */
export const isPhoneNumber = (digits: string): boolean => /^\d{8,15}$/.test(digits)

/**
 * The other way a Brazilian mobile number may be registered on WhatsApp: with or without the ninth digit.
 * Returns null for every number that has no such twin: the ninth digit was put before numbers that began with 6 to 9, so
 * without it a newer number would be a stranger's landline.
 */
function brazilianTwin(digits: string): string | null {
  if (!digits.startsWith('55')) return null
  const area = digits.slice(2, 4)
  const rest = digits.slice(4)
  if (/^9[6-9]\d{7}$/.test(rest)) return `55${area}${rest.slice(1)}`
  if (/^[6-9]\d{7}$/.test(rest)) return `55${area}9${rest}`
  return null
}

/** Both spellings of a number, the given one first; used to find and to look up a contact. */
export function spellingsOf(digits: string): string[] {
  const twin = brazilianTwin(digits)
  return twin === null ? [digits] : [digits, twin]
}

/** A number as people read it: `+55 (11) 98765-4321` for Brazil, `+` and digits elsewhere; a hidden one as it is. */
export function formatPhone(digits: string): string {
  if (/\D/.test(digits)) return digits
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  return brazilian ? `+55 (${brazilian[1]}) ${brazilian[2]}-${brazilian[3]}` : digits === '' ? '' : `+${digits}`
}
