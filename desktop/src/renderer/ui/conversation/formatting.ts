// WhatsApp's marks around what is selected in a message field: bold, italic, and lists; the same again takes them off.

/** `from` and `to` are what `text` takes the place of; what is selected afterwards. */
export interface Edit {
  from: number
  to: number
  text: string
  selection: [start: number, end: number]
}

export type Format = 'bold' | 'italic' | 'list'

const marks = { bold: '*', italic: '_' } as const
const bullet = '- '

/** A mark counts only beside a letter: spaces at the ends stay outside of it. */
function trimmed(text: string, start: number, end: number): [number, number] {
  const chosen = text.slice(start, end)
  const lead = chosen.length - chosen.trimStart().length
  const trail = chosen.length - chosen.trimEnd().length
  return chosen.trim() === '' ? [start, start] : [start + lead, end - trail]
}

function toggleMark(text: string, selection: [number, number], mark: string): Edit {
  const [start, end] = trimmed(text, ...selection)
  const inside = text.slice(start, end)
  if (inside.length > 1 && inside.startsWith(mark) && inside.endsWith(mark)) {
    const bare = inside.slice(1, -1)
    return { from: start, to: end, text: bare, selection: [start, start + bare.length] }
  }
  if (start > 0 && text[start - 1] === mark && text[end] === mark) {
    return { from: start - 1, to: end + 1, text: inside, selection: [start - 1, end - 1] }
  }
  return { from: start, to: end, text: mark + inside + mark, selection: [start + 1, end + 1] }
}

function toggleList(text: string, [start, end]: [number, number]): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => line.startsWith(bullet))
  const changed = lines.map((line) => (isList ? line.slice(bullet.length) : bullet + line)).join('\n')
  const place = from + changed.length
  return { from, to, text: changed, selection: lines.length > 1 ? [from, place] : [place, place] }
}

/** What a format makes of a text with this selection, in UTF-16 units. */
export function formatEdit(text: string, selection: [number, number], format: Format): Edit {
  return format === 'list' ? toggleList(text, selection) : toggleMark(text, selection, marks[format])
}

/** Does it in the field, in one step that the browser's undo takes back. */
export function formatField(field: HTMLTextAreaElement | null, format: Format): void {
  if (field === null) return
  const { from, to, text, selection } = formatEdit(field.value, [field.selectionStart, field.selectionEnd], format)
  field.focus()
  field.setSelectionRange(from, to)
  // The one way to write into a field that leaves its undo whole; nothing has taken its place.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  field.setSelectionRange(...selection)
}
