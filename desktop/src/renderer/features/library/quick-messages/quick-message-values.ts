// What the dialog of a quick message holds while one types.
import type { AttachmentValues } from '#ui/forms/AttachmentField.tsx'

export interface QuickMessageValues extends Record<string, unknown>, AttachmentValues {
  shortcode: string
  message: string
  geral: boolean
  status: boolean
  /** Ids as text. */
  queueIds: string[]
}
