// Finds what may be a phone number in a text: digits with the signs that people write between them.
import { completePhone, digitsOf } from '@guiche/shared/kernel/phone.ts'

export interface WrittenNumber {
  /** Only digits. */
  digits: string
  /** Written with a plus sign: the country's code is there. */
  hasPlus: boolean
}

/** A stretch of a text whose digits may be a number. */
interface Stretch extends WrittenNumber {
  start: number
  end: number
}

/** Digits that follow one another, with blanks, brackets, dots and hyphens between them. */
const runs = /\+?\(?\d(?:[\s().\u00a0\u2010-\u2015-]{0,3}\d){7,}/g
/** Groups of digits that one number may be written in. */
const mostGroups = 6

/** True for a Brazilian number, written with or without the country's code. */
export const isBrazilian = (digits: string): boolean => /^55[1-9]{2}(?:9\d{8}|[2-9]\d{7})$/.test(completePhone(digits))

/** Whatever of a run may be one number, the longest first: two numbers may stand side by side. */
function stretchesOf(text: string, offset: number): Stretch[] {
  const groups = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }))
  const found: Stretch[] = []
  for (const [first, { index }] of groups.entries()) {
    let digits = ''
    for (const group of groups.slice(first, first + mostGroups)) {
      digits += group.digits
      if (digits.length > 15) break
      const opening = /[+(]*$/.exec(text.slice(0, index))?.[0] ?? ''
      const [start, end] = [offset + index - opening.length, offset + group.index + group.digits.length]
      if (digits.length >= 8) found.push({ start, end, digits, hasPlus: opening.includes('+') })
    }
  }
  return found.toSorted((a, b) => b.digits.length - a.digits.length)
}

export const mayHaveNumber = (text: string): boolean => text.length >= 8 && text.search(runs) >= 0

/** The digits of everything in a text that may be a number. */
export const numbersIn = (text: string): string[] =>
  [...text.matchAll(runs)].flatMap(({ 0: run, index }) => stretchesOf(run, index).map(({ digits }) => digits))

/** The text with what `isNumber` recognises replaced, the longest first. */
export function replaceNumbers(
  text: string,
  isNumber: (written: WrittenNumber) => boolean,
  shown: (written: WrittenNumber) => string
): string {
  const taken: Stretch[] = []
  for (const { 0: run, index } of text.matchAll(runs)) {
    for (const stretch of stretchesOf(run, index)) {
      const isFree = taken.every(({ start, end }) => stretch.end <= start || stretch.start >= end)
      if (isFree && isNumber(stretch)) taken.push(stretch)
    }
  }
  let said = text
  for (const stretch of taken.toSorted((a, b) => b.start - a.start)) {
    said = said.slice(0, stretch.start) + shown(stretch) + said.slice(stretch.end)
  }
  return said
}

/** True for a text that is nothing but a number, as a contact is called whose name nobody knows. */
export function isNumberAlone(text: string): boolean {
  const { length } = digitsOf(text)
  return length >= 8 && length <= 15 && /^\s*\+?[\d\s().-]+$/.test(text)
}
