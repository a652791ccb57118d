// Which quick messages a typed shortcut stands for.
import { suggestionLength, type QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { plain } from '#platform/text/plain.ts'

/** Suggestions that are shown at once. */
const most = 20

/** True for a text that asks for suggestions: from the slash on (decision 0174). */
export const isShortcut = (text: string): boolean => text.startsWith('/') && !text.includes('\n')

/** The label of a suggestion, long messages cut (spec R182). */
export function labelOf({ message }: Pick<QuickMessage, 'message'>): string {
  const line = message.replace(/\s+/g, ' ').trim()
  return line.length > suggestionLength ? `${line.slice(0, suggestionLength)}…` : line
}

/** Those whose shortcut begins with what was typed, then those that hold it anywhere. */
export function suggestionsFor(text: string, all: readonly QuickMessage[]): QuickMessage[] {
  if (!isShortcut(text)) return []
  const wanted = plain(text.slice(1).trim())
  const shortcut = (one: QuickMessage) => plain(one.shortcode.replace(/^\//, ''))
  const begins = all.filter((one) => shortcut(one).startsWith(wanted))
  const holds = all.filter((one) => !begins.includes(one) && plain(`${one.shortcode} ${one.message}`).includes(wanted))
  return [...begins, ...holds].slice(0, most)
}
