// Cuts texts where columns and lists have room for a part of them only.

/** The beginning of a text, `most` UTF-16 units long at the most. Half a character at the end could not be stored. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
