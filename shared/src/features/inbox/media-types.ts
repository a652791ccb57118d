// Kinds of messages, and the signs that stand for them in a line.
export const mediaTypes = [
  'chat',
  'image',
  'audio',
  'video',
  'application',
  'sticker',
  'locationMessage',
  'vcard',
  'call_log',
  'unknown',
  'ciphertext'
] as const
/** Where the file of a message is; see `mediaState`. */
export const mediaStates = [
  'none',
  'fetching',
  'ready',
  'failed',
  'remote',
  'expired',
  'infected',
  'unchecked'
] as const
export type MediaState = (typeof mediaStates)[number]

export type MediaType = (typeof mediaTypes)[number]

/** The sign before the words of a ticket's last message that says of what kind it was; none for texts and locations. */
export const kindSigns = {
  chat: '',
  image: '📷',
  audio: '🎤',
  video: '🎬',
  application: '📄',
  sticker: '🏷️',
  locationMessage: '',
  vcard: '👤',
  call_log: '📞',
  unknown: '❔',
  ciphertext: '🔒'
} as const satisfies Record<MediaType, string>
