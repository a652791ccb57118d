// The loop of every worker: claims what is due, does some of it side by side, and looks again until nothing is due.
import type { Signal } from './signal.ts'

/** What was claimed; or the moment before which nothing is due. */
export type Claimed<Work> = Work[] | Date

/** `stop` ends the loop, though more may be due: it is left for a later wake. */
export type Outcome = 'stop' | void

export interface LoopOptions<Work> {
  /** Takes what is due so that nobody else does it; not from the serial queues that are busy. */
  claim: (busy: string[]) => Promise<Claimed<Work>>
  process: (work: Work) => Promise<Outcome>
  /** Puts a piece that failed off, or aside where a person sees it. Errors: what it is not there to judge. */
  setAside?: ((work: Work, error: unknown) => Promise<Outcome>) | undefined
  /** Of the pieces of one serial queue a single one is under way. */
  serialQueueOf?: ((work: Work) => string) | undefined
  /** Pieces under way at once. */
  width?: number | undefined
  /** Pieces begun before others have their turn. */
  mostPieces?: number | undefined
  /** False once nothing further is to be begun. */
  isOpen: () => boolean
  /** Set by whoever has further work. */
  signal: Signal
  count: (outcome: 'done' | 'aside' | 'failed') => void
}

/** Why a loop ended: nothing is due (`at`: before that moment), more may be due, or it is to begin nothing any more. */
export type LoopEnd = { kind: 'idle'; at: Date | null } | { kind: 'more' } | { kind: 'closed' }

/**
 * Runs until nothing is due and nobody signalled meanwhile. Errors: the first of those that `claim` or `process` failed
 * with, once what is under way beside it has ended.
 */
export async function runLoop<Work>(options: LoopOptions<Work>): Promise<LoopEnd> {
  const { claim, serialQueueOf = () => '', width = 1, mostPieces = Infinity, isOpen, signal } = options
  /** By serial queue. */
  const busy = new Map<string, Promise<void>>()
  const troubles: unknown[] = []
  let next: Work[] = []
  let pieces = 0
  let ended = 0
  let isStopped = false
  try {
    while (troubles.length === 0 && !isStopped) {
      if (!isOpen()) return { kind: 'closed' }
      const signalled = signal.next()
      const endedBefore = ended
      let at: Date | null = null
      if (next.length === 0 && busy.size < width) {
        if (pieces >= mostPieces) return { kind: 'more' }
        signal.clear()
        const claimed = await claim([...busy.keys()])
        if (claimed instanceof Date) at = claimed
        else next = claimed
      }
      for (const work of next.splice(0, width - busy.size)) {
        pieces++
        const queue = serialQueueOf(work)
        const one = carryOut(options, work)
          .then((outcome) => void (isStopped ||= outcome === 'stop'))
          .catch((error: unknown) => void troubles.push(error))
          .finally(() => {
            ended++
            busy.delete(queue)
          })
        busy.set(queue, one)
      }
      // What ended during the look was busy to it: what follows there, and when it is due, was not looked for.
      if (ended !== endedBefore) continue
      if (busy.size > 0) await Promise.race([...busy.values(), signalled])
      else if (!signal.isSet()) return { kind: 'idle', at }
    }
  } finally {
    // Whoever comes next does not know what is under way.
    await Promise.all(busy.values())
  }
  if (troubles.length > 0) throw troubles[0]
  return { kind: 'idle', at: null }
}

async function carryOut<Work>({ process, setAside, count }: LoopOptions<Work>, work: Work): Promise<Outcome> {
  try {
    const outcome = await process(work)
    count('done')
    return outcome
  } catch (error) {
    if (!setAside) {
      count('failed')
      throw error
    }
    const outcome = await setAside(work, error).catch((problem: unknown) => {
      count('failed')
      throw problem
    })
    count('aside')
    return outcome
  }
}
