// A store for a list that the server gives whole: loaded once, kept by events, merged by id.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { createMeanwhile } from './meanwhile.ts'
import { onOnline, onReload } from '../net/realtime.ts'
import { onSignedOut } from '../session/session.ts'

interface Row {
  id: number
}

export interface WholeListState<T extends Row> {
  items: T[]
  phase: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the last load failed; `ready` with one shows what was known before it. */
  error: unknown
}

export interface WholeList<T extends Row> {
  use: UseBoundStore<StoreApi<WholeListState<T>>>
  /** Loads when nobody has yet; calls that come meanwhile share the request. */
  ensure: () => Promise<void>
  refresh: () => Promise<void>
  upsert: (row: T) => void
  /** Changes some fields of a known row. */
  patch: (id: number, part: Partial<T>) => void
  remove: (id: number) => void
}

/** Builds the store; it empties itself when the login ends and loads afresh when events were missed. */
export function createWholeList<T extends Row>(
  fetchAll: () => Promise<T[]>,
  compare: (a: T, b: T) => number
): WholeList<T> {
  const empty: WholeListState<T> = { items: [], phase: 'idle', error: null }
  const use = create<WholeListState<T>>(() => empty)
  let loading: Promise<void> | null = null
  /** Before that a row that an event brings would stand there as if it were all. */
  let isKnown = false
  const meanwhile = createMeanwhile<T[]>()

  const load = async (): Promise<void> => {
    const begun = meanwhile.begin()
    use.setState(({ phase }) => ({ phase: phase === 'ready' ? phase : 'loading', error: null }))
    try {
      const answered = await fetchAll()
      if (!begun.isNewest()) return
      isKnown = true
      use.setState({ items: begun.over(answered).toSorted(compare), phase: 'ready' })
    } catch (error) {
      if (begun.isNewest()) use.setState({ phase: isKnown ? 'ready' : 'failed', error })
    } finally {
      begun.end()
    }
  }
  const refresh = (): Promise<void> => {
    const mine = load().finally(() => {
      if (loading === mine) loading = null
    })
    loading = mine
    return mine
  }
  const change = (fn: (items: T[]) => T[]): void => {
    meanwhile.note(fn)
    if (isKnown) use.setState(({ items }) => ({ items: fn(items).toSorted(compare) }))
  }

  onReload(() => {
    if (use.getState().phase !== 'idle') void refresh()
  })
  onOnline(() => {
    if (use.getState().error !== null) void refresh()
  })
  onSignedOut(() => {
    meanwhile.drop()
    isKnown = false
    loading = null
    use.setState(empty)
  })

  return {
    use,
    ensure: () => (use.getState().phase === 'ready' ? Promise.resolve() : (loading ?? refresh())),
    refresh,
    upsert: (row) => change((items) => [...items.filter(({ id }) => id !== row.id), row]),
    patch: (id, part) => change((items) => items.map((row) => (row.id === id ? { ...row, ...part } : row))),
    remove: (id) => change((items) => items.filter((row) => row.id !== id))
  }
}
