// Names in notes: which one is being typed, and which stand in a text.
import type { TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { plain } from '#platform/text/plain.ts'

export type Person = TicketNote['mentions'][number] & {
  /** What whoever names them should know, such as that they are away. */
  about?: string
}

/** Letters of a name that is being typed. */
const longestName = 40
/** People that are offered at once. */
const most = 8

/** The name that is typed at the caret, and where its `@` stands; null where none is. */
export function nameAt(text: string, caret: number): { name: string; start: number } | null {
  const before = text.slice(0, caret)
  const start = before.lastIndexOf('@')
  const name = before.slice(start + 1)
  if (start < 0 || name.length > longestName || /\n/.test(name)) return null
  // The @ of a mail address names nobody.
  return start === 0 || /[\s(]/.test(before[start - 1] ?? '') ? { name, start } : null
}

/** Those whose name begins so, then those with a word that does. */
export function peopleNamed(name: string, people: readonly Person[]): Person[] {
  // A space behind a name ends it.
  const wanted = `${plain(name)}${name.endsWith(' ') ? ' ' : ''}`
  const begins = people.filter((one) => plain(one.name).startsWith(wanted))
  const holds = people.filter((one) => !begins.includes(one) && plain(` ${one.name}`).includes(` ${wanted}`))
  return [...begins, ...holds].slice(0, most)
}

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The text in pieces, those that name somebody with who it is: the longest name first, and no part of a longer word. */
export function mentionParts(text: string, people: readonly Person[]): { text: string; isMention: boolean }[] {
  if (people.length === 0) return [{ text, isMention: false }]
  const names = people.map((one) => escaped(one.name)).toSorted((a, b) => b.length - a.length)
  const pieces = text.split(new RegExp(`(@(?:${names.join('|')})(?![\\p{L}\\p{N}]))`, 'giu'))
  return pieces.map((piece, index) => ({ text: piece, isMention: index % 2 === 1 })).filter((one) => one.text !== '')
}

/** Whom a text names. */
export function mentionedIn(text: string, people: readonly Person[]): number[] {
  const named = new Set(
    mentionParts(text, people).flatMap((part) => (part.isMention ? [part.text.slice(1).toLowerCase()] : []))
  )
  return people.filter((one) => named.has(one.name.toLowerCase())).map(({ id }) => id)
}
