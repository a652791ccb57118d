// A row of the conversation: a bubble on its side, what can be done with it, and how it fares.
import { memo, type MouseEvent } from 'react'
import { IconCheck } from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import type { SaidRow } from '#ui/conversation/thread/conversation-rows.ts'
import { Bubble } from '../bubble/Bubble.tsx'
import { BubbleStatus, hasStatus } from '../bubble/BubbleStatus.tsx'
import { whyNotForward } from '../actions/message-rights.ts'
import type { MessageEntry } from './message-rows.ts'
import { useInShort } from '../quote/QuotedBlock.tsx'
import { Reactions } from '../bubble/Reactions.tsx'
import classes from './message-list.module.css'

export interface MenuPosition {
  message: Message
  x: number
  y: number
  /** Takes the focus back when the menu closes. */
  origin: HTMLElement | null
}

type Row = SaidRow<MessageEntry>

interface MessageItemProps {
  row: Row
  isGroup: boolean
  contactName: string
  isTarget: boolean
  /** Messages are being chosen: a press on this one chooses it. */
  isChoosing: boolean
  isChosen: boolean
  onJump: (id: string) => void
  onMenu: (place: MenuPosition) => void
  onChoose: (message: Message, isRange: boolean) => void
}

type ChoiceProps = Pick<MessageItemProps, 'row' | 'isChosen' | 'onChoose'> & { writer: string }

/** Lies over the whole row; one that cannot be passed on says why. */
function Choice({ row: { message, local }, isChosen, writer, onChoose }: ChoiceProps) {
  const { t } = useTranslation('messages')
  const inShort = useInShort()
  const why = local === null ? whyNotForward(message) : 'forwardNotSent'
  const isOn = isChosen && why === null
  return (
    <button
      type="button"
      role="checkbox"
      className={classes['choice']}
      aria-checked={isOn}
      aria-disabled={why !== null}
      aria-label={[`${writer}: ${inShort(message)}`, why && t(why)].filter(Boolean).join('. ')}
      title={why === null ? undefined : t(why)}
      tabIndex={isOn ? 0 : -1}
      data-choice={message.id}
      onClick={(event) => (why === null ? onChoose(message, event.shiftKey) : notify.info(t(why)))}
    >
      <span className={classes['box']}>{isOn && <IconCheck size={16} stroke={2.5} aria-hidden />}</span>
    </button>
  )
}

function Item(props: MessageItemProps) {
  const { row, isGroup, contactName, isTarget, isChoosing, isChosen, onJump, onMenu, onChoose } = props
  const { t } = useTranslation('messages')
  const { message, local, isFirst, isLast } = row
  const hasMenu = local === null && !message.isDeleted
  const writer = message.fromMe ? t('messageOfOurs') : t('messageOf', { name: message.senderName ?? contactName })
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
      data-choosing={isChoosing || undefined}
      data-chosen={(isChoosing && isChosen) || undefined}
      role="article"
      aria-label={writer}
    >
      {isChoosing && <Choice row={row} isChosen={isChosen} writer={writer} onChoose={onChoose} />}
      <div className={classes['line']} inert={isChoosing} onContextMenu={openHere}>
        <Bubble
          message={message}
          isFirst={isFirst}
          isGroup={isGroup}
          contactName={contactName}
          isTarget={isTarget}
          onJump={onJump}
        />
        {hasMenu && (
          <button
            type="button"
            className={`${classes['menu']} g-small`}
            aria-label={t('messageMenu')}
            aria-haspopup="menu"
            title={t('messageMenu')}
            onClick={openAt}
          />
        )}
      </div>
      {message.reactions.length > 0 && !message.isDeleted && <Reactions message={message} />}
      {hasStatus(message, local) && <BubbleStatus message={message} local={local} />}
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
    a.isChoosing === b.isChoosing &&
    a.isChosen === b.isChosen &&
    a.isGroup === b.isGroup &&
    a.contactName === b.contactName
)
