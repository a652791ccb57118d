// The ticket screen: the list on the left, the conversation on the right; on narrow windows one of them at a time.
import { memo, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Button, Tabs, VisuallyHidden } from '@mantine/core'
import { IconInboxOff, IconMessage2, IconMessages, IconTicket } from '@tabler/icons-react'
import { useParams } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { errorText } from '#platform/net/error-text.ts'
import { later } from '#platform/state/later.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { useShortcutGroup } from '#ui/keys/shortcuts.ts'
import { SplitPanes } from '#ui/layout/SplitPanes.tsx'
import { BackButton } from '#ui/layout/BackButton.tsx'
import { PaneSkeleton } from './pane/PaneSkeleton.tsx'
import { countSoon } from './list/ticket-pages.store.ts'
import { TicketPane } from './pane/TicketPane.tsx'
import { TicketPanel } from './pane/TicketPanel.tsx'
import { clearSelection } from './selection/ticket-selection.store.ts'
import { setTicketInView } from './replica/ticket-in-view.store.ts'
import { useEscape } from './pane/use-escape.ts'
import { useGoneTicket, useOpenTicket, type OpenTicket } from './pane/use-open-ticket.ts'
import { useTicketActions, type TicketActions } from './pane/use-ticket-actions.ts'
import classes from './tickets-page.module.css'

const NewTicketDialog = later(() => import('./dialogs/NewTicketDialog.tsx').then((module) => module.NewTicketDialog))
const TicketDialog = later(() => import('./pane/TicketDialog.tsx').then((module) => module.TicketDialog))

/** Beside the page, which is drawn anew with every ticket that is opened. */
const TicketShortcuts = memo(() => {
  const { t } = useTranslation('tickets')
  useShortcutGroup(t('title'), [
    { keys: ['J'], text: t('shortcutNext') },
    { keys: ['K'], text: t('shortcutPrevious') },
    { keys: ['Enter'], text: t('shortcutOpen') },
    { keys: ['X'], text: t('shortcutChoose') },
    { keys: ['Shift+J'], text: t('shortcutChooseMore') },
    { keys: ['A'], text: t('accept') },
    { keys: ['R'], text: t('resolve') },
    { keys: ['T'], text: t('transfer') },
    { keys: ['P'], text: t('shortcutPin') },
    { keys: ['L'], text: t('editTags') },
    { keys: ['N', 'Ctrl+Shift+N'], text: t('shortcutNote') },
    { keys: ['M'], text: t('shortcutMessage') },
    { keys: ['1', '2'], text: t('shortcutParts') },
    { keys: ['3', '4'], text: t('shortcutTabs') },
    { keys: ['/'], text: t('shortcutQuick') },
    { keys: ['Ctrl+B', 'Ctrl+I', 'Ctrl+Shift+8'], text: t('shortcutFormat') },
    { keys: ['Esc'], text: t('shortcutBack') }
  ])
  return null
})

interface ConversationProps {
  uuid: string | undefined
  opened: OpenTicket
  actions: TicketActions
  onBack: () => void
}

function Conversation({ uuid, opened, actions, onBack }: ConversationProps) {
  const { t } = useTranslation(['tickets', 'words'])
  const { ticket, error, retry } = opened
  const isNarrow = useIsNarrow()
  useEffect(() => {
    setTicketInView(ticket?.id ?? null)
    return () => setTicketInView(null)
  }, [ticket?.id])
  if (uuid === undefined) {
    return <EmptyState icon={IconMessage2} title={t('chooseTicket')} text={t('chooseTicketHint')} />
  }
  if (ticket !== null) {
    const before = isNarrow ? <BackButton onClick={onBack} /> : undefined
    return <TicketPane ticket={ticket} actions={actions} onEscape={onBack} before={before} />
  }
  if (error === null) return <PaneSkeleton />
  return (
    <EmptyState
      icon={IconInboxOff}
      title={t('ticketFailed')}
      text={errorText(error)}
      action={
        <Button variant="default" mt="xs" onClick={retry}>
          {t('words:retry')}
        </Button>
      }
    />
  )
}

export function TicketsPage() {
  const { t } = useTranslation('tickets')
  const { ticketId: uuid } = useParams()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const [isAdding, setAdding] = useState(false)
  const [peeked, setPeeked] = useState<string | null>(null)
  const [side, setSide] = useStateOf<'ticket' | 'list'>(uuid, uuid === undefined ? 'list' : 'ticket')
  const opened = useOpenTicket(uuid)
  useGoneTicket(uuid, opened)
  const { ticket } = opened
  const actions = useTicketActions()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => countSoon(0), [])

  const goBack = useCallback(() => {
    if (isNarrow) setSide('list')
    // The focus goes to the row, so that the arrows go on from there.
    const row = frame.current?.querySelector<HTMLElement>('[data-ticket][tabindex="0"]')
    if (row) row.focus()
    else (document.activeElement as HTMLElement | null)?.blur()
  }, [isNarrow, setSide])
  useEscape(() => void (!clearSelection() && uuid !== undefined && navigate(pages.tickets)))

  const act = useCallback(
    (one: Ticket) => void (one.status === 'closed' ? actions.reopen(one) : actions.accept(one)),
    [actions]
  )
  const peek = useCallback((one: Ticket) => setPeeked(one.uuid), [])
  const add = useCallback(() => setAdding(true), [])
  const list = <TicketPanel openId={ticket?.id ?? null} onAct={act} onPeek={peek} onNew={add} />
  const conversation = <Conversation uuid={uuid} opened={opened} actions={actions} onBack={goBack} />
  const unseen = (
    <Suspense>
      <TicketShortcuts />
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      {isAdding && <NewTicketDialog onClose={() => setAdding(false)} />}
      {peeked !== null && <TicketDialog uuid={peeked} onClose={() => setPeeked(null)} />}
    </Suspense>
  )
  if (!isNarrow) {
    return (
      <div ref={frame} className={classes['screen']}>
        <SplitPanes width="ticketListWidth" usual={26} list={list}>
          <section className={classes['conversation']} aria-label={t('conversation')}>
            {conversation}
          </section>
        </SplitPanes>
        {unseen}
      </div>
    )
  }
  return (
    <div
      ref={frame}
      className={classes['narrow']}
      data-own-header={(side === 'ticket' && ticket !== null) || undefined}
    >
      <div className={classes['one']}>{side === 'list' ? list : conversation}</div>
      <Tabs value={side} onChange={(value) => setSide(value as typeof side)} inverted className={classes['bottom']}>
        <Tabs.List grow aria-label={t('narrowTabs')}>
          <Tabs.Tab value="ticket" leftSection={<IconTicket size={18} stroke={1.6} />}>
            {t('narrowTicket')}
          </Tabs.Tab>
          <Tabs.Tab value="list" leftSection={<IconMessages size={18} stroke={1.6} />}>
            {t('narrowList')}
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {unseen}
    </div>
  )
}
