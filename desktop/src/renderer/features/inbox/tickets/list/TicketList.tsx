// A list of tickets: virtual rows, skeletons of the same shape, and words for an empty or failed list.
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { VList, type VListHandle } from 'virtua'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { errorText } from '#platform/net/error-text.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useLatest } from '#platform/state/latest.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { stopWaiting, whenApproached } from '#features/inbox/messages/thread/approached-thread.store.ts'
import { jumpToHit, useTicketHits } from './ticket-hits.store.ts'
import type { ListName } from './ticket-lists.ts'
import { ensureConnections } from '#features/inbox/connections/connections.store.ts'
import { ensureTickets, loadMoreTickets, retryTickets, useTicketPages } from './ticket-pages.store.ts'
import { ensurePins, togglePin, usePins } from './ticket-pins.store.ts'
import { selectUpTo, toggleTicket, useTicketSelection } from '../selection/ticket-selection.store.ts'
import { TicketRow } from './TicketRow.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useTicketRows } from './use-ticket-rows.ts'
import classes from './ticket-list.module.css'

/** Pixels of a row, and from the bottom at which the next page is asked for (spec R406). */
const rowHeight = 64
const nearBottom = 100

function SkeletonRow() {
  return (
    <div className={classes['skeleton']} aria-hidden>
      <Skeleton circle height={40} />
      <div>
        <Skeleton height={10} width="46%" mb={8} />
        <Skeleton height={9} width="78%" mb={8} />
        <Skeleton height={8} width="30%" />
      </div>
    </div>
  )
}

/** Below rows that stay: what comes after them could not be had, or whether they are still so. */
function RetryRow({ list }: { list: ListName }) {
  const { t } = useTranslation(['tickets', 'words'])
  return (
    <Group role="alert" gap="sm" p="sm" justify="center">
      <Text size="sm" c="dimmed">
        {t('listFailed')}
      </Text>
      <Button variant="default" size="compact-sm" onClick={() => void retryTickets(list)}>
        {t('words:retry')}
      </Button>
    </Group>
  )
}

interface TicketListProps {
  list: ListName
  openId: number | null
  onAct: (ticket: Ticket) => void
  onPeek: ((ticket: Ticket) => void) | null
  empty: ReactNode
}

export function TicketList({ list, openId, onAct, onPeek, empty }: TicketListProps) {
  const { t } = useTranslation(['tickets', 'words'])
  const isSearch = list === 'search'
  const rows = useTicketRows(list)
  const page = useTicketPages(({ pages }) => pages[list])
  const handle = useRef<VListHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { cursor, setCursor, onScroll } = useListKeys(rows, openId, handle, frame)
  const hits = useTicketHits((state) => (isSearch ? state.hits : null))
  const pins = usePins(({ items }) => items)
  const pinned = useMemo(() => new Set(pins.map(({ id }) => id)), [pins])
  const { ids, isPicking } = useTicketSelection()
  const navigate = useNavigate()
  // In one go: a transition would wait its turn behind whatever else is to be drawn.
  const open = useCallback(
    ({ id, uuid }: Ticket) =>
      whenApproached(id, () => {
        void navigate(ticketPage(uuid), { flushSync: true })
        if (isSearch) jumpToHit(id, useTicketHits.getState().hits.get(id))
      }),
    [navigate, isSearch]
  )
  useEffect(() => stopWaiting, [])
  const pin = useCallback((id: number) => void togglePin(id), [])
  const latest = useLatest(rows)
  const select = useCallback(
    (id: number, isRange: boolean) => (isRange ? selectUpTo(latest.current, id) : toggleTicket(id)),
    [latest]
  )
  useEffect(() => ensureTickets(list), [list, page.phase])
  useEffect(() => void ensurePins(), [])
  // Rows name the connection where there are several.
  useEffect(() => void ensureConnections(), [])

  const askForMore = () => {
    const { current } = handle
    if (!current || !page.hasMore || page.phase !== 'ready') return
    if (current.scrollSize - current.scrollOffset - current.viewportSize < nearBottom) void loadMoreTickets(list)
  }
  // A first page that does not fill the window has nothing to scroll.
  useEffect(askForMore)

  const isFirstLoad = page.phase === 'idle' || page.phase === 'loading'
  if (rows.length === 0) {
    if (page.phase === 'failed') {
      return (
        <div className={classes['frame']}>
          <EmptyState
            icon={IconAlertTriangle}
            title={t('listFailed')}
            text={errorText(page.error)}
            action={
              <Button variant="default" mt="xs" onClick={() => void retryTickets(list)}>
                {t('words:retry')}
              </Button>
            }
          />
        </div>
      )
    }
    if (isFirstLoad || page.hasMore)
      return (
        <div className={classes['frame']}>
          {Array.from({ length: 9 }, (_, i) => (
            <SkeletonRow key={i} />
          ))}
        </div>
      )
    return <div className={classes['frame']}>{empty}</div>
  }
  const isWaiting = isFirstLoad || page.phase === 'more'
  const hasFailed = page.phase === 'failed'
  return (
    <div ref={frame} className={classes['frame']}>
      <VList
        ref={handle}
        role="list"
        aria-label={t(`list_${list}`)}
        aria-busy={isWaiting}
        className={classes['list']}
        data={isWaiting || hasFailed ? [...rows, null] : rows}
        itemSize={rowHeight}
        onScroll={() => {
          askForMore()
          onScroll()
        }}
        tabIndex={-1}
      >
        {(ticket) =>
          ticket === null ? (
            hasFailed ? (
              <RetryRow key="failed" list={list} />
            ) : (
              <SkeletonRow key="more" />
            )
          ) : (
            <div key={ticket.id} role="listitem">
              <TicketRow
                ticket={ticket}
                hit={hits?.get(ticket.id)}
                isOpen={ticket.id === openId}
                isCursor={ticket.id === cursor}
                isSelected={ids.has(ticket.id)}
                isPinned={pinned.has(ticket.id)}
                isPicking={isPicking}
                onOpen={open}
                onSelect={select}
                onAct={onAct}
                onPeek={onPeek}
                onPin={pin}
                onFocus={setCursor}
              />
            </div>
          )
        }
      </VList>
    </div>
  )
}
