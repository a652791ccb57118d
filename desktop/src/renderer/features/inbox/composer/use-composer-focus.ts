// When the field takes the focus: a ticket is opened, a message is answered or edited, a shortcut is begun.
import { useEffect, type RefObject } from 'react'
import { useShortcutKeys } from '#ui/keys/use-shortcut-keys.ts'

/** True where a finger, not a mouse, points: there the keyboard would cover half the screen at once. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches

interface FocusReasons {
  ticketId: number
  canWrite: boolean
  quotedId: string | undefined
  editingId: string | undefined
  /** Begins a quick reply. */
  onSlash: () => void
}

export function useComposerFocus(field: RefObject<HTMLTextAreaElement | null>, reasons: FocusReasons): void {
  const { ticketId, canWrite, quotedId, editingId, onSlash } = reasons
  useEffect(() => {
    if (canWrite && (!isTouch() || quotedId !== undefined || editingId !== undefined)) {
      // The field is in view already; looking for it would lay the page out once more.
      field.current?.focus({ preventScroll: true })
    }
  }, [field, ticketId, canWrite, quotedId, editingId])
  const startShortcut = () => {
    if (!canWrite) return
    onSlash()
    field.current?.focus()
  }
  // On many keyboards the slash is the shift of a number.
  useShortcutKeys([
    ['m', () => void (canWrite && field.current?.focus())],
    ['/', startShortcut],
    ['shift+/', startShortcut]
  ])
}
