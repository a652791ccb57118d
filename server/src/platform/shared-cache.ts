// A small cache of one process that every node empties when a transaction says so, through NOTIFY.
import type { Ctx, EventBus } from './ctx.ts'
import { domainEvent } from './events/domain-event.ts'
import { isInTransaction } from './events/transaction.ts'
import { notifyNodes } from './shared-cache.repo.ts'

interface Entry<V> {
  until: number
  settled?: { value: V }
  pending?: Promise<V>
}

export interface SharedCache<V> {
  /** The value under `key`, or what `load` finds. */
  get(ctx: Ctx, key: string, load: () => Promise<V>): Promise<V>
  /** Reads past the cache and keeps what was found. */
  reload(ctx: Ctx, key: string, load: () => Promise<V>): Promise<V>
  /** Drops every key that starts with `scope`, on every node, when the transaction commits. */
  forget(tx: Ctx, scope: string): Promise<void>
  /** Plugs into a feature's `listeners`: drops at once in this process. */
  listeners(bus: EventBus): void
  /** Plugs into a feature's `start`: hears the other nodes. */
  start(ctx: Ctx): Promise<void>
}

/** Entries above which expired ones are thrown out. */
const roomy = 20_000

/** Declares a cache. `channel` is PostgreSQL's; `ttl` in milliseconds bounds what a lost notification can do. */
export function sharedCache<V>({ channel, ttl }: { channel: string; ttl: number }): SharedCache<V> {
  // By pool and not one for all: a test may run two nodes in one process.
  const stores = new WeakMap<object, Map<string, Entry<V>>>()
  const touched = new WeakSet<Ctx>()
  const forgotten = domainEvent<{ scope: string }>(`${channel} forgotten`)

  const storeOf = (ctx: Ctx): Map<string, Entry<V>> => {
    const known = stores.get(ctx.pool) ?? new Map<string, Entry<V>>()
    stores.set(ctx.pool, known)
    return known
  }
  const drop = (ctx: Ctx, scope: string): void => {
    const store = storeOf(ctx)
    for (const key of store.keys()) if (key.startsWith(scope)) store.delete(key)
  }
  const makeRoom = (ctx: Ctx, store: Map<string, Entry<V>>): void => {
    if (store.size < roomy) return
    const now = ctx.now().getTime()
    for (const [key, entry] of store) if (entry.until <= now) store.delete(key)
    if (store.size >= roomy) store.clear()
  }

  const reload: SharedCache<V>['reload'] = async (ctx, key, load) => {
    if (touched.has(ctx)) return load()
    const store = storeOf(ctx)
    makeRoom(ctx, store)
    const entry: Entry<V> = { until: ctx.now().getTime() + ttl }
    // Kept before the answer is known: whoever drops the key meanwhile drops an answer that may be old.
    store.set(key, entry)
    const pending = load()
    if (!isInTransaction(ctx)) entry.pending = pending
    try {
      const value = await pending
      entry.settled = { value }
      return value
    } catch (error) {
      if (store.get(key) === entry) store.delete(key)
      throw error
    }
  }

  return {
    get: async (ctx, key, load) => {
      const known = storeOf(ctx).get(key)
      if (!known || known.until <= ctx.now().getTime() || touched.has(ctx)) return reload(ctx, key, load)
      if (known.settled) return known.settled.value
      // A transaction never waits for a load that may need one more connection of the pool.
      return known.pending && !isInTransaction(ctx) ? known.pending : reload(ctx, key, load)
    },
    reload,
    forget: async (tx, scope) => {
      touched.add(tx)
      tx.bus.emit(forgotten, { scope })
      await notifyNodes(tx.db, channel, scope)
    },
    listeners: (bus) => bus.on(forgotten, (ctx, { scope }) => drop(ctx, scope)),
    start: async (ctx) => {
      // After a broken line, notifications may have been missed: everything goes.
      await ctx.pool.$client.listen(
        channel,
        (scope) => drop(ctx, scope),
        () => drop(ctx, '')
      )
    }
  }
}
