// A list that the server gives whole: loaded once, kept by events.
import type { StoreApi, UseBoundStore } from 'zustand'
import {
  createEntities,
  drawEntity,
  emptyEntities,
  patchEntity,
  putEntity,
  removeEntity,
  type Entities
} from './entities.ts'
import { onLifecycle } from './lifecycle.ts'
import type { Drawing } from './optimistic.ts'
import {
  beginLoad,
  createQuery,
  emptyQuery,
  endLoad,
  seedWindow,
  showWindow,
  takePage,
  type ListState,
  type Query
} from './queries.ts'
import type { Read } from './reading.ts'
import type { Row } from './stamp.ts'

export interface WholeList<T extends Row> {
  use: UseBoundStore<StoreApi<ListState<T>>>
  entities: Entities<T>
  /** Loads when nobody has yet; calls that come meanwhile share the request. */
  ensure: () => Promise<void>
  refresh: () => Promise<void>
  /** Puts in what a call answered, unless an event has said more of it since. */
  upsert: (row: T) => void
  /** Changes some fields of a known row. */
  patch: (id: T['id'], part: Partial<T>) => void
  remove: (id: T['id']) => void
  /** Draws a change of a row at once while `work` asks the server for it; it is taken back when that is over. */
  draw: <R>(id: T['id'], drawing: Drawing<T>, work: () => Promise<R>) => Promise<R>
  /** Shows rows of an earlier visit until they are asked for. */
  seed: (rows: T[]) => void
  /** Lets everything go: it is about to be a list of something else. */
  empty: () => void
}

async function load<T extends Row>(query: Query<T>, fetchAll: (read: Read) => Promise<readonly T[]>): Promise<void> {
  const loading = beginLoad(query)
  const isNewest = () => query.load === loading
  query.use.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'loading', error: null }))
  try {
    const items = await fetchAll(loading.read)
    if (!isNewest()) return
    takePage(query, loading, { items, count: items.length, hasMore: false, isFirst: true })
    showWindow(query, { phase: 'ready' })
  } catch (error) {
    if (isNewest()) query.use.setState({ phase: query.window.isKnown ? 'ready' : 'failed', error })
  } finally {
    endLoad(query, loading)
  }
}

/** Builds the list; it is emptied when the login ends and loaded afresh when events were missed. */
export function createWholeList<T extends Row>(
  fetchAll: (read: Read) => Promise<readonly T[]>,
  compare: (a: T, b: T) => number,
  filter?: (row: T) => boolean
): WholeList<T> {
  const entities = createEntities<T>()
  const query = createQuery(entities, { compare, filter, isResorted: true })
  const { use } = query
  let loading: Promise<void> | null = null
  const refresh = (): Promise<void> => {
    const mine = load(query, fetchAll).finally(() => {
      if (loading === mine) loading = null
    })
    loading = mine
    return mine
  }
  function empty(): void {
    loading = null
    emptyQuery(query)
    emptyEntities(entities)
  }
  onLifecycle({
    signedOut: empty,
    reload: () => {
      if (use.getState().phase !== 'idle') void refresh()
    },
    online: () => {
      if (use.getState().error !== null) void refresh()
    }
  })
  return {
    use,
    entities,
    ensure: () => (use.getState().phase === 'ready' ? Promise.resolve() : (loading ?? refresh())),
    refresh,
    upsert: (row) => putEntity(entities, row),
    patch: (id, part) => patchEntity(entities, id, part),
    remove: (id) => removeEntity(entities, id),
    draw: (id, drawing, work) => drawEntity(entities, { id, drawing }, work),
    seed: (rows) => seedWindow(query, rows),
    empty
  }
}
