// Pictures and films of a conversation in full, one after another.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Lightbox } from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Video from 'yet-another-react-lightbox/plugins/video'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import type { Slide } from 'yet-another-react-lightbox'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { mediaAddress, serverUrl } from '#platform/session/server-address.ts'
import { closeLightbox, useLightbox } from './lightbox.store.ts'

function slideOf(message: Message): Slide | null {
  const { mediaUrl, mediaSize, mediaType, mediaMime, mediaName, width, height, thumbnailUrl } = message
  if (mediaUrl === null || message.isDeleted || message.mediaState !== 'ready') return null
  const url = serverUrl(mediaUrl)
  const size = width && height ? { width, height } : {}
  const download = { url, filename: mediaName ?? '' }
  if (mediaType === 'image') return { src: mediaAddress(mediaUrl, mediaSize), alt: message.body, download, ...size }
  if (mediaType !== 'video') return null
  const poster = thumbnailUrl ? { poster: serverUrl(thumbnailUrl) } : {}
  return { type: 'video', sources: [{ src: url, type: mediaMime ?? 'video/mp4' }], download, ...poster, ...size }
}

export function MediaLightbox({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation(['messages', 'words'])
  const open = useLightbox((state) => state.open)
  const slides = useMemo(
    () =>
      messages
        .flatMap((message) => ({ id: message.id, slide: slideOf(message) }))
        .filter(({ slide }) => slide !== null),
    [messages]
  )
  const index = slides.findIndex(({ id }) => id === open?.messageId)
  return (
    <Lightbox
      open={open !== null && index >= 0}
      close={closeLightbox}
      index={index}
      slides={slides.flatMap(({ slide }) => slide ?? [])}
      plugins={[Zoom, Video, Download]}
      video={{ autoPlay: true }}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      animation={{ fade: 120, swipe: 180 }}
      labels={{
        Lightbox: t('lightbox'),
        Carousel: t('gallery'),
        Slide: t('gallerySlide'),
        'Photo gallery': t('galleryName'),
        '{index} of {total}': t('slideOf'),
        Close: t('words:close'),
        Download: t('download'),
        'Zoom in': t('zoomIn'),
        'Zoom out': t('zoomOut'),
        Next: t('next'),
        Previous: t('previous')
      }}
    />
  )
}
