// A table as every list screen has it: sticky head, skeleton of the same shape, empty state, next page on scroll.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Button, Group, Skeleton, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle, IconSearchOff, type Icon } from '@tabler/icons-react'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { errorText } from '#platform/net/error-text.ts'
import type { Column, TableSort } from './column.ts'
import { ColumnTitle, sortMark } from './ColumnTitle.tsx'
import { EmptyState } from './EmptyState.tsx'
import classes from './data-table.module.css'

/** Pixels from the bottom at which the next page is asked for. */
const nearBottom = 100

interface DataTableProps<T> {
  /** Says what the table holds, for screen readers. */
  label: string
  columns: Column<T>[]
  rows: T[]
  rowKey: (row: T) => string | number
  phase: 'idle' | 'loading' | 'more' | 'refreshing' | 'ready' | 'failed'
  error?: unknown
  onRetry?: () => void
  hasMore?: boolean
  onMore?: () => void
  onOpen?: (row: T) => void
  /** Key of the row that is open beside the table, or below itself. */
  currentKey?: string | number | undefined
  /** What stands below the row that is open. */
  renderCurrent?: (row: T) => ReactNode
  /** A whole row in one cell, for windows under 600 px; without it the columns stay. */
  renderNarrow?: (row: T) => ReactNode
  sort?: TableSort
  onSort?: (key: string) => void
  /** Search that the rows answer; decides which empty state shows. */
  search?: string
  empty: { icon: Icon; text: ReactNode; action?: ReactNode }
}

function cellProps<T>(column: Column<T>) {
  const { align = 'left', width, from } = column
  return { ta: align, w: width, 'data-from': from }
}

interface RowProps<T> {
  columns: Column<T>[]
  onOpen: ((row: T) => void) | undefined
  renderCurrent: ((row: T) => ReactNode) | undefined
  row: T
  isCurrent: boolean
}

function Row<T>({ row, columns, isCurrent, onOpen, renderCurrent }: RowProps<T>) {
  const openByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row)
  }
  return (
    <>
      <Table.Tr
        className={classes['row']}
        aria-current={isCurrent ? 'true' : undefined}
        {...(onOpen ? { tabIndex: 0, 'data-opens': true, onClick: () => onOpen(row), onKeyDown: openByKey } : {})}
      >
        {columns.map((column) => (
          <Table.Td key={column.key} {...cellProps(column)}>
            {column.render(row)}
          </Table.Td>
        ))}
      </Table.Tr>
      {isCurrent && renderCurrent && (
        <Table.Tr>
          <Table.Td colSpan={columns.length}>{renderCurrent(row)}</Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

const widths = [55, 70, 40, 60, 50]

/** Why there are no rows: they could not be had, none is like what is searched, or there are none yet. */
function NoRows<T>({ phase, error, onRetry, search = '', empty }: DataTableProps<T>) {
  const { t } = useTranslation()
  if (phase === 'failed') {
    const retry = onRetry && (
      <Button variant="default" mt="xs" onClick={onRetry}>
        {t('retry')}
      </Button>
    )
    return <EmptyState icon={IconAlertTriangle} title={t('listFailed')} text={errorText(error)} action={retry} />
  }
  if (search.trim() !== '') {
    return <EmptyState icon={IconSearchOff} title={t('noMatch', { search: search.trim() })} text={t('noMatchHint')} />
  }
  return <EmptyState icon={empty.icon} title={t('emptyList')} text={empty.text} action={empty.action} />
}

export function DataTable<T>(props: DataTableProps<T>) {
  const { rows, rowKey, phase, hasMore = false, onMore, onOpen } = props
  const isNarrow = useIsNarrow()
  const { renderNarrow } = props
  const isStacked = isNarrow && renderNarrow !== undefined
  const columns: Column<T>[] = isStacked ? [{ key: 'row', title: props.label, render: renderNarrow }] : props.columns
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const isFirstLoad = phase === 'idle' || phase === 'loading'
  // Also what could not be brought up to date, though it is shown as it was.
  const isStale = rows.length > 0 && (props.error ?? null) !== null
  const retry = hasMore && onMore ? onMore : props.onRetry

  const askForMore = () => {
    const element = scroller.current
    if (!element || !hasMore || phase !== 'ready') return
    if (element.scrollHeight - element.scrollTop - element.clientHeight < nearBottom) onMore?.()
  }
  // A first page that does not fill the window has nothing to scroll.
  useEffect(askForMore)

  return (
    // Rows that open are reached by the keyboard and scroll the table with them; others leave the scrolling to itself.
    <div ref={scroller} className={classes['scroller']} onScroll={askForMore} tabIndex={onOpen ? -1 : 0}>
      <Table className={classes['table']} aria-label={props.label} aria-busy={isFirstLoad}>
        <Table.Thead className={classes['head']} data-stacked={isStacked || undefined}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.key} {...cellProps(column)} {...sortMark(column, props.sort)}>
                <ColumnTitle column={column} sort={props.sort} onSort={props.onSort} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {isFirstLoad &&
            Array.from({ length: 8 }, (_, line) => (
              <Table.Tr key={line}>
                {columns.map((column, index) => (
                  <Table.Td key={column.key} {...cellProps(column)}>
                    <Skeleton height={10} my={6} width={`${widths[(line + index) % widths.length]}%`} radius="xl" />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          {rows.map((row) => (
            <Row
              key={rowKey(row)}
              row={row}
              columns={columns}
              isCurrent={rowKey(row) === props.currentKey}
              onOpen={onOpen}
              renderCurrent={props.renderCurrent}
            />
          ))}
          {phase === 'more' && (
            <Table.Tr>
              <Table.Td colSpan={columns.length}>
                <Skeleton height={10} my={6} width="40%" radius="xl" />
              </Table.Td>
            </Table.Tr>
          )}
          {isStale && (
            <Table.Tr>
              <Table.Td colSpan={columns.length}>
                <Group gap="sm" role="alert">
                  <Text size="sm" c="dimmed">
                    {t('listFailed')}
                  </Text>
                  {retry && (
                    <Button variant="default" size="compact-sm" onClick={retry}>
                      {t('retry')}
                    </Button>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
      {!isFirstLoad && rows.length === 0 && <NoRows {...props} />}
    </div>
  )
}
