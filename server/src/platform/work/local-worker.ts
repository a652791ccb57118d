// A worker for work that only this node can do, or that is cheaper done where it was heard of: woken by calls, one run a key.
import type { Logger } from 'pino'
import type { Ctx } from '../ctx.ts'
import { countWork } from './count-work.ts'
import { createSignal, type Signal } from './signal.ts'
import { decide, idle, type WorkerEffect, type WorkerEvent, type WorkerState } from './worker-state.ts'
import { runLoop, type Claimed, type LoopEnd, type Outcome } from './work-loop.ts'

export interface LocalWorkerOptions<Key extends object, Work> {
  name: string
  /** The same for the same key, whatever else came with it. */
  nameOf: (key: Key) => string
  /** Takes what is due at a key; not from the serial queues that are busy. A moment is one of the real clock. */
  claim: (key: Key, busy: string[]) => Promise<Claimed<Work>>
  process: (key: Key, work: Work) => Promise<Outcome>
  /** Puts a piece that failed off, or aside where a person sees it. Errors: what it is not there to judge. */
  setAside?: (key: Key, work: Work, error: unknown) => Promise<Outcome>
  /** Of the pieces of one serial queue a single one is under way. */
  serialQueueOf?: (work: Work) => string
  /** Pieces of a key under way at once; 1 when left out. */
  width?: number
  /** Whether the work of a key can be done here now; whoever makes it possible again wakes it. */
  isOpen?: (key: Key) => boolean
  /** A run that fails fails whoever woke it, and a sweep finds what is left; otherwise it is logged and tried again soon. */
  throws?: boolean
  log: Logger
}

export interface LocalWorker<Key> {
  /**
   * Resolves when the run that this begins has ended; at once when one is under way, which looks again then. Errors: those
   * of a worker that throws.
   */
  wake(key: Key): Promise<void>
  /** Begins nothing further; resolves when what was begun is done. */
  stop(): Promise<void>
}

interface Place<Key> {
  key: Key
  state: WorkerState
  signal: Signal
  timer: NodeJS.Timeout | undefined
  /** The run that was begun last. */
  run: Promise<void> | undefined
}

/** Makes the worker of a node. */
export function createLocalWorker<Key extends object, Work>(options: LocalWorkerOptions<Key, Work>): LocalWorker<Key> {
  const {
    name,
    nameOf,
    claim,
    process,
    setAside,
    serialQueueOf,
    width,
    isOpen = () => true,
    throws = false,
    log
  } = options
  const places = new Map<string, Place<Key>>()
  const running = new Set<Promise<void>>()
  let isStopped = false

  const loopOf = ({ key, signal }: Place<Key>): Promise<LoopEnd> =>
    runLoop<Work>({
      claim: (busy) => claim(key, busy),
      process: (work) => process(key, work),
      setAside: setAside && ((work, error) => setAside(key, work, error)),
      serialQueueOf,
      width,
      isOpen: () => !isStopped && isOpen(key),
      signal,
      count: (outcome) => countWork(name, outcome)
    })

  const run = async (place: Place<Key>): Promise<void> => {
    try {
      let end = await loopOf(place)
      // Woken after its last look.
      while (end.kind === 'idle' && place.signal.isSet()) end = await loopOf(place)
      const at = end.kind === 'idle' ? end.at : null
      apply(place, { kind: 'ended', in: at && at.getTime() - Date.now() })
    } catch (error) {
      if (throws) {
        apply(place, { kind: 'ended', in: null })
        throw error
      }
      log.error({ worker: name, key: place.key, err: error }, 'work was not done')
      apply(place, isOpen(place.key) ? { kind: 'failed' } : { kind: 'ended', in: null })
    }
  }

  const carryOut = (place: Place<Key>, effect: WorkerEffect): void => {
    if (effect.kind === 'signal') place.signal.set()
    else if (effect.kind === 'cancel-wake') clearTimeout(place.timer)
    else if (effect.kind === 'wake-in') place.timer = setTimeout(wakeAgain, effect.ms, place).unref()
    else {
      place.run = run(place)
      track(place.run)
    }
  }

  const apply = (place: Place<Key>, event: WorkerEvent): void => {
    const [state, effects] = decide(place.state, event)
    place.state = state
    for (const effect of effects) carryOut(place, effect)
  }

  const placeOf = (key: Key): Place<Key> => {
    const text = nameOf(key)
    const place = places.get(text) ?? { key, state: idle, signal: createSignal(), timer: undefined, run: undefined }
    places.set(text, place)
    return place
  }

  const track = (work: Promise<void>): void => {
    const tracked = work.catch(() => {}).finally(() => running.delete(tracked))
    running.add(tracked)
  }

  const wakeAgain = ({ key }: Place<Key>): void =>
    void wake(key).catch((error: unknown) => log.error({ worker: name, key, err: error }, 'work was not done'))

  const wake = async (key: Key): Promise<void> => {
    countWork(name, 'woken')
    const place = placeOf(key)
    const before = place.run
    apply(place, { kind: 'woken' })
    if (place.run !== before) await place.run
  }

  return {
    wake,
    stop: async () => {
      isStopped = true
      for (const place of places.values()) apply(place, { kind: 'stop' })
      await Promise.all(running)
    }
  }
}

export interface DefinedLocalWorkerOptions<Key extends object, Work> {
  name: string
  nameOf: (key: Key) => string
  claim: (ctx: Ctx, key: Key) => Promise<Claimed<Work>>
  process: (ctx: Ctx, work: Work) => Promise<Outcome>
}

/**
 * Declares a worker of whichever node hears of work first, woken after a commit: a run that fails fails whoever woke it, and
 * a sweep finds what is left.
 */
export function defineLocalWorker<Key extends object, Work>({
  name,
  nameOf,
  claim,
  process
}: DefinedLocalWorkerOptions<Key, Work>): { wake(ctx: Ctx, key: Key): Promise<void> } {
  // By pool, since a test runs two nodes in one process.
  const nodes = new WeakMap<object, LocalWorker<Key>>()
  return {
    wake: (ctx, key) => {
      const node =
        nodes.get(ctx.pool) ??
        createLocalWorker<Key, Work>({
          name,
          nameOf,
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
