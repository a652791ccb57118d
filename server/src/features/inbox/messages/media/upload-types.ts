// What an uploaded file is: its kind, and its type by content.
import { fileTypeFromBuffer } from 'file-type'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'

/** Bytes that are enough to tell a file's type. */
export const probeSize = 4_100

/** How WhatsApp shows a file of this type. */
export function kindOf(mime: string): Message['mediaType'] {
  if (/^image\/(jpeg|png|webp|gif)$/.test(mime)) return 'image'
  if (/^video\/(mp4|3gpp|quicktime|webm)$/.test(mime)) return 'video'
  if (mime.startsWith('audio/')) return 'audio'
  return 'application'
}

/** The type by content. Errors: ERR_MEDIA_TYPE_MISMATCH when a file says it is a picture, sound or film and is not. */
export async function trueMime(head: Buffer, claimed: string): Promise<string> {
  const found = (await fileTypeFromBuffer(head))?.mime
  const given = claimed.split(';')[0]?.trim().toLowerCase() ?? ''
  const base = /^[a-z]+\/[\w.+-]{1,100}$/.test(given) ? given : ''
  const claimsMedia = /^(image|audio|video)\//.test(base) && base !== 'image/svg+xml'
  if (!found) {
    if (claimsMedia) throw new AppError('ERR_MEDIA_TYPE_MISMATCH')
    return base || 'application/octet-stream'
  }
  // Containers hold sound or film alike, and browsers name them either way.
  const isContainer = /(webm|ogg|mp4|matroska|quicktime|3gpp)$/.test(found) && /^(audio|video)\//.test(base)
  if (isContainer) return base
  if (claimsMedia && found.split('/')[0] !== base.split('/')[0]) throw new AppError('ERR_MEDIA_TYPE_MISMATCH')
  return found
}
