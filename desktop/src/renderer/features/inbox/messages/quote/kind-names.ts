// The text that names each kind of message.
import type { MediaType } from '@guiche/shared/features/inbox/media-types.ts'

export const kindNames = {
  chat: 'kindText',
  image: 'kindImage',
  audio: 'kindAudio',
  video: 'kindVideo',
  application: 'kindFile',
  sticker: 'kindSticker',
  locationMessage: 'kindLocation',
  vcard: 'kindContact',
  call_log: 'kindCall',
  unknown: 'kindUnknown',
  ciphertext: 'kindCiphertext'
} as const satisfies Record<MediaType, string>
