// What the dialog of a quick message holds while one types.

export interface QuickMessageValues extends Record<string, unknown> {
  shortcode: string
  message: string
  geral: boolean
  status: boolean
  /** A new file; null keeps what there is. */
  file: File | null
  isFileRemoved: boolean
}
