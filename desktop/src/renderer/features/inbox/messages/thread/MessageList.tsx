// The conversation with a customer: its bubbles, what is new, and the way through its past.
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { later } from '#platform/state/later.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { Conversation } from '#ui/conversation/thread/Conversation.tsx'
import type { SaidRow } from '#ui/conversation/thread/conversation-rows.ts'
import { useConversationScroll } from '#ui/conversation/thread/use-conversation-scroll.ts'
import { stopVoice } from '#ui/conversation/voice-player.store.ts'
import { ensureConnections } from '#features/inbox/connections/connections.store.ts'
import { MessageAnnouncer } from './MessageAnnouncer.tsx'
import { MessageItem, type MenuPosition } from './MessageItem.tsx'
import { SelectionBar } from '../actions/SelectionBar.tsx'
import { useChoosing } from '../actions/use-choosing.ts'
import { rowsOf, type MessageEntry, type MessageRow } from './message-rows.ts'
import {
  clearTarget,
  goToNewest,
  jumpTo,
  leaveThread,
  loadNewer,
  loadNewest,
  loadOlder,
  openThread,
  pruneOld,
  threadOf,
  useMessages
} from './messages.store.ts'
import { LightboxGate } from '../media/LightboxGate.tsx'
import { useOutbox } from '../outbox/outbox.store.ts'

/** Pixels from the top at which older messages are asked for (spec R166). */
const nearTop = 50

const MessageMenu = later(() => import('../actions/MessageMenu.tsx').then((module) => module.MessageMenu))

interface MessageListProps {
  ticket: Ticket
  /** False where answers cannot be written, such as in a closed ticket. */
  canReply: boolean
}

export function MessageList({ ticket, canReply }: MessageListProps) {
  const { t } = useTranslation('messages')
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
  const stretch = detour ?? thread
  const rows = useMemo<MessageRow[]>(() => {
    const waiting = detour === null ? outbox.filter((item) => item.ticketId === ticketId) : []
    return rowsOf((detour ?? thread).messages, overlays, waiting, writer)
  }, [detour, thread, overlays, outbox, ticketId, writer])
  const box = { scroller, content }
  const scroll = useConversationScroll(
    rows,
    {
      isReady: state.phase === 'ready',
      hasOlder: stretch.hasOlder,
      nearTop,
      loadOlder: () => void loadOlder(ticketId).catch(notify.error),
      isInPast: detour !== null,
      loadNewer: () => void loadNewer(ticketId).catch(notify.error),
      target: state.target,
      onTargetShown: () => clearTarget(ticketId),
      onFollowed: () => pruneOld(ticketId)
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

  return (
    <>
      <Conversation
        label={t('conversationWith', { name })}
        fill={{
          phase: state.phase,
          error: state.error,
          failedText: t('loadFailed'),
          hint: t('noMessagesHint'),
          onRetry: () => void loadNewest(ticketId)
        }}
        box={box}
        scroll={scroll}
        draw={draw}
        isLoadingOlder={state.isLoadingOlder}
        onToNewest={() => (detour === null ? scroll.toEnd() : goToNewest(ticketId))}
        onKeyDown={chosen === null ? undefined : choosing.onKeyDown}
      >
        <Suspense>
          {menu !== null && <MessageMenu place={menu} canReply={canReply} onClose={() => setMenu(null)} />}
        </Suspense>
        <MessageAnnouncer ticket={ticket} />
        <LightboxGate ticketId={ticketId} messages={stretch.messages} />
      </Conversation>
      {chosen !== null && <SelectionBar shown={stretch.messages} onLeave={choosing.leave} />}
    </>
  )
}
