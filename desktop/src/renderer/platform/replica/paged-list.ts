// A list that the server pages: search, append on scroll, kept by events.
import type { StoreApi, UseBoundStore } from 'zustand'
import { createEntities, emptyEntities, putEntity, removeEntity, type Entities } from './entities.ts'
import { onLifecycle } from './lifecycle.ts'
import {
  beginLoad,
  createQuery,
  emptyQuery,
  endLoad,
  showWindow,
  takePage,
  type ListState,
  type Query,
  type QueryRules
} from './queries.ts'
import type { Read } from './reading.ts'
import type { Row } from './stamp.ts'
import { emptyWindow } from './window.ts'

/** Milliseconds after the last key before a search is asked. */
const searchDelay = 500

export interface Page<T> {
  items: readonly T[]
  count: number
  hasMore: boolean
  /** Called when the page is taken in: not when a later call has overtaken it. */
  accept?: () => void
}

export interface PagedList<T extends Row> {
  use: UseBoundStore<StoreApi<ListState<T>>>
  entities: Entities<T>
  /** Loads the first page behind what is shown. */
  refresh: () => Promise<void>
  /** Loads every page that is shown again, so that nobody who looks at a further one is brought back to the first. */
  refreshShown: () => Promise<void>
  /** Loads the next page, or once more the one that could not be had. */
  loadMore: () => Promise<void>
  /** Searches when typing rests; text is lowercased for the call. */
  setSearch: (text: string) => void
  /**
   * Puts in what a call answered, unless an event has said more of it since: in its place when it is known, else where
   * `compare` says. One that is not new and is not here belongs to a page that has not been loaded: it is counted already.
   */
  upsert: (row: T, isNew?: boolean) => void
  remove: (id: T['id']) => void
}

interface PagedListOptions<T extends Row> extends QueryRules<T> {
  fetchPage: (query: { searchParam: string; pageNumber: number }, read: Read) => Promise<Page<T>>
}

interface Pages<T extends Row> {
  query: Query<T>
  fetchPage: PagedListOptions<T>['fetchPage']
  page: number
  /** How many rows stand up to the end of that page. */
  loaded: number
  /** Rows of a page as far as that is known. */
  size: number
  /** In the phase `failed`: a further page could not be had, while what is shown is as it should be. */
  lacksMore: boolean
}

/** From which page to which. */
interface Span {
  first: number
  last: number
}
const onePage = (page: number): Span => ({ first: page, last: page })

interface Found<T> extends Page<T> {
  /** The last page with rows, and how many it has. */
  last: number
  lastSize: number
  /** Rows of a whole page. */
  size: number
}

async function fetchSpan<T extends Row>(
  { fetchPage }: Pages<T>,
  { first, last }: Span,
  searchParam: string,
  read: Read
): Promise<Found<T>> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const asked = await Promise.all(numbers.map((pageNumber) => fetchPage({ searchParam, pageNumber }, read)))
  // There may be fewer pages by now.
  const found = asked.filter(({ items }, index) => index === 0 || items.length > 0)
  const end = found.at(-1)
  if (end === undefined) throw new Error('no page was asked for')
  // A row that moved from page to page meanwhile stands in both.
  const rows = new Map(found.flatMap(({ items }) => items).map((row) => [row.id, row]))
  const size = Math.max(...found.map(({ items }) => items.length))
  return { ...end, items: [...rows.values()], last: first + found.length - 1, lastSize: end.items.length, size }
}

async function askPages<T extends Row>(pages: Pages<T>, span: Span, phase: ListState<T>['phase']): Promise<void> {
  const { query } = pages
  const searchParam = query.use.getState().search.trim().toLowerCase()
  const loading = beginLoad(query, searchParam)
  const isNewest = () => query.load === loading
  const movedBefore = query.moved
  const isFirst = phase !== 'more'
  query.use.setState({ phase, error: null })
  try {
    const found = await fetchSpan(pages, span, searchParam, loading.read)
    if (!isNewest()) return
    pages.page = found.last
    pages.size = Math.max(pages.size, found.size)
    pages.loaded = (found.last - 1) * pages.size + found.lastSize
    query.moved -= movedBefore
    found.accept?.()
    // Where rows went while a further page was on its way, others may have moved past it.
    const hasMore = found.hasMore || (!isFirst && query.moved > 0)
    takePage(query, loading, { ...found, hasMore, isFirst })
    showWindow(query, { phase: 'ready' })
  } catch (error) {
    if (!isNewest()) return
    pages.lacksMore = !isFirst
    // Rows of another search would stand there as if they were found by this one.
    if (searchParam !== query.shownSearch) query.window = { ...emptyWindow, isKnown: query.window.isKnown }
    showWindow(query, { phase: 'failed', error })
  } finally {
    endLoad(query, loading)
  }
}

const refreshPages = <T extends Row>(pages: Pages<T>, last = 1): Promise<void> =>
  askPages(pages, { first: 1, last }, pages.query.use.getState().items.length === 0 ? 'loading' : 'refreshing')

/** One that is on its way is shown in a moment; of another search there is nothing to stay at. */
function refreshShownPages<T extends Row>(pages: Pages<T>): Promise<void> {
  const { phase, search } = pages.query.use.getState()
  const isShown = search.trim().toLowerCase() === pages.query.shownSearch
  return refreshPages(pages, isShown ? pages.page + (phase === 'more' ? 1 : 0) : 1)
}

/** Where rows have gone, those behind them have moved up, to pages that were thought to be known. */
function askNext<T extends Row>(pages: Pages<T>): Promise<void> {
  const { page, loaded, size, query } = pages
  const behind = Math.floor(Math.max(0, loaded - query.moved) / size) + 1
  return askPages(pages, onePage(query.moved === 0 ? page + 1 : Math.min(page + 1, behind)), 'more')
}

/** Asks again for what could not be had. */
const retry = <T extends Row>(pages: Pages<T>): Promise<void> =>
  pages.lacksMore ? askNext(pages) : refreshPages(pages)

/** Builds the list; it is emptied when the login ends and loaded afresh when events were missed. */
export function createPagedList<T extends Row>({ fetchPage, ...rules }: PagedListOptions<T>): PagedList<T> {
  const entities = createEntities<T>()
  const query = createQuery(entities, rules)
  const { use } = query
  const pages: Pages<T> = { query, fetchPage, page: 1, loaded: 0, size: 1, lacksMore: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = (): Promise<void> => {
    clearTimeout(timer)
    return refreshPages(pages)
  }
  onLifecycle({
    signedOut: () => {
      clearTimeout(timer)
      emptyQuery(query)
      emptyEntities(entities)
    },
    reload: () => {
      if (use.getState().phase !== 'idle') void refresh()
    },
    online: () => {
      if (use.getState().phase === 'failed') void retry(pages)
    }
  })
  return {
    use,
    entities,
    refresh,
    refreshShown: () => {
      clearTimeout(timer)
      return refreshShownPages(pages)
    },
    loadMore: async () => {
      const { hasMore, phase } = use.getState()
      if (phase === 'failed') await retry(pages)
      else if (hasMore && phase === 'ready') await askNext(pages)
    },
    setSearch: (text) => {
      use.setState({ search: text })
      clearTimeout(timer)
      timer = setTimeout(() => void askPages(pages, onePage(1), 'refreshing'), searchDelay)
    },
    upsert: (row, isNew = true) => putEntity(entities, row, { isNew }),
    remove: (id) => removeEntity(entities, id)
  }
}
