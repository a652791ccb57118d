// The small print of a bubble: edited, received late, the time, and how far an own message has come.
import type { ReactNode } from 'react'
import { IconAlertCircle, IconBan, IconCheck, IconChecks, IconClock, IconCloudDownload } from '@tabler/icons-react'
import { ackLevels, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { formatDateTime, formatTime } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import classes from '#ui/conversation/bubble-meta.module.css'

const size = 15

const marks = {
  failed: { icon: IconAlertCircle, label: 'ackFailed', tone: 'bad' },
  cancelled: { icon: IconBan, label: 'ackCancelled', tone: 'faint' },
  waiting: { icon: IconClock, label: 'ackWaiting', tone: 'faint' },
  sent: { icon: IconCheck, label: 'ackSent', tone: 'faint' },
  delivered: { icon: IconChecks, label: 'ackDelivered', tone: 'faint' },
  readBySome: { icon: IconChecks, label: 'ackReadBySome', tone: 'faint' },
  read: { icon: IconChecks, label: 'ackRead', tone: 'read' },
  played: { icon: IconChecks, label: 'ackPlayed', tone: 'read' }
} as const

function markOf({ delivery, ack, isVoice }: Message): keyof typeof marks {
  if (delivery === 'failed' || delivery === 'cancelled') return delivery
  if (ack >= ackLevels.played) return isVoice ? 'played' : 'read'
  if (ack >= ackLevels.read) return 'read'
  if (ack >= ackLevels.readBySome) return 'readBySome'
  if (ack >= ackLevels.delivered) return 'delivered'
  return delivery === 'waiting' || ack < ackLevels.sent ? 'waiting' : 'sent'
}

/** What really is known of an own message: clock, one tick, two, two in blue, or that it failed. */
function Ticks({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const { icon: Icon, label, tone } = marks[markOf(message)]
  return (
    <span className={classes['ticks']} data-tone={tone} title={t(label)} role="img" aria-label={t(label)}>
      <Icon size={size} stroke={2} aria-hidden />
    </span>
  )
}

interface BubbleMetaProps {
  message: Message
  /** On a picture the small print needs a ground of its own. */
  isOnMedia?: boolean
  before?: ReactNode
}

export function BubbleMeta({ message, isOnMedia = false, before }: BubbleMetaProps) {
  const { t } = useTranslation('messages')
  return (
    <span className={classes['meta']} data-media={isOnMedia || undefined}>
      {before}
      {message.receivedOffline && (
        <span title={t('receivedOffline')} role="img" aria-label={t('receivedOffline')} className={classes['ticks']}>
          <IconCloudDownload size={14} stroke={1.75} aria-hidden />
        </span>
      )}
      {message.isEdited && !message.isDeleted && <span>{t('edited')}</span>}
      <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
        {formatTime(message.createdAt)}
      </time>
      {message.fromMe && !message.isDeleted && <Ticks message={message} />}
    </span>
  )
}
