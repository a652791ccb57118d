// A column of the board with its cards; takes dropped cards, and is dragged by its title.
import { memo, type DragEvent, type KeyboardEvent } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconDotsVertical, IconEdit, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { KanbanColumn } from '@guiche/shared/features/inbox/kanban.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { formatNumber } from '#platform/text/format.ts'
import { aimAt, countBefore, endDrag, startDrag, useBoardDrag } from './board-drag.ts'
import { KanbanCard, type CardActions } from './KanbanCard.tsx'
import classes from './kanban.module.css'

export interface ColumnActions {
  onEdit: (column: KanbanColumn) => void
  onDelete: (column: KanbanColumn) => void
  /** Moves a column by one place. */
  onShift: (column: KanbanColumn, by: -1 | 1) => void
  onDropCard: (ticketId: number, columnId: number | null, index: number) => void
}

interface ColumnHeadProps extends ColumnActions {
  column: KanbanColumn
  isFirst: boolean
  isLast: boolean
}

function ColumnMenu({ column, isFirst, isLast, onEdit, onDelete, onShift }: ColumnHeadProps) {
  const { t } = useTranslation(['kanban', 'words'])
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('laneMenu', { title: column.title })}>
          <IconDotsVertical size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => onEdit(column)}>
          {t('words:edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowLeft size={16} />} disabled={isFirst} onClick={() => onShift(column, -1)}>
          {t('moveLeft')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight size={16} />} disabled={isLast} onClick={() => onShift(column, 1)}>
          {t('moveRight')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item c="var(--g-bad)" leftSection={<IconTrash size={16} />} onClick={() => onDelete(column)}>
          {t('words:delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface BoardColumnProps extends ColumnActions, CardActions {
  /** Null: the column of cards that are on none; it stays first and is not edited. */
  column: KanbanColumn | null
  columns: readonly KanbanColumn[]
  cards: readonly Ticket[]
}

function Column(props: BoardColumnProps) {
  const { column, columns, cards, onShift, onDropCard, onOpen, onStep } = props
  const { t } = useTranslation('kanban')
  const columnId = column?.id ?? null
  const dragged = useBoardDrag((state) => state.dragged)
  const dropAt = useBoardDrag(({ dragged: what, target }) =>
    what?.kind === 'card' && target?.columnId === columnId ? target.index : null
  )
  const isColumnBefore = useBoardDrag(({ dragged: what, target }) => {
    if (what?.kind !== 'column' || target === null) return false
    return columns.filter(({ id }) => id !== what.id)[target.index]?.id === columnId
  })
  const place = columns.findIndex(({ id }) => id === columnId)
  const title = column?.title ?? t('unsorted')

  const over = (event: DragEvent<HTMLElement>) => {
    if (dragged?.kind !== 'card') return
    event.preventDefault()
    const before = countBefore(event.currentTarget, '[data-id]', dragged.id, ({ y }) => y < event.clientY)
    aimAt({ columnId, index: before })
  }
  const drop = (event: DragEvent) => {
    if (dragged?.kind !== 'card' || dropAt === null) return
    event.preventDefault()
    onDropCard(dragged.id, columnId, dropAt)
    endDrag()
  }
  const shift = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (column === null || by === null || !event.shiftKey) return
    event.preventDefault()
    onShift(column, by)
  }
  const others = dropAt === null ? [] : cards.filter(({ id }) => id !== dragged?.id)
  return (
    <section
      className={classes['column']}
      aria-label={title}
      data-id={columnId ?? undefined}
      data-target={dropAt !== null || undefined}
      data-drop-before={isColumnBefore || undefined}
      data-dragged={(dragged?.kind === 'column' && dragged.id === columnId) || undefined}
      onDragOver={over}
      onDrop={drop}
    >
      <header
        className={classes['head']}
        draggable={column !== null}
        onDragStart={(event) => column && startDrag({ kind: 'column', id: column.id }, event.dataTransfer)}
        onDragEnd={endDrag}
      >
        <h2
          className={classes['title']}
          title={title}
          {...(column && {
            tabIndex: 0,
            'data-column': column.id,
            'aria-describedby': 'kanban-column-keys',
            onKeyDown: shift
          })}
        >
          {title}
        </h2>
        <span className={classes['count']} aria-label={t('cards', { count: cards.length })}>
          {formatNumber(cards.length)}
        </span>
        {column && (
          <ColumnMenu {...props} column={column} isFirst={place === 0} isLast={place === columns.length - 1} />
        )}
      </header>
      <ul
        className={classes['cards']}
        aria-label={t('cardsOf', { title })}
        data-drop-last={(dropAt !== null && dropAt === others.length) || undefined}
      >
        {cards.map((ticket, at) => (
          <KanbanCard
            key={ticket.id}
            ticket={ticket}
            columns={columns}
            isFirst={at === 0}
            isLast={at === cards.length - 1}
            isDragged={dragged?.kind === 'card' && dragged.id === ticket.id}
            isDropBefore={dropAt !== null && others[dropAt]?.id === ticket.id}
            onOpen={onOpen}
            onStep={onStep}
          />
        ))}
        {cards.length === 0 && <li className={classes['nothing']}>{t('emptyColumn')}</li>}
      </ul>
    </section>
  )
}

export const BoardColumn = memo(Column)
