// The conversation with a customer: its bubbles, what is new, and the way through its past.
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { later } from '#platform/state/later.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { Conversation } from '#ui/conversation/thread/Conversation.tsx'
import type { LineRow, SaidRow } from '#ui/conversation/thread/conversation-rows.ts'
import { useConversationScroll } from '#ui/conversation/thread/use-conversation-scroll.ts'
import { stopVoice } from '#ui/conversation/voice-player.store.ts'
import { timeline, type ThreadLine, type TimelineEntry } from '#features/inbox/timeline/timeline.store.ts'
import { TimelineLine } from '#features/inbox/timeline/TimelineLine.tsx'
import { ensureConnections } from '#features/inbox/connections/connections.store.ts'
import { LaterTicket } from './LaterTicket.tsx'
import { EarlierThread } from './EarlierThread.tsx'
import { MessageAnnouncer } from './MessageAnnouncer.tsx'
import { MessageItem, type MenuPosition } from './MessageItem.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { useChoosing } from './use-choosing.ts'
import { rowsOf, type MessageEntry, type MessageRow } from './message-rows.ts'
import { useEarlierRows, useEarlierTickets } from './use-earlier-tickets.ts'
import { jumpTo, messages } from '../thread/messages.store.ts'
import { LightboxGate } from '../media/LightboxGate.tsx'
import { useOutbox } from '../outbox/outbox.store.ts'

/** Pixels from the top at which older messages are asked for (spec R166). */
const nearTop = 50
const noTickets: readonly Ticket[] = []

const MessageMenu = later(() => import('./MessageMenu.tsx').then((module) => module.MessageMenu))

interface MessageListProps {
  ticket: Ticket
  /** False where answers cannot be written, such as in a closed ticket. */
  canReply: boolean
}

/** What stands between the messages; it is asked for behind them, which are what somebody opens a conversation for. */
function useEntries(ticketId: number, isHere: boolean): readonly TimelineEntry[] {
  useEffect(() => {
    if (!isHere) return
    timeline.open(ticketId)
    return () => timeline.leave(ticketId)
  }, [ticketId, isHere])
  return timeline.useThread(ticketId).shown.rows
}

export function MessageList({ ticket, canReply }: MessageListProps) {
  const { t } = useTranslation('messages')
  const ticketId = ticket.id
  const writer = useUser()
  const { newest, shown, past, phase, error, isLoadingOlder, target } = messages.useThread(ticketId)
  const entries = useEntries(ticketId, newest.isLoaded)
  const isInPast = past !== null
  const outbox = useOutbox(({ items }) => items)
  const [menu, setMenu] = useState<MenuPosition | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useEffect(() => {
    messages.open(ticketId)
    void ensureConnections()
    return () => {
      messages.leave(ticketId)
      stopVoice()
    }
  }, [ticketId])

  const earlier = useEarlierTickets(ticketId)
  const before = useEarlierRows(isInPast ? noTickets : earlier.tickets, ticket)
  const rows = useMemo<MessageRow[]>(() => {
    const waiting = isInPast ? [] : outbox.filter((item) => item.ticketId === ticketId)
    const loaded = { messages: shown.rows, hasOlder: shown.hasOlder, isInPast }
    const own = rowsOf(loaded, waiting, { writer, entries })
    return before.length === 0 ? own : [...before, ...own]
  }, [isInPast, shown.rows, shown.hasOlder, outbox, ticketId, writer, entries, before])
  const box = { scroller, content }
  const scroll = useConversationScroll(
    rows,
    {
      isReady: phase === 'ready' && earlier.isReady,
      hasOlder: shown.hasOlder || (!isInPast && earlier.hasOlder),
      nearTop,
      loadOlder: () => {
        if (shown.hasOlder || isInPast) void messages.loadOlder(ticketId)?.catch(notify.error)
        else if (phase === 'ready') earlier.loadOlder()
      },
      isInPast,
      loadNewer: () => void messages.loadNewer(ticketId)?.catch(notify.error),
      target,
      onTargetShown: () => messages.clearTarget(ticketId),
      onFollowed: () => messages.pruneFollowed(ticketId)
    },
    box
  )
  const choosing = useChoosing(ticketId, rows, scroller)
  const jump = useCallback((id: string) => void jumpTo(ticketId, id).catch(notify.error), [ticketId])

  const { markedId } = scroll
  const { chosen, choose } = choosing
  const {
    isGroup,
    contact: { name }
  } = ticket
  const draw = useCallback(
    (row: SaidRow<MessageEntry>) => (
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
    ),
    [markedId, chosen, choose, jump, isGroup, name]
  )

  const hasEnd = ticket.status === 'closed' && !isInPast
  const after = useMemo(() => hasEnd && <LaterTicket ticket={ticket} />, [hasEnd, ticket])
  const drawLine = useCallback((row: LineRow<ThreadLine>) => <TimelineLine key={row.key} entry={row.line} />, [])

  return (
    <>
      <Conversation
        label={t('conversationWith', { name })}
        fill={{
          phase,
          error,
          failedText: t('loadFailed'),
          hint: t('noMessagesHint'),
          onRetry: () => void messages.refresh(ticketId)
        }}
        box={box}
        scroll={scroll}
        draw={draw}
        drawLine={drawLine}
        after={after}
        isLoadingOlder={isLoadingOlder || earlier.isLoading}
        onToNewest={() => (isInPast ? messages.goToNewest(ticketId) : scroll.toEnd())}
        onKeyDown={chosen === null ? undefined : choosing.onKeyDown}
      >
        <Suspense>
          {menu !== null && (
            <MessageMenu
              place={menu}
              canReply={canReply && menu.message.ticketId === ticketId}
              onClose={() => setMenu(null)}
            />
          )}
        </Suspense>
        <MessageAnnouncer ticket={ticket} />
        <LightboxGate ticketId={ticketId} messages={shown.rows} />
        {earlier.tickets.map(({ id }) => (
          <EarlierThread key={id} ticketId={id} />
        ))}
      </Conversation>
      {chosen !== null && <SelectionBar shown={shown.rows} onLeave={choosing.leave} />}
    </>
  )
}
