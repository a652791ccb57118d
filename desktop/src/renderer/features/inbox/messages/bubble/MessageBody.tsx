// What a message holds, by its kind; kinds this version cannot show are named as such.
import type { ReactElement } from 'react'
import { IconHelpCircle, IconLock } from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { mediaAddress } from '#platform/session/server-address.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { VoiceNote, type Sound } from '#ui/conversation/VoiceNote.tsx'
import { CallLog } from './CallLog.tsx'
import { ContactCards } from './ContactCards.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import { LocationCard } from './LocationCard.tsx'
import classes from '#ui/conversation/media.module.css'
import { MediaImage } from '../media/MediaImage.tsx'
import { MediaPending } from '../media/MediaPending.tsx'
import { MediaSticker } from '../media/MediaSticker.tsx'
import { previewOf } from '../outbox/outbox.store.ts'

/** A message whose file is here, or that has none. */
const isWhole = ({ mediaState }: Message): boolean => mediaState === 'none' || mediaState === 'ready'

/** False for plain text. */
export const hasBody = (message: Message): boolean => message.mediaType !== 'chat' || !isWhole(message)

function soundOf({ id, clientId, mediaUrl, mediaSize, duration, waveform, isVoice, mediaName }: Message): Sound {
  const url = previewOf(clientId) ?? (mediaUrl === null ? '' : mediaAddress(mediaUrl, mediaSize))
  return { id, url, seconds: duration, levels: waveform, isVoice, name: mediaName }
}

/** The part of a message that is not text; null for plain text. */
export function MessageBody({ message }: { message: Message }): ReactElement | null {
  const { t } = useTranslation('messages')
  const { mediaType, body } = message
  if (!isWhole(message)) return <MediaPending message={message} />
  switch (mediaType) {
    case 'chat':
      return null
    case 'image':
    case 'video':
      return <MediaImage message={message} />
    case 'sticker':
      return <MediaSticker message={message} />
    case 'audio':
      return <VoiceNote {...soundOf(message)} />
    case 'application':
      return <DocumentCard message={message} />
    case 'locationMessage':
      return <LocationCard body={body} />
    case 'vcard':
      return <ContactCards body={body} />
    case 'call_log':
      return <CallLog body={body} />
    case 'ciphertext':
      return (
        <span className={classes['row']}>
          <IconLock size={18} stroke={1.6} aria-hidden />
          {t('ciphertext')}
        </span>
      )
    case 'unknown':
      return (
        <span className={classes['row']}>
          <IconHelpCircle size={18} stroke={1.6} aria-hidden />
          {t('unknownKind')}
        </span>
      )
  }
}
