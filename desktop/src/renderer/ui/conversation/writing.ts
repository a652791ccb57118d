// What fields of messages do alike with a text, and with files that are pasted or dropped.
import type { ClipboardEvent, DragEvent } from 'react'

/** Puts a piece of text in place of what is selected in a field, and the cursor behind it. */
export function insertAtCursor(
  field: HTMLTextAreaElement | null,
  piece: string,
  setText: (text: string) => void
): void {
  if (field === null) return
  const { value, selectionStart, selectionEnd } = field
  setText(value.slice(0, selectionStart) + piece + value.slice(selectionEnd))
  const place = selectionStart + piece.length
  requestAnimationFrame(() => field.setSelectionRange(place, place))
}

/** The files of a paste, which needs nothing more; none where a text is meant. */
export function takePastedFiles(event: ClipboardEvent): File[] {
  const { files, types } = event.clipboardData
  // Spreadsheets and word processors put a picture beside the text.
  if (files.length === 0 || types.includes('text/plain')) return []
  event.preventDefault()
  return [...files]
}

export const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
