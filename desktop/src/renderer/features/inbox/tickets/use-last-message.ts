// A ticket's last message in the person's language: the server marks what is no text with a sign.
import { useTranslation } from 'react-i18next'

/** The word that the server stores for a place, in the language it always uses (spec R127). */
const storedLocation = 'Localização'

const kinds = {
  '📷': 'kindImage',
  '🎬': 'kindVideo',
  '🎤': 'kindAudio',
  '📄': 'kindFile',
  '🏷️': 'kindSticker',
  '👤': 'kindContact',
  '📞': 'kindCall',
  '❔': 'kindUnknown',
  '🔒': 'kindCiphertext'
} as const

export const useLastMessage = (stored: string): string => {
  const { t } = useTranslation(['tickets', 'messages'])
  if (stored === storedLocation) return t('location')
  const [sign = '', ...words] = stored.split(' ')
  if (!(sign in kinds)) return stored
  const isCall = sign === '📞'
  if (words.length > 0 && !isCall) return stored
  const kind =
    isCall && words.includes('video') ? 'callVideo' : isCall ? 'callVoice' : kinds[sign as keyof typeof kinds]
  return `${sign} ${t(`messages:${kind}`)}`
}
