// A table of a store's list: what it shows, its search, its failures and its next page are the list's.
import { useEffect, type ComponentProps } from 'react'
import { DataTable } from './DataTable.tsx'
import type { RecordList } from './record-list.ts'

type Table<T> = ComponentProps<typeof DataTable<T>>
type OfTheList = 'rows' | 'rowKey' | 'phase' | 'error' | 'onRetry' | 'hasMore' | 'onMore' | 'search'

interface PagedTableProps<T extends { id: number | string }> extends Omit<Table<T>, OfTheList> {
  list: RecordList<T>
}

/** Loads the list when it appears. */
export function PagedTable<T extends { id: number | string }>({ list, ...props }: PagedTableProps<T>) {
  const { items, phase, error, hasMore = false, search = '' } = list.use()
  useEffect(() => void (list.ensure ?? list.refresh)(), [list])
  return (
    <DataTable
      {...props}
      rows={items}
      rowKey={({ id }) => id}
      phase={phase}
      error={error}
      onRetry={() => void list.refresh()}
      hasMore={hasMore}
      onMore={() => void list.loadMore?.()}
      search={search}
    />
  )
}
