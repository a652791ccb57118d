// One ticket in the list: who, what was said last, where it belongs, and the one thing to do with it.
import { memo, type MouseEvent } from 'react'
import { IconCheck, IconEye, IconNote, IconPin, IconPinFilled, IconPinnedOff, IconRobot } from '@tabler/icons-react'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { formatMoment, formatNumber } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { CountBadge } from '#ui/layout/CountBadge.tsx'
import { approachThread, pressThread, cancelPreload } from '#features/inbox/messages/thread/approached-thread.store.ts'
import { useDraft } from '#features/inbox/messages/outbox/drafts.store.ts'
import { excerptOf } from '#platform/text/excerpt.ts'
import { ExcerptText } from '#features/inbox/messages/search/ExcerptText.tsx'
import { useCustomerActivity } from '#features/inbox/messages/thread/typing.store.ts'
import classes from './ticket-row.module.css'
import type { TicketHit } from './ticket-hits.store.ts'
import { handoverOf, useHandoverRowText } from './handover.ts'
import { Waited } from './Waited.tsx'
import { TicketChips } from './TicketChips.tsx'
import { useLastMessage } from './use-last-message.ts'

/** Letters before what was found: as many as leave it in sight. */
const beforeHit = 12

function Hit({ ticket, hit: { search, message } }: { ticket: Ticket; hit: TicketHit }) {
  const { writer, text } = useLastMessage()({
    lastMessage: message.body,
    fromMe: message.fromMe,
    userId: ticket.userId
  })
  return (
    <span className={classes['last']} dir="auto">
      {writer !== '' && <span className={classes['own']}>{writer} </span>}
      <ExcerptText excerpt={excerptOf(text, search, beforeHit)} />
    </span>
  )
}

function LastMessage({ ticket, isOpen }: { ticket: Ticket; isOpen: boolean }) {
  const { t } = useTranslation('tickets')
  const activity = useCustomerActivity(ticket.id)
  const draft = useDraft(ticket.id).text.trim()
  const { writer, text } = useLastMessage()(ticket)
  const handover = handoverOf(ticket)
  const rowTextOf = useHandoverRowText()
  if (activity !== undefined) return <span className={classes['typing']}>{t(activity)}</span>
  if (handover !== null && !isOpen) {
    return (
      <span className={classes['last']} dir="auto">
        <span className={classes['draft']}>{rowTextOf(handover)} </span>
        {handover.comment}
      </span>
    )
  }
  // While its conversation is open, the field shows what is being written.
  if (draft !== '' && !isOpen && ticket.status === 'open') {
    return (
      <span className={classes['last']} dir="auto">
        <span className={classes['draft']}>{t('draft')} </span>
        {draft}
      </span>
    )
  }
  return (
    <span className={classes['last']} dir="auto">
      {writer !== '' && <span className={classes['own']}>{writer} </span>}
      {text}
    </span>
  )
}

/** Written out: a link of the router is drawn again, in every row, whenever the address changes. */
const base = import.meta.env.BASE_URL.replace(/\/$/, '')

interface TicketRowProps {
  ticket: Ticket
  /** The message that a search has found in it. */
  hit: TicketHit | undefined
  isOpen: boolean
  isCursor: boolean
  isSelected: boolean
  isPinned: boolean
  /** A press on the row chooses it instead of opening it. */
  isPicking: boolean
  onOpen: (ticket: Ticket) => void
  onSelect: (id: number, isRange: boolean) => void
  onAct: (ticket: Ticket) => void
  /** Shows the conversation without taking or opening it; null for those who may not look over shoulders. */
  onPeek: ((ticket: Ticket) => void) | null
  onPin: (id: number) => void
  onFocus: (id: number) => void
}

/** Notes of the team stand on the ticket. */
function NoteMark({ count }: { count: number }) {
  const { t } = useTranslation('tickets')
  const label = t('noteCount', { count })
  return (
    <span className={classes['notes']} title={label} role="img" aria-label={label}>
      <IconNote size={14} stroke={1.75} aria-hidden />
      {count > 1 && formatNumber(count)}
    </span>
  )
}

/** What the row tells of its ticket; apart, because the cursor and the choice change nothing of it. */
const Face = memo(
  ({ ticket, hit, isOpen, isPinned }: Pick<TicketRowProps, 'ticket' | 'hit' | 'isOpen' | 'isPinned'>) => {
    const { t } = useTranslation(['tickets', 'words'])
    const { contact, queue, unreadMessages, updatedAt, waitingSince, status } = ticket
    const isUnread = unreadMessages > 0
    const hasAction = status !== 'open'
    return (
      <>
        <Avatar name={contact.name} picture={contact.profilePicUrl} size={40} />
        <span className={classes['text']}>
          <span className={classes['line']}>
            <span className={classes['name']} dir="auto">
              {contact.name}
            </span>
            {ticket.chatbot && (
              <span className={classes['bot']} title={t('withChatbot')} role="img" aria-label={t('withChatbot')}>
                <IconRobot size={14} stroke={1.75} aria-hidden />
              </span>
            )}
            {isPinned && (
              <span className={classes['pinned']} title={t('pinned')} role="img" aria-label={t('pinned')}>
                <IconPinFilled size={14} aria-hidden />
              </span>
            )}
            {status === 'pending' && waitingSince !== null ? (
              <Waited since={waitingSince} />
            ) : (
              <time className={classes['time']} dateTime={updatedAt}>
                {formatMoment(updatedAt)}
              </time>
            )}
          </span>
          <span className={classes['line']} data-room={hasAction || undefined}>
            {hit ? <Hit ticket={ticket} hit={hit} /> : <LastMessage ticket={ticket} isOpen={isOpen} />}
            {isUnread && <CountBadge count={unreadMessages} label={t('words:unread', { count: unreadMessages })} />}
          </span>
          <span className={classes['line']} data-room={hasAction || undefined}>
            <span className={classes['hidden']}>{t('queueOf', { name: queue?.name ?? t('noQueue') })}</span>
            <TicketChips ticket={ticket} />
            {ticket.noteCount > 0 && <NoteMark count={ticket.noteCount} />}
          </span>
        </span>
      </>
    )
  }
)

type ToolsProps = Pick<TicketRowProps, 'ticket' | 'isCursor' | 'isPinned' | 'onAct' | 'onPeek' | 'onPin'>

function Tools({ ticket, isCursor, isPinned, onAct, onPeek, onPin }: ToolsProps) {
  const { t } = useTranslation('tickets')
  const { contact, status } = ticket
  const peek = t('peek', { name: contact.name })
  // Only the row with the cursor is a stop of the Tab key, or the way to the conversation would be endless.
  const tabIndex = isCursor ? 0 : -1
  const PinIcon = isPinned ? IconPinnedOff : IconPin
  return (
    <>
      <button
        type="button"
        className={classes['pin']}
        tabIndex={tabIndex}
        aria-label={t(isPinned ? 'unpinName' : 'pinName', { name: contact.name })}
        title={`${t(isPinned ? 'unpin' : 'pin')} (P)`}
        onClick={() => onPin(ticket.id)}
      >
        <PinIcon size={16} stroke={1.6} aria-hidden />
      </button>
      {onPeek !== null && (
        <button
          type="button"
          className={classes['peek']}
          tabIndex={tabIndex}
          aria-label={peek}
          title={t('peekHint')}
          onClick={() => onPeek(ticket)}
        >
          <IconEye size={16} stroke={1.6} aria-hidden />
        </button>
      )}
      {status !== 'open' && (
        <button
          type="button"
          className={classes['act']}
          tabIndex={tabIndex}
          data-strong={status === 'pending' || undefined}
          onClick={() => onAct(ticket)}
        >
          {t(status === 'pending' ? 'accept' : 'reopen')}
          <span className={classes['hidden']}> {contact.name}</span>
        </button>
      )}
    </>
  )
}

function Row(props: TicketRowProps) {
  const {
    ticket,
    hit,
    isOpen,
    isCursor,
    isSelected,
    isPinned,
    isPicking,
    onOpen,
    onSelect,
    onAct,
    onPeek,
    onPin,
    onFocus
  } = props
  const { t } = useTranslation('tickets')
  const { contact } = ticket
  const canPeek = onPeek !== null && !isOpen
  const choose = (event: MouseEvent) => {
    event.preventDefault()
    onFocus(ticket.id)
    if (isPicking || event.shiftKey || event.ctrlKey || event.metaKey) onSelect(ticket.id, event.shiftKey)
    else onOpen(ticket)
  }
  return (
    <div
      className={classes['row']}
      data-open={isOpen || undefined}
      data-unread={ticket.unreadMessages > 0 || undefined}
      data-peek={canPeek || undefined}
      data-chosen={isSelected || undefined}
      data-picking={isPicking || undefined}
      onPointerEnter={() => approachThread(ticket.id)}
      onPointerLeave={cancelPreload}
    >
      <a
        href={base + ticketPage(ticket.uuid)}
        className={classes['link']}
        aria-current={isOpen ? 'true' : undefined}
        tabIndex={isCursor ? 0 : -1}
        data-ticket={ticket.id}
        onFocus={({ currentTarget }) => {
          // A press moves the cursor when it has become a click: the list is drawn once, not twice.
          if (currentTarget.matches(':focus-visible')) onFocus(ticket.id)
          approachThread(ticket.id)
        }}
        onBlur={cancelPreload}
        // A finger may be about to scroll.
        onPointerDown={({ pointerType, button }) => {
          if (pointerType === 'mouse' && button === 0 && !isPicking) pressThread(ticket.id)
        }}
        onClick={choose}
      >
        <Face ticket={ticket} hit={hit} isOpen={isOpen} isPinned={isPinned} />
      </a>
      <button
        type="button"
        role="checkbox"
        className={classes['check']}
        aria-checked={isSelected}
        tabIndex={isCursor ? 0 : -1}
        aria-label={t('choose', { name: contact.name })}
        onClick={(event) => onSelect(ticket.id, event.shiftKey)}
      >
        <span className={classes['box']}>{isSelected && <IconCheck size={16} stroke={2.5} aria-hidden />}</span>
      </button>
      <Tools
        ticket={ticket}
        isCursor={isCursor}
        isPinned={isPinned}
        onAct={onAct}
        onPeek={canPeek ? onPeek : null}
        onPin={onPin}
      />
    </div>
  )
}

export const TicketRow = memo(Row)
