// One message in the chat, seen with the customer's eyes: its bubble, how far it got, and what can be done with it.
import { memo, useState } from 'react'
import {
  IconAlertTriangle,
  IconCheck,
  IconChecks,
  IconEdit,
  IconFileOff,
  IconMessageReply,
  IconTrash
} from '@tabler/icons-react'
import type { ChatMessage, MessageKind } from '../../../server/simulator/types.ts'
import { formatTime } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import bubble from '#ui/conversation/bubble.module.css'
import meta from '#ui/conversation/bubble-meta.module.css'
import { MessageContent, textOf, type Quotation } from './MessageContent.tsx'
import { send } from './send.ts'
import { attempt, call } from './simulator-api.ts'
import { answer, edit } from './simulator.store.ts'
import { isRefused } from './use-in-short.ts'
import classes from './message.module.css'

/** Kinds whose last line leaves room for the small print. */
const beside = new Set<MessageKind>(['audio', 'document', 'location', 'contacts'])

const quickEmoji = ['👍', '❤️', '😂', '😮', '🙏']

/** How far what the customer wrote has come: waiting, taken by the desk, read there, or not understood. */
function Ticks({ message: { nackedWith, ackedAt, readByDeskAt } }: { message: ChatMessage }) {
  const { t } = useTranslation('simulator')
  const isBad = nackedWith !== undefined && !ackedAt
  const label = isBad
    ? t('nacked', { code: nackedWith })
    : t(readByDeskAt ? 'readByDesk' : ackedAt ? 'takenByDesk' : 'sentToDesk')
  const Sign = isBad ? IconAlertTriangle : ackedAt || readByDeskAt ? IconChecks : IconCheck
  return (
    <span
      className={meta['ticks']}
      data-tone={isBad ? 'bad' : readByDeskAt ? 'read' : 'faint'}
      title={label}
      role="img"
      aria-label={label}
    >
      <Sign size={15} stroke={2} aria-hidden />
    </span>
  )
}

function Meta({ message, isOnMedia = false }: { message: ChatMessage; isOnMedia?: boolean }) {
  const { t } = useTranslation(['simulator', 'messages'])
  const copies = Math.max(0, ...Object.values(message.deliveries))
  const notes = [
    message.edits.length > 0 && !message.revokedAt && t('messages:edited'),
    message.from === 'handset' && t('ownerWrote'),
    copies > 1 && t('copies', { count: copies }),
    message.retries > 0 && t('retries', { count: message.retries }),
    message.refusedWith !== undefined && !isRefused(message) && t('refusedShown', { code: message.refusedWith })
  ].filter(Boolean)
  return (
    <span className={meta['meta']} data-media={isOnMedia || undefined}>
      {notes.length > 0 && <span className={classes['notes']}>{notes.join(' · ')}</span>}
      <time dateTime={new Date(message.at).toISOString()}>{formatTime(message.at)}</time>
      {message.from === 'customer' && <Ticks message={message} />}
    </span>
  )
}

interface ToolsProps {
  message: ChatMessage
  /** Whoever writes now wrote it. */
  isOurs: boolean
  /** Who reacts. */
  actor: string
}

function Tools({ message, isOurs, actor }: ToolsProps) {
  const { t } = useTranslation(['simulator', 'words'])
  const { id, phone, reactions, media } = message
  const react = (emoji: string) =>
    void send({ type: 'reaction', targetId: id, emoji: reactions[actor] === emoji ? '' : emoji })
  const other = message.chat.slice(phone.length + 1)
  return (
    <span className={classes['tools']}>
      {quickEmoji.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={reactions[actor] === emoji}
          aria-label={t('react', { emoji })}
          onClick={() => react(emoji)}
        >
          {emoji}
        </button>
      ))}
      <IconButton label={t('reply')} icon={IconMessageReply} size="md" onClick={() => answer(message)} />
      {isOurs && (message.kind === 'text' || message.caption !== undefined) && (
        <IconButton label={t('words:edit')} icon={IconEdit} size="md" onClick={() => edit(message)} />
      )}
      {isOurs && (
        <IconButton
          label={t('delete')}
          icon={IconTrash}
          size="md"
          onClick={() => void send({ type: 'delete', targetId: id })}
        />
      )}
      {isOurs && media && (
        <IconButton
          label={t('loseFile')}
          icon={IconFileOff}
          size="md"
          onClick={() => void attempt(() => call('POST', '/lose-media', { phone, other, id }))}
        />
      )}
    </span>
  )
}

function Reactions({ reactions }: { reactions: Record<string, string> }) {
  const { t } = useTranslation('simulator')
  const counted = [...Map.groupBy(Object.values(reactions).filter(Boolean), (emoji) => emoji)]
  if (counted.length === 0) return null
  return (
    <span className={bubble['reactions']} role="group" aria-label={t('reactions')}>
      {counted.map(([emoji, by]) => (
        <span key={emoji} className={`${bubble['reaction']} ${classes['reaction']}`}>
          {emoji}
          {by.length > 1 && <span className="g-numbers">{by.length}</span>}
        </span>
      ))}
    </span>
  )
}

interface MessageProps extends ToolsProps, Quotation {
  /** Whoever looks on wrote it: it stands on the right. */
  isOwn: boolean
  isFirst: boolean
  /** Name over the bubble; empty for none. */
  writer: string
}

export const Message = memo(({ message, isOwn, isFirst, isOurs, actor, writer, ...quotation }: MessageProps) => {
  // Made for the one message that is pointed at: there are hundreds.
  const [isNear, setNear] = useState(false)
  const { kind, revokedAt } = message
  const isPlain = Boolean(revokedAt) || kind === 'undecryptable' || isRefused(message)
  const hasText = !isPlain && textOf(message) !== ''
  const isMedia = !isPlain && !message.media?.error && (kind === 'image' || kind === 'video')
  return (
    <li
      className={classes['row']}
      data-message={message.id}
      data-own={isOwn || undefined}
      // Reached by the keyboard, it shows what can be done with it.
      tabIndex={isPlain ? undefined : 0}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setNear(false)}
    >
      <div
        className={bubble['bubble']}
        data-own={isOwn || undefined}
        data-first={isFirst || undefined}
        data-media={isMedia || undefined}
        data-beside={(!isPlain && !hasText && beside.has(kind)) || undefined}
        data-bare={(!isPlain && kind === 'sticker') || undefined}
      >
        {writer !== '' && <span className={bubble['sender']}>{writer}</span>}
        <MessageContent message={message} tail={<Meta message={message} />} {...quotation} />
        {!hasText && <Meta message={message} isOnMedia={isMedia && kind === 'image'} />}
      </div>
      <Reactions reactions={message.reactions} />
      {isNear && !isPlain && <Tools message={message} isOurs={isOurs} actor={actor} />}
    </li>
  )
})
