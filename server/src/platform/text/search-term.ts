// What somebody searches for, as the columns `search_text` and the indexes over `search_keys` are asked for it.
import { completePhone, isPhoneNumber, spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Transaction } from '#database/client.ts'
import { searchTextOf } from './search-term.repo.ts'

/** How a text is looked for: a pattern for LIKE that decides, and a tsquery over keys that the index narrows it by. */
export interface TextMatch {
  pattern: string
  keys: string
}

export interface SearchTerm extends TextMatch {
  /** Parts between blanks, the longest first, as they are found in the words of a text; of a text without blanks itself. */
  pieces: TextMatch[]
  /** The digits of what looks like a phone number in somebody's own spelling; null for anything else. */
  digits: TextMatch | null
  /**
   * For whoever may not see numbers of customers, where digits were typed: the whole number that is meant, in its spellings,
   * none for less than one. A part of a number finds nothing then: digit by digit it would tell the rest.
   */
  guarded: string[] | null
}

/** Keys that narrow a search; more of them cost more than they save. */
const mostKeys = 24
const wordCharacters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')

/** A key of a company as a tsquery has it; `search_keys` makes the same. */
const quoted = (companyId: number, key: string): string =>
  `'${companyId.toString(16)}:${key.replace(/[\\']/g, (sign) => sign + sign)}'`

/** The tsquery that everything with this text inside fulfils; `text` as `search_text` returns it, not empty. */
export function keysOf(companyId: number, text: string): string {
  const key = (characters: string) => quoted(companyId, characters)
  /** A letter alone is where a key begins, or where a word ends with it. */
  const keyOfLetter = (letter: string) =>
    `(${[`${key(letter)}:*`, ...[...wordCharacters, ' '].map((before) => key(`${before}${letter} `))].join(' | ')})`
  const keysOfWord = (word: string, begins: boolean, ends: boolean): string[] => {
    const padded = `${begins ? '  ' : ''}${word}${ends ? ' ' : ''}`
    if (word.length === 1 && !begins) return [keyOfLetter(word)]
    if (padded.length === 2) return [`${key(padded)}:*`]
    return Array.from({ length: padded.length - 2 }, (_, index) => key(padded.slice(index, index + 3)))
  }
  const words = [...text.matchAll(/[a-z0-9]+/g)].flatMap(({ 0: word, index }) =>
    keysOfWord(word, index > 0, index + word.length < text.length)
  )
  const others = Array.from(text.replace(/[a-z0-9 \t\n\r]+/g, '')).map(key)
  return [...new Set([...words, ...others])].slice(0, mostKeys).join(' & ')
}

const literally = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

function matchOf(companyId: number, text: string): TextMatch {
  return {
    pattern: `%${literally(text)}%`,
    keys: keysOf(companyId, text)
  }
}

/** Pieces of a long text that are looked up; the others hardly narrow it further. */
const mostPieces = 4

/** A word is whole on the sides where a blank was typed. */
function piecesOf(companyId: number, text: string): TextMatch[] {
  return text
    .split(/[ \t\n\r]+/)
    .map((piece, index, { length }) => {
      const [start, end] = [index > 0, index < length - 1]
      return {
        length: piece.length,
        pattern: `${start ? '' : '%'}${literally(piece)}${end ? '' : '%'}`,
        keys: keysOf(companyId, `${start ? ' ' : ''}${piece}${end ? ' ' : ''}`)
      }
    })
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostPieces)
    .map(({ pattern, keys }) => ({ pattern, keys }))
}

/** The spellings of a whole number that was typed; none for anything else. */
export function wholeNumbersIn(typed: string): string[] {
  const number = /^[\d\s()+.-]+$/.test(typed) ? completePhone(typed) : ''
  return isPhoneNumber(number) ? spellingsOf(number) : []
}

/**
 * Reads what was typed; null when there is nothing to look for. Letter case and accents make no difference. `hidesNumbers`:
 * for somebody who may not see numbers of customers.
 */
export async function readTerm(
  db: Transaction,
  companyId: number,
  typed: string,
  hidesNumbers = false
): Promise<SearchTerm | null> {
  if (typed.trim() === '') return null
  const text = await searchTextOf(db, typed.trim())
  if (text === '') return null
  const digits = /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  return {
    ...matchOf(companyId, text),
    pieces: piecesOf(companyId, text),
    digits: digits.length >= 3 && digits !== text ? matchOf(companyId, digits) : null,
    guarded: hidesNumbers && /\d/.test(text) ? wholeNumbersIn(typed) : null
  }
}
