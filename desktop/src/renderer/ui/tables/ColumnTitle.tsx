// The title of a column; where the column sorts, a button that says which way.
import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column, TableSort } from './column.ts'
import classes from './data-table.module.css'

interface ColumnTitleProps<T> {
  column: Column<T>
  sort: TableSort | undefined
  onSort: ((key: string) => void) | undefined
}

/** What a screen reader says of a column that sorts. */
export function sortMark<T>({ key, isSortable = false }: Column<T>, sort: TableSort | undefined) {
  if (!isSortable) return {}
  const scope = { scope: 'col' } as const
  if (sort?.key !== key) return scope
  return { ...scope, 'aria-sort': sort.isDescending ? 'descending' : 'ascending' } as const
}

export function ColumnTitle<T>({ column, sort, onSort }: ColumnTitleProps<T>) {
  const { key, title } = column
  if (column.isTitleHidden) return <span className={classes['hidden']}>{title}</span>
  if (!column.isSortable || onSort === undefined) return title
  const isCurrent = sort?.key === key
  const Arrow = sort?.isDescending ? IconArrowDown : IconArrowUp
  return (
    <UnstyledButton className={classes['sorter']} data-current={isCurrent || undefined} onClick={() => onSort(key)}>
      {title}
      {isCurrent && <Arrow size={14} stroke={2} aria-hidden />}
    </UnstyledButton>
  )
}
