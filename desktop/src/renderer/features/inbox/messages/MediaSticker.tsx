// A sticker: no bubble around it, its room kept while it loads.
import { useTranslation } from 'react-i18next'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { serverUrl } from '#platform/server-address.ts'
import classes from './media.module.css'

export const MediaSticker = ({ message }: { message: Message }) => {
  const { t } = useTranslation('messages')
  return (
    <span className={classes['sticker']}>
      {message.mediaUrl !== null && <img src={serverUrl(message.mediaUrl)} alt={t('sticker')} decoding="async" />}
    </span>
  )
}
