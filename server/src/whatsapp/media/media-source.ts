// Where a file of a message is and how it is decrypted, as kept with the message.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Address } from '#platform/whatsapp-port.ts'

/** What `fetchMedia` needs of a file; kept as JSON with the message. */
export interface MediaSource {
  v: 1
  /** Purpose in WhatsApp's key derivation. */
  type: 'image' | 'video' | 'audio' | 'document' | 'history'
  /** base64 */
  mediaKey: string
  directPath: string | null
  url: string | null
  /** base64 */
  fileSha256: string | null
  /** Bytes, as the sender claims. */
  size: number | null
  /** Key of the message, to ask the phone for a new upload. */
  key: { id: string; remoteJid: Address; fromMe: boolean; participant: Address | null }
}

export const purposes = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  history: 'History'
} as const

/** The file is not what its sender said, or nowhere. */
export const broken = (why: string, cause?: unknown): AppError =>
  new AppError('ERR_MEDIA_BROKEN', { message: why, cause })

/** Reads a source as it was kept with the message. Errors: AppError ERR_MEDIA_BROKEN. */
export function mediaSource(given: unknown): MediaSource {
  const source = given as MediaSource | null | undefined
  const isUsable = source?.v === 1 && source.type in purposes && Buffer.from(source.mediaKey, 'base64').length === 32
  if (!isUsable) throw broken('the file cannot be found by what was kept of it')
  return source
}
