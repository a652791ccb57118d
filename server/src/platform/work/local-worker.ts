// A worker for work that only this node can do, or that is cheaper done where it was heard of: woken by calls, one run a key.
import type { Logger } from 'pino'
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

interface Node<Key extends object, Work> extends LocalWorkerOptions<Key, Work> {
  places: Map<string, Place<Key>>
  running: Set<Promise<void>>
  isStopped: boolean
}

const isOpenAt = <Key extends object, Work>(node: Node<Key, Work>, key: Key): boolean =>
  !node.isStopped && node.isOpen?.(key) !== false

function loopAt<Key extends object, Work>(node: Node<Key, Work>, { key, signal }: Place<Key>): Promise<LoopEnd> {
  const { name, setAside, serialQueueOf, width } = node
  return runLoop<Work>({
    claim: (busy) => node.claim(key, busy),
    process: (work) => node.process(key, work),
    setAside: setAside && ((work, error) => setAside(key, work, error)),
    serialQueueOf,
    width,
    isOpen: () => isOpenAt(node, key),
    signal,
    count: (outcome) => countWork(name, outcome)
  })
}

async function run<Key extends object, Work>(node: Node<Key, Work>, place: Place<Key>): Promise<void> {
  const { name, throws = false, log } = node
  const { key } = place
  try {
    let end = await loopAt(node, place)
    // Woken after its last look, or possible again while what was under way ended: whoever said so found it running.
    while (isOpenAt(node, key) && (end.kind === 'closed' || place.signal.isSet())) end = await loopAt(node, place)
    const at = end.kind === 'idle' ? end.at : null
    apply(node, place, { kind: 'ended', in: at && at.getTime() - Date.now() })
  } catch (error) {
    if (throws) {
      apply(node, place, { kind: 'ended', in: null })
      throw error
    }
    log.error({ worker: name, key, err: error }, 'work was not done')
    apply(node, place, isOpenAt(node, key) ? { kind: 'failed' } : { kind: 'ended', in: null })
  }
}

function carryOut<Key extends object, Work>(node: Node<Key, Work>, place: Place<Key>, effect: WorkerEffect): void {
  const { name, running, log } = node
  const { key } = place
  if (effect.kind === 'signal') place.signal.set()
  else if (effect.kind === 'cancel-wake') clearTimeout(place.timer)
  else if (effect.kind === 'wake-in') {
    const wake = () =>
      wakeAt(node, key).catch((error: unknown) => log.error({ worker: name, key, err: error }, 'work was not done'))
    place.timer = setTimeout(() => void wake(), effect.ms).unref()
  } else {
    place.run = run(node, place)
    const tracked = place.run.catch(() => {}).finally(() => running.delete(tracked))
    running.add(tracked)
  }
}

function apply<Key extends object, Work>(node: Node<Key, Work>, place: Place<Key>, event: WorkerEvent): void {
  const [state, effects] = decide(place.state, event)
  place.state = state
  for (const effect of effects) carryOut(node, place, effect)
}

async function wakeAt<Key extends object, Work>(node: Node<Key, Work>, key: Key): Promise<void> {
  countWork(node.name, 'woken')
  const name = node.nameOf(key)
  const place = node.places.get(name) ?? { key, state: idle, signal: createSignal(), timer: undefined, run: undefined }
  node.places.set(name, place)
  const before = place.run
  apply(node, place, { kind: 'woken' })
  if (place.run !== before) await place.run
}

/** Makes the worker of a node. */
export function createLocalWorker<Key extends object, Work>(options: LocalWorkerOptions<Key, Work>): LocalWorker<Key> {
  const node: Node<Key, Work> = { ...options, places: new Map(), running: new Set(), isStopped: false }
  return {
    wake: (key) => wakeAt(node, key),
    stop: async () => {
      node.isStopped = true
      for (const place of node.places.values()) apply(node, place, { kind: 'stop' })
      await Promise.all(node.running)
    }
  }
}
