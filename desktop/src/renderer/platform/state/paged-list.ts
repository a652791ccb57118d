// A store for a list that the server pages: search, append on scroll, and merge by id from calls and events alike.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { createMeanwhile } from './meanwhile.ts'
import { onOnline, onReload } from '../net/realtime.ts'
import { onSignedOut } from '../session/session.ts'

/** Milliseconds after the last key before a search is asked. */
const searchDelay = 500

interface Row {
  id: number | string
}

export interface PagedListState<T extends Row> {
  items: T[]
  count: number
  hasMore: boolean
  search: string
  /** `loading`: nothing to show yet; `more`: a further page comes; `refreshing`: shown and asked again. */
  phase: 'idle' | 'loading' | 'more' | 'refreshing' | 'ready' | 'failed'
  error: unknown
}

export interface Page<T> {
  items: T[]
  count: number
  hasMore: boolean
  /** Called when the page is taken in: not when a later call has overtaken it. */
  accept?: () => void
}

export interface PagedList<T extends Row> {
  use: UseBoundStore<StoreApi<PagedListState<T>>>
  /** Loads the first page behind what is shown. */
  refresh: () => Promise<void>
  /** Loads the next page, or once more the one that could not be had. */
  loadMore: () => Promise<void>
  /** Searches when typing rests; text is lowercased for the call. */
  setSearch: (text: string) => void
  /**
   * Puts a row in: in its place when it is known, else where `compare` says; nowhere before the list was loaded. One that
   * is not new and is not here belongs to a page that has not been loaded: it is counted already.
   */
  upsert: (row: T, isNew?: boolean) => void
  remove: (id: T['id']) => void
}

interface PagedListOptions<T extends Row> {
  fetchPage: (query: { searchParam: string; pageNumber: number }) => Promise<Page<T>>
  /** Order of the list; without one, new rows come first. */
  compare?: (a: T, b: T) => number
  /** Whether a known row that changes goes where `compare` says, instead of staying where it is. */
  isResorted?: boolean
  /** Whether a row that an event brings belongs to a search; without one, new rows wait for the next load. */
  matches?: (row: T, search: string) => boolean
}

/** Rows of both lists, each id once, the later spelling winning in the earlier place. */
function mergeById<T extends Row>(rows: T[], added: T[]): T[] {
  return [...new Map([...rows, ...added].map((row) => [row.id, row])).values()]
}

/** Builds the store; it empties itself when the login ends and loads afresh when events were missed. */
export function createPagedList<T extends Row>(options: PagedListOptions<T>): PagedList<T> {
  const empty: PagedListState<T> = { items: [], count: 0, hasMore: false, search: '', phase: 'idle', error: null }
  const use = create<PagedListState<T>>(() => empty)
  let page = 1
  /** In the phase `failed`: a further page could not be had, while what is shown is as it should be. */
  let lacksMore = false
  /** Rows of a page as far as that is known, and how many of those that are loaded have gone since the last page came. */
  let size = 1
  let moved = 0
  /** What the rows that are shown were searched by. */
  let shownSearch = ''
  /** Before that a row that an event brings would stand there as if it were all. */
  let isKnown = false
  /** What was taken out since the first page came: the call and the event both tell. */
  const gone = new Set<T['id']>()
  const meanwhile = createMeanwhile<PagedListState<T>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async (pageNumber: number, phase: 'loading' | 'more' | 'refreshing'): Promise<void> => {
    const begun = meanwhile.begin()
    const searchParam = use.getState().search.trim().toLowerCase()
    const movedBefore = moved
    const isFresh = phase !== 'more'
    use.setState({ phase, error: null })
    try {
      const found = await options.fetchPage({ searchParam, pageNumber })
      if (!begun.isNewest()) return
      page = pageNumber
      shownSearch = searchParam
      isKnown = true
      size = Math.max(size, found.items.length)
      moved -= movedBefore
      found.accept?.()
      if (isFresh) gone.clear()
      use.setState((now) => {
        const items = isFresh ? found.items : mergeById(now.items, found.items)
        const { count, hasMore } = found
        const next = begun.over({ ...now, items, count, hasMore, phase: 'ready' })
        // Of a row of another page nobody can say whether the answer has counted it.
        return hasMore ? { ...next, count } : next
      })
    } catch (error) {
      if (!begun.isNewest()) return
      lacksMore = !isFresh
      // Rows of another search would stand there as if they were found by this one.
      const left = searchParam === shownSearch ? {} : { items: [], count: 0, hasMore: false }
      use.setState({ ...left, phase: 'failed', error })
    } finally {
      begun.end()
    }
  }

  const refresh = (): Promise<void> => {
    clearTimeout(timer)
    return ask(1, use.getState().items.length === 0 ? 'loading' : 'refreshing')
  }

  /** Where rows have gone, those behind them have moved up, to pages that were thought to be known. */
  const askNext = (): Promise<void> => ask(Math.max(1, page + 1 - Math.ceil(moved / size)), 'more')

  /** Asks again for what could not be had. */
  const retry = (): Promise<void> => (lacksMore ? askNext() : refresh())

  const change = (fn: (now: PagedListState<T>) => Partial<PagedListState<T>>): void => {
    meanwhile.note((now) => ({ ...now, ...fn(now) }))
    use.setState(fn)
  }

  const { compare, isResorted = false } = options
  const sorted = (items: T[]): T[] => (compare ? items.toSorted(compare) : items)

  onReload(() => {
    if (use.getState().phase !== 'idle') void refresh()
  })
  onOnline(() => {
    if (use.getState().phase === 'failed') void retry()
  })
  onSignedOut(() => {
    meanwhile.drop()
    isKnown = false
    moved = 0
    clearTimeout(timer)
    use.setState(empty)
  })

  return {
    use,
    refresh,
    loadMore: async () => {
      const { hasMore, phase } = use.getState()
      if (phase === 'failed') await retry()
      else if (hasMore && phase === 'ready') await askNext()
    },
    setSearch: (text) => {
      use.setState({ search: text })
      clearTimeout(timer)
      timer = setTimeout(() => void ask(1, 'refreshing'), searchDelay)
    },
    upsert: (row, isNew = true) =>
      change(({ items, count, search, hasMore }) => {
        if (items.some(({ id }) => id === row.id)) {
          const merged = mergeById(items, [row])
          return { items: isResorted ? sorted(merged) : merged }
        }
        if (!isKnown) return {}
        if (!gone.delete(row.id) && !isNew && hasMore && search.trim() === '') return {}
        const belongs = search.trim() === '' || options.matches?.(row, search.trim().toLowerCase()) === true
        return belongs ? { items: sorted([row, ...items]), count: count + 1 } : {}
      }),
    remove: (id) => {
      const { items: shown, phase } = use.getState()
      if (shown.some((row) => row.id === id) || (phase !== 'ready' && !gone.has(id))) moved++
      change(({ items, count, search, hasMore }) => {
        const left = items.filter((row) => row.id !== id)
        // Without a search every row is counted, also those of pages that have not been loaded.
        const isElsewhere = left.length === items.length && hasMore && search.trim() === '' && !gone.has(id)
        gone.add(id)
        return { items: left, count: count - (isElsewhere ? 1 : items.length - left.length) }
      })
    }
  }
}
