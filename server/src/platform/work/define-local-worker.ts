// Declares a worker of whichever node hears of work first, woken after a commit.
import type { Ctx } from '../ctx.ts'
import { createLocalWorker, type LocalWorker, type LocalWorkerOptions } from './local-worker.ts'
import type { Claimed, Outcome } from './work-loop.ts'

export interface DefinedLocalWorkerOptions<Key extends object, Work> extends Pick<
  LocalWorkerOptions<Key, Work>,
  'name' | 'nameOf'
> {
  claim: (ctx: Ctx, key: Key) => Promise<Claimed<Work>>
  process: (ctx: Ctx, work: Work) => Promise<Outcome>
}

/** Makes the worker. A run that fails fails whoever woke it, and a sweep finds what is left. */
export function defineLocalWorker<Key extends object, Work>({
  claim,
  process,
  ...named
}: DefinedLocalWorkerOptions<Key, Work>): { wake(ctx: Ctx, key: Key): Promise<void> } {
  // By pool, since a test runs two nodes in one process.
  const nodes = new WeakMap<object, LocalWorker<Key>>()
  return {
    wake: (ctx, key) => {
      const node =
        nodes.get(ctx.pool) ??
        createLocalWorker<Key, Work>({
          ...named,
          claim: (at) => claim(ctx, at),
          process: (_at, work) => process(ctx, work),
          throws: true,
          log: ctx.log
        })
      nodes.set(ctx.pool, node)
      return node.wake(key)
    }
  }
}
