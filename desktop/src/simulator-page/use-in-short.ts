// A message in a line, as the list of people and a quotation show it.
import type { ChatMessage } from '../../../server/simulator/types.ts'
import { plainText } from '#platform/text/whatsapp-text.ts'
import { useTranslation } from '#platform/text/translation.ts'

/** Letters that are enough for a line. */
const longest = 200

const kinds = {
  image: 'photo',
  video: 'video',
  audio: 'audio',
  document: 'document',
  sticker: 'sticker',
  location: 'location',
  contacts: 'contact',
  poll: 'poll',
  template: 'template',
  unknown: 'unknown',
  undecryptable: 'unknown',
  text: 'message'
} as const

/** A send that the server refused as a whole never became a message. */
export const isRefused = ({ refusedWith, field }: ChatMessage): boolean => refusedWith !== undefined && field === ''

export function useInShort() {
  const { t } = useTranslation(['simulator', 'messages'])
  return (message: ChatMessage): string => {
    if (message.revokedAt) return t('messages:deleted')
    if (isRefused(message)) return t('refusedShown', { code: message.refusedWith })
    const text = message.text || message.caption
    return text ? plainText(text.slice(0, longest)) : (message.media?.fileName ?? t(kinds[message.kind]))
  }
}
