// What a new password needs: plainly 5 to 50 characters, strongly at least 12 and none that is known to be common.

export type PasswordPolicy = 'plain' | 'strong'

/** Characters, both ends included. The forms of every policy refuse what is beyond the strong one's. */
export const passwordLengths = { plain: { min: 5, max: 50 }, strong: { min: 12, max: 128 } } as const

/** The plain rule of the form for forgotten passwords. */
const composed = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,50}$/

/** What is said of a password that does not keep it. */
export const composedRule =
  'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.'

export const isComposedPassword = (typed: string): boolean => composed.test(typed)

/** Long enough where strong passwords are wanted. Kinds of characters are not asked for: length is what counts. */
export function isLongPassword(typed: string): boolean {
  const { min, max } = passwordLengths.strong
  return typed.length >= min && typed.length <= max
}
