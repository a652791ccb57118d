// What a message holds: text, quotation, media, place, cards, or why there is nothing to see.
import type { ReactNode } from 'react'
import {
  IconAddressBook,
  IconAlertTriangle,
  IconArrowForwardUp,
  IconBan,
  IconChartBar,
  IconEye,
  IconFile,
  IconHelpCircle,
  IconMapPin,
  type Icon
} from '@tabler/icons-react'
import type { ChatMessage, MediaView } from '../../../server/simulator/types.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { formatSize } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { mediaBox } from '#ui/conversation/media-box.ts'
import { VoiceNote } from '#ui/conversation/VoiceNote.tsx'
import { WhatsappText } from '#ui/conversation/WhatsappText.tsx'
import bubble from '#ui/conversation/bubble.module.css'
import look from '#ui/conversation/media.module.css'
import quotedLook from '#ui/conversation/quoted-block.module.css'
import { isRefused, useInShort } from './use-in-short.ts'
import classes from './message.module.css'

const fileUrl = ({ id }: MediaView): string => `/api/files/${id}`

function Row({ icon: Sign, children }: { icon: Icon; children: ReactNode }) {
  return (
    <span className={look['row']}>
      <Sign size={18} stroke={1.6} aria-hidden />
      <span>{children}</span>
    </span>
  )
}

function Card({ icon: Sign, name, small }: { icon: Icon; name: string; small: string }) {
  return (
    <span className={look['file']}>
      <span className={look['sign']}>
        <Sign size={22} stroke={1.5} aria-hidden />
      </span>
      <span className={look['facts']}>
        <span className={look['name']}>{name}</span>
        <span className={look['small']}>{small}</span>
      </span>
    </span>
  )
}

function Media({ message, media }: { message: ChatMessage; media: MediaView }) {
  const { t } = useTranslation('simulator')
  const { kind, width = null, height = null, error } = media
  const url = fileUrl(media)
  if (error) return <Row icon={IconAlertTriangle}>{error}</Row>
  const box = mediaBox(width, height)
  const shape = { width: box.width, aspectRatio: `${box.width} / ${box.height}` }
  switch (kind) {
    case 'image':
      return (
        <a href={url} target="_blank" rel="noreferrer" className={look['picture']} style={shape}>
          <img src={url} alt={message.caption ?? t('photo')} loading="lazy" className={look['image']} />
        </a>
      )
    case 'sticker':
      return (
        <span className={look['sticker']}>
          <img src={url} alt={t('sticker')} />
        </span>
      )
    case 'video':
      return (
        <span className={look['picture']} style={shape}>
          <video src={url} controls preload="metadata" className={look['image']} />
        </span>
      )
    case 'audio':
      return (
        <VoiceNote
          id={message.id}
          url={url}
          seconds={media.seconds ?? null}
          levels={media.waveform ?? null}
          isVoice={media.ptt === true}
          name={media.fileName ?? null}
        />
      )
    case 'document':
      return (
        <a href={url} target="_blank" rel="noreferrer" className={look['place']}>
          <Card icon={IconFile} name={media.fileName ?? t('document')} small={formatSize(media.bytes)} />
        </a>
      )
  }
}

/** What is read as a text; empty for none. */
export const textOf = ({ kind, text, caption }: ChatMessage): string => (kind === 'poll' ? '' : (text ?? caption ?? ''))

export interface Quotation {
  quoted: ChatMessage | undefined
  quotedWriter: string
}

function Quoted({ quoted, quotedWriter }: Quotation) {
  const inShort = useInShort()
  return (
    <blockquote className={`${quotedLook['quoted']} ${classes['quotation']}`}>
      <span className={quotedLook['text']}>
        {quoted && <span className={quotedLook['writer']}>{quotedWriter}</span>}
        <span className={quotedLook['body']}>{quoted ? inShort(quoted) : '…'}</span>
      </span>
    </blockquote>
  )
}

function Mark({ icon: Sign, children }: { icon: Icon; children: string }) {
  return (
    <span className={bubble['forwarded']}>
      <Sign size={14} stroke={1.75} aria-hidden />
      {children}
    </span>
  )
}

interface MessageContentProps extends Quotation {
  message: ChatMessage
  /** Stands at the end of the text, where there is one. */
  tail: ReactNode
}

export function MessageContent({ message, tail, ...quotation }: MessageContentProps) {
  const { t } = useTranslation(['simulator', 'messages'])
  const { kind, media, location, contacts } = message
  if (message.revokedAt) return <Row icon={IconBan}>{t('messages:deleted')}</Row>
  if (isRefused(message)) return <Row icon={IconAlertTriangle}>{t('refusedShown', { code: message.refusedWith })}</Row>
  if (kind === 'undecryptable') return <Row icon={IconHelpCircle}>{t('undecryptable')}</Row>
  const text = textOf(message)
  return (
    <>
      {message.forwarded && <Mark icon={IconArrowForwardUp}>{t('messages:isForwarded')}</Mark>}
      {message.viewOnce && <Mark icon={IconEye}>{t('viewOnceShown')}</Mark>}
      {message.quotedId !== undefined && <Quoted {...quotation} />}
      {media && <Media message={message} media={media} />}
      {location && (
        <Card
          icon={IconMapPin}
          name={location.name || t('location')}
          small={location.address || `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`}
        />
      )}
      {contacts?.map(({ name, vcard }) => (
        <Card key={vcard} icon={IconAddressBook} name={name} small={formatPhone(/waid=(\d+)/.exec(vcard)?.[1] ?? '')} />
      ))}
      {kind === 'poll' && <Row icon={IconChartBar}>{message.text}</Row>}
      {kind === 'unknown' && <Row icon={IconHelpCircle}>{t('unknownShown')}</Row>}
      {text !== '' && (
        <div className={bubble['caption']}>
          <WhatsappText text={text} tail={tail} />
        </div>
      )}
    </>
  )
}
