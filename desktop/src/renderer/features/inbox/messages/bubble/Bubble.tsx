// One message: who wrote it, what it answers, what it holds, and its small print.
import { useState } from 'react'
import { Anchor } from '@mantine/core'
import {
  IconArrowForwardUp,
  IconBan,
  IconCalendarClock,
  IconRobot,
  IconSpeakerphone,
  type Icon
} from '@tabler/icons-react'
import { sourceOf, type Message, type MessageSource } from '@guiche/shared/features/inbox/messages.ts'
import type { MediaType } from '@guiche/shared/features/inbox/media-types.ts'
import { useIsAdmin, useSession } from '#platform/session/session.ts'
import { unsigned } from '#platform/text/signature.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { WhatsappText } from '#ui/conversation/WhatsappText.tsx'
import { BubbleMeta } from './BubbleMeta.tsx'
import { DeletedContentDialog } from '../actions/DeletedContentDialog.tsx'
import { loneEmoji } from './emoji-only.ts'
import { hasBody, MessageBody } from './MessageBody.tsx'
import { QuotedBlock } from '../quote/QuotedBlock.tsx'
import classes from '#ui/conversation/bubble.module.css'

/** Letters and lines after which the rest of a text is folded away; of a menu of the bot one line says enough. */
const foldAfter = { letters: 1_400, lines: 24 }
const foldMenuAfter = { letters: 120, lines: 1 }
/** Lines from which on a text of the bot is a menu. */
const menuLines = 3

function folded({ body, ...message }: Message): string {
  const lines = body.split('\n')
  const isMenu = lines.length >= menuLines && sourceOf(message) === 'bot'
  const after = isMenu ? foldMenuAfter : foldAfter
  return lines.slice(0, after.lines).join('\n').slice(0, after.letters)
}

/** Whether the body of a kind is text to read, and whether its last line leaves room for the small print. */
const layouts: Record<MediaType, { hasCaption?: true; isBeside?: true }> = {
  chat: { hasCaption: true },
  image: { hasCaption: true },
  video: { hasCaption: true },
  audio: { hasCaption: true, isBeside: true },
  application: { hasCaption: true, isBeside: true },
  sticker: { hasCaption: true },
  locationMessage: { isBeside: true },
  vcard: { isBeside: true },
  call_log: {},
  unknown: {},
  ciphertext: {}
}

interface BubbleProps {
  message: Message
  isFirst: boolean
  isGroup: boolean
  contactName: string
  /** It was jumped to: nothing of it is folded away. */
  isTarget: boolean
  onJump: (id: string) => void
}

function Deleted({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const isAdmin = useIsAdmin()
  const [isShown, setShown] = useState(false)
  return (
    <span className={classes['deleted']}>
      <IconBan size={16} stroke={1.6} aria-hidden />
      <span>{t('deleted')}</span>
      {isAdmin && (
        <Anchor component="button" type="button" size="xs" fw={500} fs="normal" onClick={() => setShown(true)}>
          {t('showDeleted')}
        </Anchor>
      )}
      {isShown && <DeletedContentDialog message={message} onClose={() => setShown(false)} />}
    </span>
  )
}

function ForwardedMark() {
  const { t } = useTranslation('messages')
  return (
    <span className={classes['forwarded']}>
      <IconArrowForwardUp size={14} stroke={1.75} aria-hidden />
      {t('isForwarded')}
    </span>
  )
}

function TextOf({ message, isTarget }: Pick<BubbleProps, 'message' | 'isTarget'>) {
  const { t } = useTranslation('messages')
  const [isOpen, setOpen] = useState(false)
  const { body } = message
  if (isTarget && !isOpen) setOpen(true)
  const short = folded(message)
  const isFolded = !isOpen && short.length < body.length
  const more = isFolded && (
    <Anchor component="button" type="button" size="sm" className={classes['more']} onClick={() => setOpen(true)}>
      {t('readMore')}
    </Anchor>
  )
  return (
    <WhatsappText
      text={isFolded ? `${short}…` : body}
      tail={
        <>
          {more}
          <BubbleMeta message={message} />
        </>
      }
    />
  )
}

const sourceIcons: Record<MessageSource, Icon> = {
  bot: IconRobot,
  campaign: IconSpeakerphone,
  schedule: IconCalendarClock
}

/** What nobody wrote by hand says so. */
function SourceMark({ source }: { source: MessageSource }) {
  const { t } = useTranslation('messages')
  const IconOf = sourceIcons[source]
  return (
    <span className={classes['source']}>
      <IconOf size={13} stroke={1.75} aria-hidden />
      {t(`source_${source}`)}
    </span>
  )
}

/** The colleague who wrote it, unless the text says so itself; null for one's own, and for those that nobody wrote here. */
function colleagueOf({ fromMe, user, body }: Message): string | null {
  if (!fromMe || user === null || user.id === useSession.getState().user?.id) return null
  return unsigned(body, user.name).isSigned ? null : user.name
}

export function Bubble({ message, isFirst, isGroup, contactName, isTarget, onJump }: BubbleProps) {
  const { mediaType, body, quotedMsg, fromMe, isDeleted } = message
  const isMedia = (mediaType === 'image' || mediaType === 'video') && !isDeleted
  const hasText = !isDeleted && body.trim() !== '' && layouts[mediaType].hasCaption === true
  const emoji = mediaType === 'chat' && quotedMsg === null && !isDeleted ? loneEmoji(body) : 0
  const isBare = emoji > 0 || (mediaType === 'sticker' && !isDeleted && message.mediaState === 'ready')
  const isHere = message.mediaState === 'ready' || message.mediaState === 'none'
  const source = sourceOf(message)
  const colleague = isFirst ? colleagueOf(message) : null
  const name = isGroup && !fromMe && isFirst ? (message.senderName ?? contactName) : colleague
  return (
    <div
      className={classes['bubble']}
      data-own={fromMe || undefined}
      data-first={isFirst || undefined}
      data-media={isMedia || undefined}
      data-bare={isBare || undefined}
      data-beside={(!hasText && !isDeleted && layouts[mediaType].isBeside === true && isHere) || undefined}
      data-faint={message.delivery === 'cancelled' || undefined}
    >
      {isFirst && source !== null && <SourceMark source={source} />}
      {name !== null && (
        <span className={classes['sender']} dir="auto">
          {name}
        </span>
      )}
      {message.isForwarded && !isDeleted && <ForwardedMark />}
      {quotedMsg !== null && !isDeleted && (
        <QuotedBlock quoted={quotedMsg} contactName={contactName} onOpen={() => onJump(quotedMsg.id)} />
      )}
      {isDeleted ? <Deleted message={message} /> : hasBody(message) && <MessageBody message={message} />}
      {emoji > 0 ? (
        <span className={classes['emoji']} data-count={emoji}>
          {body.trim()}
        </span>
      ) : (
        hasText && (
          <div className={classes['caption']}>
            <TextOf message={message} isTarget={isTarget} />
          </div>
        )
      )}
      {(!hasText || emoji > 0) && (
        <BubbleMeta message={message} isOnMedia={isMedia && message.mediaState === 'ready'} />
      )}
    </div>
  )
}
