// The conversation: days, bubbles, what is new, and the way through its past.
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button, Loader, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconMessage2 } from '@tabler/icons-react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatDay, formatNumber } from '#platform/text/format.ts'
import { later } from '#platform/state/later.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { ensureConnections } from '#features/inbox/connections/connections.store.ts'
import { MessageAnnouncer } from './MessageAnnouncer.tsx'
import { MessageItem, type MenuPosition } from './MessageItem.tsx'
import { SelectionBar } from '../actions/SelectionBar.tsx'
import { useChoosing } from '../actions/use-choosing.ts'
import { rowsOf, type MessageRow } from './message-rows.ts'
import { goToNewest, jumpTo, leaveThread, openThread, loadNewest, threadOf, useMessages } from './messages.store.ts'
import { LightboxGate } from '../media/LightboxGate.tsx'
import { useOutbox } from '../outbox/outbox.store.ts'
import { useMessageScroll } from './use-message-scroll.ts'
import { stopVoice } from '#ui/conversation/voice-player.store.ts'
import classes from './message-list.module.css'

const MessageMenu = later(() => import('../actions/MessageMenu.tsx').then((module) => module.MessageMenu))

const widths = [46, 62, 38, 54, 30, 58, 42]

/** Milliseconds of waiting from which on there is something to see of it: what comes sooner would only flicker. */
const patience = 150

function Waiting() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <div className={classes['skeleton']} aria-hidden>
      {widths.map((width, index) => (
        <Skeleton
          key={index}
          height={index % 3 === 1 ? 58 : 38}
          width={`${width}%`}
          radius="lg"
          {...(index % 3 === 0 && { ml: 'auto' })}
        />
      ))}
    </div>
  )
}

function Day({ at }: { at: string }) {
  // Written in the language of the moment.
  useTranslation('messages')
  return (
    <div className={classes['day']} role="separator">
      <span>{formatDay(at)}</span>
    </div>
  )
}

interface MessageListProps {
  ticket: Ticket
  /** False where answers cannot be written, such as in a closed ticket. */
  canReply: boolean
}

export function MessageList({ ticket, canReply }: MessageListProps) {
  const { t } = useTranslation(['messages', 'words'])
  const ticketId = ticket.id
  const writer = useUser()
  const state = useMessages((all) => threadOf(all, ticketId))
  const overlays = useMessages((all) => all.overlays)
  const outbox = useOutbox(({ items }) => items)
  const [menu, setMenu] = useState<MenuPosition | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useEffect(() => {
    openThread(ticketId)
    void ensureConnections()
    return () => {
      leaveThread(ticketId)
      stopVoice()
    }
  }, [ticketId])

  const { detour, thread } = state
  const rows = useMemo<MessageRow[]>(() => {
    const waiting = detour === null ? outbox.filter((item) => item.ticketId === ticketId) : []
    return rowsOf((detour ?? thread).messages, overlays, waiting, writer)
  }, [detour, thread, overlays, outbox, ticketId, writer])
  const scroll = useMessageScroll(ticketId, rows, state, scroller, content)
  const choosing = useChoosing(ticketId, rows, scroller)

  const jump = useCallback((id: string) => void jumpTo(ticketId, id).catch(notify.error), [ticketId])
  const toNewest = () => {
    if (detour === null) scroll.toEnd()
    else goToNewest(ticketId)
  }

  const { shown, markedId } = scroll
  const { chosen, choose } = choosing
  const {
    isGroup,
    contact: { name }
  } = ticket
  // Much around the rows changes without them, and there may be hundreds.
  const list = useMemo(
    () => (
      <div ref={content} className={classes['rows']}>
        {shown.map((row) =>
          row.kind === 'day' ? (
            <Day key={row.key} at={row.at} />
          ) : (
            <MessageItem
              key={row.key}
              row={row}
              isGroup={isGroup}
              contactName={name}
              isTarget={markedId === row.message.id}
              onJump={jump}
              isChoosing={chosen !== null}
              isChosen={chosen?.has(row.message.id) === true}
              onMenu={setMenu}
              onChoose={choose}
            />
          )
        )}
      </div>
    ),
    [shown, markedId, chosen, choose, jump, isGroup, name]
  )

  const isEmpty = rows.length === 0
  const fill = () => {
    if (!isEmpty) return null
    if (state.phase === 'failed') {
      return (
        <EmptyState
          icon={IconAlertTriangle}
          title={t('loadFailed')}
          text={errorText(state.error)}
          action={
            <Button variant="default" mt="xs" onClick={() => void loadNewest(ticketId)}>
              {t('words:retry')}
            </Button>
          }
        />
      )
    }
    if (state.phase !== 'ready') return <Waiting />
    return <EmptyState icon={IconMessage2} title={t('noMessages')} text={t('noMessagesHint')} />
  }

  return (
    <>
      <div className={classes['frame']}>
        <div
          ref={scroller}
          className={classes['scroller']}
          role="region"
          tabIndex={0}
          aria-label={t('conversationWith', { name: ticket.contact.name })}
          aria-busy={state.phase === 'loading'}
          onScroll={scroll.onScroll}
          onKeyDown={choosing.chosen === null ? undefined : choosing.onKeyDown}
        >
          {fill()}
          {state.isLoadingOlder && (
            <div className={classes['older']} role="status" aria-label={t('loadingOlder')}>
              <Loader size={16} />
            </div>
          )}
          <div className={classes['spring']} />
          {list}
        </div>
        {scroll.isAway && !isEmpty && (
          <Button
            className={classes['pill']}
            size="compact-sm"
            radius="xl"
            variant={scroll.unseen > 0 ? 'filled' : 'default'}
            leftSection={<IconArrowDown size={15} />}
            onClick={toNewest}
          >
            {scroll.unseen > 0
              ? t('newMessages', { count: scroll.unseen, shown: formatNumber(scroll.unseen) })
              : t('toNewest')}
          </Button>
        )}
        <Suspense>
          {menu !== null && <MessageMenu place={menu} canReply={canReply} onClose={() => setMenu(null)} />}
        </Suspense>
        <MessageAnnouncer ticket={ticket} />
        <LightboxGate ticketId={ticketId} messages={(detour ?? thread).messages} />
      </div>
      {choosing.chosen !== null && <SelectionBar shown={(detour ?? thread).messages} onLeave={choosing.leave} />}
    </>
  )
}
