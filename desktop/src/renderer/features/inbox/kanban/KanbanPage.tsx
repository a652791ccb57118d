// The kanban board: tickets in service on columns of the company's own.
import { useCallback, useEffect, useMemo, useState, type DragEvent } from 'react'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { KanbanColumn } from '@guiche/shared/features/inbox/kanban.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { ApiError, hasCode } from '#platform/net/api-error.ts'
import { formatNumber } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { useShortcutGroup } from '#ui/keys/shortcuts.ts'
import { TicketDialog } from '#features/inbox/tickets/pane/TicketDialog.tsx'
import { useTickets, viewerOf } from '#features/inbox/tickets/replica/tickets.store.ts'
import { aimAt, countBefore, endDrag, useBoardDrag } from './board-drag.ts'
import { ColumnDialog } from './ColumnDialog.tsx'
import { cardsByColumn, refreshBoard, removeColumn, useCards, useColumns } from './kanban.store.ts'
import { BoardColumn } from './BoardColumn.tsx'
import classes from './kanban.module.css'
import { useBoardMoves } from './use-board-moves.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; column: KanbanColumn } | { kind: 'ticket'; uuid: string }

function BoardSkeleton() {
  return (
    <div className={classes['board']} aria-busy="true">
      {[3, 2, 4].map((cards) => (
        <div key={cards} className={classes['column']}>
          <Skeleton height={18} m={12} width="50%" />
          {Array.from({ length: cards }, (_, at) => (
            <Skeleton key={at} height={76} mx={8} mb={8} />
          ))}
        </div>
      ))}
    </div>
  )
}

function BoardDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const { t } = useTranslation(['kanban', 'words'])
  if (dialog.kind === 'add') return <ColumnDialog onClose={onClose} />
  if (dialog.kind === 'edit') return <ColumnDialog column={dialog.column} onClose={onClose} />
  if (dialog.kind === 'ticket') return <TicketDialog uuid={dialog.uuid} onClose={onClose} />
  const { id, title } = dialog.column
  const remove = async () => {
    await removeColumn(id).catch((error: unknown) => {
      if (hasCode(error, 'ERR_KANBAN_COLUMN_NOT_EMPTY')) throw error
      throw new ApiError(0, { error: t('deleteFailed') })
    })
    notify.success(t('deleted'))
  }
  return (
    <ConfirmDialog
      title={t('deleteTitle', { title })}
      text={t('deleteText')}
      confirmLabel={t('words:delete')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

export function KanbanPage() {
  const { t } = useTranslation(['kanban', 'words', 'errors'])
  const { items: columns, phase: columnsPhase, error: columnsError } = useColumns()
  const { phase: cardsPhase, hasMore, error: cardsError } = useCards()
  const tickets = useTickets()
  const user = useUser()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const cardsOf = useMemo(() => cardsByColumn(tickets, columns, viewerOf(user)), [tickets, columns, user])
  const moves = useBoardMoves(columns, cardsOf)
  useEffect(() => void refreshBoard(), [])
  const hasFailed = columnsPhase === 'failed' || cardsPhase === 'failed'
  // Also of a board that is shown as it was.
  const isTold = columnsError !== null || cardsError !== null
  useEffect(() => {
    if (isTold) notify.error(t('loadFailed'))
  }, [isTold, t])
  useShortcutGroup(t('title'), [
    { keys: ['Shift+↑', 'Shift+↓'], text: t('keysWithin') },
    { keys: ['Shift+←', 'Shift+→'], text: t('keysSideways') }
  ])

  const open = useCallback(({ uuid }: Ticket) => setDialog({ kind: 'ticket', uuid }), [])
  const edit = useCallback((column: KanbanColumn) => setDialog({ kind: 'edit', column }), [])
  const remove = useCallback(
    (column: KanbanColumn) => {
      if (cardsOf.has(column.id)) notify.error(t('errors:ERR_KANBAN_COLUMN_NOT_EMPTY'))
      else setDialog({ kind: 'delete', column })
    },
    [cardsOf, t]
  )
  const over = (event: DragEvent<HTMLElement>) => {
    const { dragged } = useBoardDrag.getState()
    if (dragged?.kind !== 'column') return
    event.preventDefault()
    const index = countBefore(event.currentTarget, 'section[data-id]', dragged.id, ({ x }) => x < event.clientX)
    aimAt({ columnId: null, index })
  }
  const drop = (event: DragEvent) => {
    const { dragged, target } = useBoardDrag.getState()
    if (dragged?.kind !== 'column' || target === null) return
    event.preventDefault()
    moves.dropColumn(dragged.id, target.index)
    endDrag()
  }

  const isReady = columnsPhase === 'ready' && cardsPhase === 'ready'
  const count = [...cardsOf.values()].reduce((sum, cards) => sum + cards.length, 0)
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'add' })}>
      {t('add')}
    </Button>
  )
  const text = hasMore
    ? t('newest', { formatted: formatNumber(count) })
    : t('count', { count, formatted: formatNumber(count) })
  return (
    <div className={classes['page']}>
      <PageHeader title={t('title')} text={isReady ? text : undefined}>
        {addButton}
      </PageHeader>
      <VisuallyHidden id="kanban-keys">{t('cardKeys')}</VisuallyHidden>
      <VisuallyHidden id="kanban-column-keys">{t('laneKeys')}</VisuallyHidden>
      {!isReady && !hasFailed && <BoardSkeleton />}
      {hasFailed && (
        <EmptyState
          icon={IconAlertTriangle}
          title={t('loadFailed')}
          action={
            <Button variant="default" mt="xs" onClick={() => void refreshBoard()}>
              {t('words:retry')}
            </Button>
          }
        />
      )}
      {isReady && (
        // Without columns it may have nothing that takes the focus, and scrolls all the same.
        <div
          className={classes['board']}
          tabIndex={columns.length === 0 ? 0 : undefined}
          onDragOver={over}
          onDrop={drop}
        >
          {[null, ...columns].map((column) => (
            <BoardColumn
              key={column?.id ?? 'none'}
              column={column}
              columns={columns}
              cards={cardsOf.get(column?.id ?? null) ?? noCards}
              onOpen={open}
              onStep={moves.step}
              onEdit={edit}
              onDelete={remove}
              onShift={moves.shift}
              onDropCard={moves.dropCard}
            />
          ))}
          {columns.length === 0 && (
            <div className={classes['invitation']}>
              <EmptyState icon={IconPlus} title={t('noLanes')} text={t('noLanesText')} />
            </div>
          )}
        </div>
      )}
      {dialog && <BoardDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </div>
  )
}

/** One list for all empty columns, so that they are not drawn anew. */
const noCards: Ticket[] = []
