// A sticker: no bubble around it, its room kept while it loads.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { mediaAddress } from '#platform/session/server-address.ts'
import { useTranslation } from '#platform/text/translation.ts'
import classes from '#ui/conversation/media.module.css'

export function MediaSticker({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  return (
    <span className={classes['sticker']}>
      {message.mediaUrl !== null && (
        <img src={mediaAddress(message.mediaUrl, message.mediaSize)} alt={t('sticker')} decoding="async" />
      )}
    </span>
  )
}
