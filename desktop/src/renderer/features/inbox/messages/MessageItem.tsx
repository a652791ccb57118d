// A row of the conversation: a bubble on its side, what can be done with it, and how it fares.
import { memo, type MouseEvent } from 'react'
import { IconDots } from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { useTranslation } from '#platform/translation.ts'
import { Bubble } from './Bubble.tsx'
import { BubbleStatus } from './BubbleStatus.tsx'
import type { MessageRow } from './message-rows.ts'
import { Reactions } from './Reactions.tsx'
import classes from './message-list.module.css'

export interface MenuPlace {
  message: Message
  x: number
  y: number
  /** Takes the focus back when the menu closes. */
  origin: HTMLElement | null
}

interface MessageItemProps {
  row: Extract<MessageRow, { kind: 'message' }>
  isGroup: boolean
  contactName: string
  isTarget: boolean
  onJump: (id: string) => void
  onMenu: (place: MenuPlace) => void
}

const Item = ({ row, isGroup, contactName, isTarget, onJump, onMenu }: MessageItemProps) => {
  const { t } = useTranslation('messages')
  const { message, local, isFirst, isLast } = row
  const hasMenu = local === null && !message.isDeleted
  const openAt = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onMenu({ message, x: box.left, y: box.bottom + 2, origin: event.currentTarget })
  }
  const openHere = (event: MouseEvent<HTMLElement>) => {
    // Links and selected text keep the browser's own menu.
    const isLink = event.target instanceof Element && event.target.closest('a') !== null
    if (!hasMenu || isLink || window.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    onMenu({ message, x: event.clientX, y: event.clientY, origin: null })
  }
  return (
    <div
      className={classes['item']}
      data-own={message.fromMe || undefined}
      data-first={isFirst || undefined}
      data-last={isLast || undefined}
      data-target={isTarget || undefined}
      role="article"
      aria-label={message.fromMe ? t('messageOfOurs') : t('messageOf', { name: message.senderName ?? contactName })}
    >
      <div className={classes['line']} onContextMenu={openHere}>
        <Bubble message={message} isFirst={isFirst} isGroup={isGroup} contactName={contactName} onJump={onJump} />
        {hasMenu && (
          <button
            type="button"
            className={classes['menu']}
            aria-label={t('messageMenu')}
            aria-haspopup="menu"
            title={t('messageMenu')}
            onClick={openAt}
          >
            <IconDots size={16} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      <Reactions message={message} />
      <BubbleStatus message={message} local={local} />
    </div>
  )
}

export const MessageItem = memo(
  Item,
  (a, b) =>
    a.row.message === b.row.message &&
    a.row.local === b.row.local &&
    a.row.isFirst === b.row.isFirst &&
    a.row.isLast === b.row.isLast &&
    a.isTarget === b.isTarget &&
    a.isGroup === b.isGroup &&
    a.contactName === b.contactName
)
