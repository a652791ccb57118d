// The left side of the ticket screen: tabs, what to see, and the list itself.
import { memo, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { Button, SegmentedControl, Switch, Tabs, Tooltip } from '@mantine/core'
import {
  IconArchive,
  IconFilterOff,
  IconInbox,
  IconListCheck,
  IconMessage2,
  IconPlus,
  IconSearch,
  type Icon
} from '@tabler/icons-react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { formatNumber } from '#platform/text/format.ts'
import { later } from '#platform/state/later.ts'
import { join } from '#platform/net/realtime.ts'
import { useMay } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { useShortcutKeys } from '#ui/keys/use-shortcut-keys.ts'
import { BulkBar } from './BulkBar.tsx'
import { ListFilters } from '../list/ListFilters.tsx'
import { setTicketView, useTicketPages } from '../list/ticket-pages.store.ts'
import { isFiltered, isSearching, noFilters, statusOf } from '../list/ticket-lists.ts'
import { showPart, showTab, useTicketTab, type TicketTab } from '../list/ticket-tab.store.ts'
import { setPicking, useTicketSelection } from '../selection/ticket-selection.store.ts'
import { TicketList } from '../list/TicketList.tsx'
import { NotificationOffer } from '../notifications/NotificationOffer.tsx'
import { isElsewhere } from '../list/use-list-keys.ts'
import { useTicketRows } from '../list/use-ticket-rows.ts'
import classes from '../ticket-panel.module.css'

const TicketSearch = later(() => import('../list/TicketSearch.tsx').then((module) => module.TicketSearch))

/** Numbers are counted no further. */
const mostCounted = 1000

/** How many tickets a part of the open tab holds: exactly when all are loaded, else by the server's word, if it has come. */
function useCount(list: 'attending' | 'waiting'): string {
  const rows = useTicketRows(list)
  const { phase, hasMore } = useTicketPages(({ pages }) => pages[list])
  const told = useTicketPages(({ counts }) => counts?.[list === 'attending' ? 'open' : 'pending'] ?? null)
  const hasFilter = useTicketPages(({ view }) => isFiltered(view))
  const isWhole = !hasMore && (phase === 'ready' || phase === 'refreshing')
  // Nothing has answered yet, and the server's number does not know of filters: none would be a claim.
  if (!isWhole && (told === null || hasFilter) && rows.length === 0) return '–'
  if (hasFilter && !isWhole) return `${formatNumber(rows.length)}+`
  const count = isWhole ? rows.length : Math.max(told ?? 0, rows.length)
  return count >= mostCounted ? `${formatNumber(mostCounted)}+` : formatNumber(count)
}

const OpenParts = memo(() => {
  const { t } = useTranslation('tickets')
  const part = useTicketTab((state) => state.part)
  const [attending, waiting] = [useCount('attending'), useCount('waiting')]
  const label = (name: string, count: string) => (
    <span className={classes['part']}>
      {name} <span className={classes['count']}>{count}</span>
    </span>
  )
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      value={part}
      onChange={(value) => showPart(value)}
      aria-label={t('openParts')}
      data={[
        { value: 'attending', label: label(t('attending'), attending) },
        { value: 'waiting', label: label(t('waiting'), waiting) }
      ]}
    />
  )
})

/** Fingers have no pointer to hover with: this makes a press on a row choose it. */
function PickButton() {
  const { t } = useTranslation('tickets')
  const isPicking = useTicketSelection((state) => state.isPicking)
  return (
    <IconButton
      label={t('chooseSeveral')}
      icon={IconListCheck}
      size="sm"
      aria-pressed={isPicking}
      {...(isPicking && { variant: 'light' })}
      onClick={() => setPicking(!isPicking)}
    />
  )
}

const Choices = memo(({ hasAll }: { hasAll: boolean }) => {
  const { t } = useTranslation('tickets')
  const seesAll = useMay('tickets:seeAll')
  const showAll = useTicketPages(({ view }) => view.showAll)
  const all = hasAll && seesAll && (
    <Tooltip label={t('showAllHint')} multiline w={220}>
      <div>
        <Switch
          size="xs"
          labelPosition="left"
          label={t('showAll')}
          checked={showAll}
          onChange={(event) => setTicketView({ showAll: event.currentTarget.checked })}
        />
      </div>
    </Tooltip>
  )
  return <ListFilters before={<PickButton />} after={all} />
})

/** The words of the specification, then what would be here and how to get it. */
function Nothing({ icon, what, hint, action }: { icon: Icon; what: string; hint: string; action?: ReactNode }) {
  const { t } = useTranslation('words')
  return <EmptyState icon={icon} title={t('emptyList')} text={`${what}. ${hint}`} action={action} />
}

function useEmpty(list: 'attending' | 'waiting' | 'closed' | 'search') {
  const { t } = useTranslation('tickets')
  const view = useTicketPages((state) => state.view)
  if (list === 'search') {
    return isSearching(view) ? (
      <Nothing icon={IconSearch} what={t('searchNothing')} hint={t('searchNothingHint')} />
    ) : (
      <EmptyState icon={IconSearch} title={t('searchStart')} text={t('searchStartHint')} />
    )
  }
  if (isFiltered(view)) {
    const all = (
      <Button variant="default" size="xs" mt="xs" onClick={() => setTicketView(noFilters)}>
        {t('clearFilters')}
      </Button>
    )
    return <Nothing icon={IconFilterOff} what={t('emptyFiltered')} hint={t('emptyFilteredHint')} action={all} />
  }
  if (list === 'attending') {
    const wait = (
      <Button variant="default" size="xs" mt="xs" onClick={() => showPart('waiting')}>
        {t('seeWaiting')}
      </Button>
    )
    return <Nothing icon={IconMessage2} what={t('emptyAttending')} hint={t('emptyAttendingHint')} action={wait} />
  }
  if (list === 'waiting') return <Nothing icon={IconInbox} what={t('emptyWaiting')} hint={t('emptyWaitingHint')} />
  return <Nothing icon={IconArchive} what={t('emptyClosed')} hint={t('emptyClosedHint')} />
}

interface HeadProps {
  tab: TicketTab
  onTab: (tab: TicketTab) => void
  onNew: () => void
}

const Head = memo(({ tab, onTab, onNew }: HeadProps) => {
  const { t } = useTranslation('tickets')
  return (
    <div className={classes['head']}>
      <Tabs value={tab} onChange={(value) => value !== null && onTab(value as TicketTab)} className={classes['tabs']}>
        <Tabs.List aria-label={t('tabs')}>
          <Tabs.Tab value="open" aria-controls="ticket-list">
            {t('tabOpen')}
          </Tabs.Tab>
          <Tabs.Tab value="closed" aria-controls="ticket-list">
            {t('tabClosed')}
          </Tabs.Tab>
          <Tabs.Tab value="search" aria-controls="ticket-list">
            {t('tabSearch')}
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {tab !== 'search' && (
        <IconButton label={t('newTicket')} variant="filled" size={30} onClick={onNew}>
          <IconPlus size={18} stroke={2} />
        </IconButton>
      )}
    </div>
  )
})

interface TicketPanelProps {
  openId: number | null
  onAct: (ticket: Ticket) => void
  onPeek: (ticket: Ticket) => void
  onNew: () => void
}

export function TicketPanel({ openId, onAct, onPeek, onNew }: TicketPanelProps) {
  const { t } = useTranslation('tickets')
  const seesAll = useMay('tickets:seeAll')
  const { tab, part } = useTicketTab()
  const [hasSearched, setSearched] = useState(tab === 'search')
  const list = tab === 'open' ? part : tab
  const empty = useEmpty(list)
  const status = list === 'search' ? null : statusOf[list]
  useEffect(() => (status === null ? undefined : join('joinTickets', status)), [status])
  const choose = useCallback((chosen: TicketTab) => {
    if (chosen === 'search') setSearched(true)
    showTab(chosen)
  }, [])
  const unlessElsewhere = (run: () => void) => () => {
    if (!isElsewhere()) run()
  }
  useShortcutKeys([
    ['1', unlessElsewhere(() => showPart('attending'))],
    ['2', unlessElsewhere(() => showPart('waiting'))],
    ['3', unlessElsewhere(() => choose('closed'))],
    ['4', unlessElsewhere(() => choose('search'))]
  ])
  return (
    <section className={classes['panel']} aria-label={t('title')}>
      <Head tab={tab} onTab={choose} onNew={onNew} />
      <div className={classes['tools']}>
        {tab === 'open' && <OpenParts />}
        {tab !== 'search' && <Choices hasAll={tab === 'open'} />}
        {hasSearched && tab === 'search' && (
          <Suspense>
            <TicketSearch after={<PickButton />} />
          </Suspense>
        )}
      </div>
      <NotificationOffer />
      <BulkBar key={list} list={list} />
      <div id="ticket-list" role="tabpanel" aria-label={t(`list_${list}`)} className={classes['body']}>
        <TicketList
          key={list}
          list={list}
          openId={openId}
          onAct={onAct}
          onPeek={seesAll ? onPeek : null}
          empty={empty}
        />
      </div>
    </section>
  )
}
