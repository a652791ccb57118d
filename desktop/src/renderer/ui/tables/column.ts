// What a table is told of its columns and of their order.
import type { ReactNode } from 'react'

export interface Column<T> {
  key: string
  title: string
  render: (row: T) => ReactNode
  align?: 'left' | 'right' | 'center'
  /** CSS width. */
  width?: string
  /** Hidden in tables narrower than 560, 700, 900 or 1000 px. */
  from?: 'sm' | 'md' | 'lg' | 'xl'
  /** True for a column that shows its title to screen readers only. */
  isTitleHidden?: boolean
  /** True where a press on the title sorts by it. */
  isSortable?: boolean
}

/** Which column the rows are sorted by. */
export interface TableSort {
  key: string
  isDescending: boolean
}
