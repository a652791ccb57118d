// What higher floors of the house add to the dialog of a quick message.
import type { EmojiButtonOf } from '#ui/forms/EmojiTextarea.tsx'

export interface QuickMessageExtras {
  EmojiButton: EmojiButtonOf
}
