// A picture or film in a bubble: its room first, then the thumbnail, then the thing itself in full on demand.
import { useState } from 'react'
import { IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { formatDuration } from '#platform/text/format.ts'
import { mediaAddress, serverUrl } from '#platform/session/server-address.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { mediaBox } from '#ui/conversation/media-box.ts'
import { previewOf } from '../outbox/outbox.store.ts'
import { openLightbox } from './lightbox.store.ts'
import classes from '#ui/conversation/media.module.css'

/** What the bubble shows: our own copy, a real thumbnail, or the picture itself over the tiny one that came with it. */
function pictureOf(message: Message): { shown: string | null; behind: string | null } {
  const { mediaUrl, mediaSize, thumbnailUrl, mediaType, clientId } = message
  const own = previewOf(clientId)
  const tiny = thumbnailUrl?.startsWith('data:') ? thumbnailUrl : null
  if (mediaType === 'video')
    return { shown: own === null && thumbnailUrl ? mediaAddress(thumbnailUrl) : null, behind: null }
  if (own !== null) return { shown: own, behind: null }
  const real = tiny === null ? thumbnailUrl : null
  return { shown: real ? mediaAddress(real) : mediaUrl ? mediaAddress(mediaUrl, mediaSize) : null, behind: tiny }
}

export function MediaImage({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const [hasFailed, setFailed] = useState(false)
  const { shown, behind } = pictureOf(message)
  const isVideo = message.mediaType === 'video'
  // Films come with a picture of themselves, but need not.
  const firstFrameOf =
    isVideo && shown === null
      ? (previewOf(message.clientId) ?? (message.mediaUrl && serverUrl(message.mediaUrl)))
      : null
  const { width, height } = mediaBox(message.width, message.height)
  const length = isVideo && message.duration !== null ? formatDuration(message.duration) : ''
  // What is seen on the button is part of its name.
  const label = [
    isVideo ? t('openVideo') : t('openImage'),
    length,
    hasFailed ? t('imageBroken') : '',
    message.body.slice(0, 80)
  ]
  return (
    <button
      type="button"
      className={classes['picture']}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      aria-label={label.filter(Boolean).join(', ')}
      onClick={() => openLightbox(message.ticketId, message.id)}
    >
      {behind !== null && <img src={behind} alt="" className={classes['behind']} />}
      {firstFrameOf !== null && <video src={firstFrameOf} preload="metadata" muted className={classes['image']} />}
      {shown !== null && !hasFailed && (
        <img src={shown} alt="" decoding="async" className={classes['image']} onError={() => setFailed(true)} />
      )}
      {hasFailed && (
        <span className={classes['lost']}>
          <IconPhotoOff size={24} stroke={1.5} aria-hidden />
          {t('imageBroken')}
        </span>
      )}
      {isVideo && (
        <>
          <span className={classes['play']}>
            <IconPlayerPlayFilled size={22} aria-hidden />
          </span>
          {length !== '' && <span className={classes['duration']}>{length}</span>}
        </>
      )}
    </button>
  )
}
