// A ticket as a card of the board: who, its number, what was said last; moved by dragging, by keys and by its menu.
import { memo, type CSSProperties, type DragEvent, type KeyboardEvent } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconDotsVertical } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { KanbanColumn } from '@guiche/shared/features/inbox/kanban.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { formatMoment } from '#platform/text/format.ts'
import { CountBadge } from '#ui/layout/CountBadge.tsx'
import { LastMessage } from '#features/inbox/tickets/list/LastMessage.tsx'
import { endDrag, startDrag } from './board-drag.ts'
import classes from './kanban.module.css'

/** A step of a card: within its column, or to a column (null: to none). */
export type CardStep = { by: -1 | 1 } | { sideways: -1 | 1 } | { to: number | null }

export interface CardActions {
  onOpen: (ticket: Ticket) => void
  onStep: (ticket: Ticket, step: CardStep) => void
}

interface KanbanCardProps extends CardActions {
  ticket: Ticket
  columns: readonly KanbanColumn[]
  isFirst: boolean
  isLast: boolean
  isDragged: boolean
  /** What is dragged would land above it. */
  isDropBefore: boolean
}

const steps: Record<string, CardStep> = {
  ArrowUp: { by: -1 },
  ArrowDown: { by: 1 },
  ArrowLeft: { sideways: -1 },
  ArrowRight: { sideways: 1 }
}

function CardMenu({
  ticket,
  columns,
  isFirst,
  isLast,
  onStep
}: Omit<KanbanCardProps, 'onOpen' | 'isDragged' | 'isDropBefore'>) {
  const { t } = useTranslation('kanban')
  const here = columns.some(({ id }) => id === ticket.kanbanColumnId) ? ticket.kanbanColumnId : null
  const targets = [{ id: null, title: t('unsorted') }, ...columns].filter(({ id }) => id !== here)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" className={classes['more'] ?? ''} aria-label={t('cardMenu', { id: ticket.id })}>
          <IconDotsVertical size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={16} />}
          disabled={isFirst}
          onClick={() => onStep(ticket, { by: -1 })}
        >
          {t('moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} />}
          disabled={isLast}
          onClick={() => onStep(ticket, { by: 1 })}
        >
          {t('moveDown')}
        </Menu.Item>
        {targets.length > 0 && <Menu.Label>{t('moveTo')}</Menu.Label>}
        {targets.map(({ id, title }) => (
          <Menu.Item
            key={id ?? 'none'}
            leftSection={<IconColumns3 size={16} />}
            onClick={() => onStep(ticket, { to: id })}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Card(props: KanbanCardProps) {
  const { ticket, isDragged, isDropBefore, onOpen, onStep } = props
  const { t } = useTranslation(['kanban', 'tickets', 'words'])
  const { contact, queue, unreadMessages, user, updatedAt } = ticket
  const drag = (event: DragEvent) => startDrag({ kind: 'card', id: ticket.id }, event.dataTransfer)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (event.key === 'Enter' || event.key === ' ') onOpen(ticket)
    else if (event.shiftKey && step) onStep(ticket, step)
    else return
    event.preventDefault()
  }
  return (
    <li
      className={classes['card']}
      draggable
      data-id={ticket.id}
      data-dragged={isDragged || undefined}
      data-drop-before={isDropBefore || undefined}
      data-unread={unreadMessages > 0 || undefined}
      style={{ '--queue': queue?.color ?? 'var(--g-border-strong)' } as CSSProperties}
      onDragStart={drag}
      onDragEnd={endDrag}
    >
      <div
        role="button"
        tabIndex={0}
        className={classes['open']}
        aria-describedby="kanban-keys"
        data-card={ticket.id}
        onClick={() => onOpen(ticket)}
        onKeyDown={press}
      >
        <span className={classes['line']}>
          <span className={classes['name']} dir="auto">
            {contact.name}
          </span>
          <time className={classes['faint']} dateTime={updatedAt}>
            {formatMoment(updatedAt)}
          </time>
        </span>
        <LastMessage ticket={ticket} className={classes['last']} />
        <span className={classes['line']}>
          <span className={classes['faint']}>{t('ticketNumber', { id: ticket.id })}</span>
          <span className={classes['who']}>{user?.name ?? t('tickets:waiting')}</span>
          {unreadMessages > 0 && (
            <CountBadge count={unreadMessages} label={t('words:unread', { count: unreadMessages })} />
          )}
        </span>
      </div>
      <CardMenu {...props} />
    </li>
  )
}

export const KanbanCard = memo(Card)
