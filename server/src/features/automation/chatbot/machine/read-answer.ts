// Reads what a customer answers to a menu: a number, a name, back, restart, a rating.
import { plain } from './plain-text.ts'

/** A whole number and nothing else, with whatever markup; null for anything else. */
function numberIn(text: string): number | null {
  const digits = plain(text)
  return /^\d{1,3}$/.test(digits) ? Number(digits) : null
}

/** Place (from 0) of the choice that an answer means: by its number, its name, or the whole line; null for none. */
export function choiceOf(answer: string, names: readonly string[]): number | null {
  const number = numberIn(answer)
  if (number !== null) return number >= 1 && number <= names.length ? number - 1 : null
  const typed = plain(answer)
  const isMeant = (name: string, index: number): boolean => {
    if (typed === '') return answer.trim() !== '' && answer.trim() === name.trim()
    const known = plain(name)
    return typed === known || typed === `${index + 1} ${known}`
  }
  // Two choices of one name: only the number tells them apart.
  const meant = names.flatMap((name, index) => (isMeant(name, index) ? [index] : []))
  return meant.length === 1 ? (meant[0] ?? null) : null
}

/** Back to the menu before this one. */
export const isBack = (answer: string): boolean => numberIn(answer) === 0

/** Back to the first menu. */
export const isRestart = (answer: string): boolean => /^[\s*_~[\]]*#[\s*_~[\]]*$/.test(answer)

/** What stands before the number when somebody answers in words. */
const ratingWords = /^(?:nota|rating|calificacion|puntuacion) (\d{1,3})$/

/** 1 to 3, by number or by one of the three names; a number beyond the scale counts as its nearer end, else null. */
export function ratingIn(answer: string, names: readonly string[]): 1 | 2 | 3 | null {
  const typed = plain(answer)
  const number = numberIn(ratingWords.exec(typed)?.[1] ?? answer)
  // Women name themselves satisfied by another ending.
  const named = number === null ? choiceOf(typed.replace(/(feit|fech)a$/, '$1o'), names) : null
  const rating = number ?? (named === null ? null : named + 1)
  if (rating === null) return null
  return rating <= 1 ? 1 : rating === 2 ? 2 : 3
}
