// The stretch of a message around what was searched for.

/** Without case and accents, which the server does not look at either; as long as the text. */
const folded = (text: string): string =>
  Array.from(text, (letter) => letter.normalize('NFD').charAt(0).toLowerCase().padEnd(letter.length)).join('')

export interface Excerpt {
  before: string
  /** As it is written there; empty when the text holds it in a way that is not seen. */
  match: string
  after: string
}

/** At a word where there is one. */
function beginning(line: string, start: number, around: number): number {
  if (start <= around) return 0
  const blank = line.indexOf(' ', start - around - 1)
  return blank >= 0 && blank < start - 1 ? blank + 1 : start - around
}

/** `text` without markup; at most `around` letters before the match and twice as many behind it. */
export function excerptOf(text: string, search: string, around: number): Excerpt {
  const line = text.replaceAll(/\s+/g, ' ').trim().normalize('NFC')
  const wanted = search.trim().normalize('NFC')
  const at = wanted === '' ? -1 : folded(line).indexOf(folded(wanted))
  const [start, end] = at < 0 ? [0, 0] : [at, at + wanted.length]
  const from = beginning(line, start, around)
  const until = end + around * 2
  return {
    before: `${from > 0 ? '…' : ''}${line.slice(from, start)}`,
    match: line.slice(start, end),
    after: `${line.slice(end, until)}${until < line.length ? '…' : ''}`
  }
}

/** The same as one string. */
export const excerptText = ({ before, match, after }: Excerpt): string => `${before}${match}${after}`
