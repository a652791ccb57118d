// What can be done with the chosen tickets, how far it is, and what came of it.
import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { Progress, VisuallyHidden } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowsRightLeft,
  IconCheck,
  IconMailOpened,
  IconRefresh,
  IconSelectAll,
  IconUserCheck,
  IconX,
  type Icon
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { formatNumber } from '#platform/text/format.ts'
import { later } from '#platform/state/later.ts'
import { useMay, useUser } from '#platform/session/session.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { useShortcutKeys } from '#ui/keys/use-shortcut-keys.ts'
import { BulkOutcomeLine } from './BulkOutcomeLine.tsx'
import { BulkTagPicker } from './BulkTagPicker.tsx'
import type { ListName } from '../list/ticket-lists.ts'
import { doWithTickets, useTicketBulk } from '../selection/ticket-bulk.store.ts'
import { clearSelection, selectAllTickets, useTicketSelection } from '../selection/ticket-selection.store.ts'
import { isElsewhere } from '../list/use-list-keys.ts'
import { useTicketRows } from '../list/use-ticket-rows.ts'
import classes from './bulk-bar.module.css'

const TransferDialog = later(() => import('../dialogs/TransferDialog.tsx').then((module) => module.TransferDialog))
const ConfirmDialog = later(() => import('#ui/feedback/ConfirmDialog.tsx').then((module) => module.ConfirmDialog))

interface Choice {
  key: string
  label: string
  shortcut?: string
  icon: Icon
  run: () => void
}

/** The doings that at least one of the tickets is in the state for. */
function useChoices(tickets: readonly Ticket[], act: (action: BulkAction) => void, ask: (what: Asked) => void) {
  const { t } = useTranslation('bulk')
  const { id } = useUser()
  const mayTakeOver = useMay('tickets:takeOver')
  const mayTransfer = useMay('tickets:transfer')
  const mayMove = ({ status, userId }: Ticket) => mayTakeOver || status !== 'open' || userId === null || userId === id
  const isOwn = (ticket: Ticket) => ticket.status === 'open' && ticket.userId === id
  const has = (test: (ticket: Ticket) => boolean) => tickets.some(test)
  const isActive = ({ status }: Ticket) => status !== 'closed'
  const choices: (Choice | false)[] = [
    has(({ status }) => status === 'pending') && {
      key: 'accept',
      label: t('accept'),
      shortcut: 'A',
      icon: IconUserCheck,
      run: () => act({ kind: 'accept' })
    },
    has((ticket) => isActive(ticket) && mayMove(ticket)) && {
      key: 'resolve',
      label: t('resolve'),
      shortcut: 'R',
      icon: IconCheck,
      run: () => ask('resolve')
    },
    has(({ status }) => status === 'closed') && {
      key: 'reopen',
      label: t('reopen'),
      icon: IconRefresh,
      run: () => act({ kind: 'reopen' })
    },
    mayTransfer &&
      has((ticket) => isActive(ticket) && mayMove(ticket)) && {
        key: 'transfer',
        label: t('transfer'),
        shortcut: 'T',
        icon: IconArrowsRightLeft,
        run: () => ask('transfer')
      },
    has((ticket) => ticket.status === 'open' && mayMove(ticket)) && {
      key: 'giveBack',
      label: t('giveBack'),
      icon: IconArrowBackUp,
      run: () => act({ kind: 'giveBack' })
    },
    has((ticket) => isOwn(ticket) && ticket.unreadMessages > 0) && {
      key: 'read',
      label: t('read'),
      icon: IconMailOpened,
      run: () => act({ kind: 'read' })
    }
  ]
  return choices.filter((choice) => choice !== false)
}

type Asked = 'transfer' | 'resolve'

function Running() {
  const { t } = useTranslation('bulk')
  const running = useTicketBulk((state) => state.running)
  if (running === null) return null
  const { done, total } = running
  return (
    <div className={classes['line']} role="status">
      <span className={classes['words']}>{t('running', { done: formatNumber(done), total: formatNumber(total) })}</span>
      <Progress
        className={classes['progress']}
        value={(100 * done) / total}
        aria-label={t('progress')}
        striped
        animated
      />
    </div>
  )
}

function Doings({ rows, tickets }: { rows: readonly Ticket[]; tickets: readonly Ticket[] }) {
  const { t } = useTranslation(['bulk', 'words'])
  const [asked, setAsked] = useState<Asked | null>(null)
  const agreed = useRef<BulkAction | null>(null)
  const act = (action: BulkAction) => {
    clearSelection()
    void doWithTickets(tickets, action)
  }
  // A dialog closes first: what it stands on goes away with the choice.
  const closed = () => {
    setAsked(null)
    if (agreed.current !== null) act(agreed.current)
  }
  const choices = useChoices(tickets, act, setAsked)
  const count = tickets.length
  const press = (key: string) => () => {
    if (!isElsewhere()) choices.find((choice) => choice.key === key)?.run()
  }
  useShortcutKeys([
    ['a', press('accept')],
    ['r', press('resolve')],
    ['t', press('transfer')]
  ])
  return (
    <div className={classes['line']} role="toolbar" aria-label={t('toolbar')}>
      <IconButton label={t('clear')} icon={IconX} size="md" onClick={() => void clearSelection()} />
      <span className={classes['count']} aria-hidden>
        {formatNumber(count)}
      </span>
      <VisuallyHidden role="status">{t('chosen', { count })}</VisuallyHidden>
      <span className={classes['doings']}>
        {count < rows.length && (
          <IconButton label={t('all')} icon={IconSelectAll} size="md" onClick={() => selectAllTickets(rows)} />
        )}
        {choices.map(({ key, label, shortcut, icon, run }) => (
          <IconButton
            key={key}
            label={shortcut ? `${label} (${shortcut})` : label}
            aria-label={label}
            icon={icon}
            size="md"
            onClick={run}
          />
        ))}
        {count > 0 && <BulkTagPicker tickets={tickets} onChoose={act} />}
      </span>
      <Suspense>
        {asked === 'transfer' && (
          <TransferDialog
            title={t('transferTitle', { count })}
            initial={{ queueId: null, whatsappId: null }}
            hasConnection={false}
            onTransfer={({ userId, queueId, comment }) => {
              agreed.current = { kind: 'transfer', userId, queueId, comment }
              return Promise.resolve()
            }}
            onClose={closed}
          />
        )}
        {asked === 'resolve' && (
          <ConfirmDialog
            title={t('resolveTitle', { count })}
            text={t('resolveText')}
            confirmLabel={t('resolve')}
            isDangerous={false}
            onConfirm={() => {
              agreed.current = { kind: 'resolve' }
            }}
            onClose={closed}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Above the list while tickets are chosen, and until what came of it was seen. */
export const BulkBar = memo(({ list }: { list: ListName }) => {
  const rows = useTicketRows(list)
  const { ids, isPicking } = useTicketSelection()
  const isRunning = useTicketBulk(({ running }) => running !== null)
  const outcome = useTicketBulk((state) => state.outcome)
  // What is no longer in the list is no longer chosen: nobody does anything with a ticket out of sight.
  const tickets = rows.filter(({ id }) => ids.has(id))
  useEffect(() => () => void clearSelection(), [])
  const isChoosing = !isRunning && (tickets.length > 0 || isPicking)
  if (!isChoosing && !isRunning && outcome === null) return null
  return (
    <div className={classes['bar']}>
      <Running />
      {isChoosing && <Doings rows={rows} tickets={tickets} />}
      {outcome !== null && <BulkOutcomeLine outcome={outcome} />}
    </div>
  )
})
