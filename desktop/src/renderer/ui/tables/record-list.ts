// What a table asks of a store's list, whether the server pages it or gives it whole.

interface Listed<T> {
  items: T[]
  phase: 'idle' | 'loading' | 'more' | 'refreshing' | 'ready' | 'failed'
  error: unknown
  count?: number
  hasMore?: boolean
  search?: string
}

export interface RecordList<T> {
  use: (() => Listed<T>) & { getState: () => Listed<T> }
  refresh: () => Promise<void>
  /** Where events keep what was loaded once: asked for instead of a refresh when the table appears. */
  ensure?: () => Promise<void>
  loadMore?: () => Promise<void>
  /** Absent where there is nothing to search. */
  setSearch?: (text: string) => void
}
