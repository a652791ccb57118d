// Names of files, as strangers and people give them.

/** Characters that are kept. */
const longestName = 150

/**
 * File names without paths, control characters and marks that turn the direction of writing, which make an
 * ending look like another; the ending stays when a long name is cut. Empty where nothing is left.
 */
export function cleanFileName(name: string): string {
  const clean = name
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
    .trim()
  return Array.from(clean).slice(-longestName).join('').replace(/^\.+$/, '')
}
