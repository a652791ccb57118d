// What higher floors of the house add to the dialog of a quick message.
import type { ComponentType } from 'react'

export interface QuickMessageExtras {
  /** Opens the emoji picker. */
  EmojiButton: ComponentType<{
    isDisabled: boolean
    onChoose: (emoji: string) => void
    onClosed: () => void
    onToggle: (isOpen: boolean) => void
  }>
}
