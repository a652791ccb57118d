// Ends sockets that neither open nor close, and open ones that have gone deaf. It judges by frames, not by flags.
import type { Timings } from '../timings.ts'
import type { Ending } from './connection-state.ts'

/** `qr` has no deadline: WhatsApp's codes expire by themselves. */
export type Stage = 'connecting' | 'qr' | 'pairing' | 'open'

export interface Watchdog {
  enter(stage: Stage): void
  /** A frame arrived. */
  heard(): void
  stop(): void
}

export interface WatchdogParts {
  timings: Pick<Timings, 'opening' | 'silence' | 'ping'>
  /** Asks WhatsApp for a sign of life; any frame counts as the answer. */
  ping: () => Promise<unknown>
  /** Called once. */
  onEnding: (ending: Ending) => void
  now?: () => number
}

/** Watches one socket from its first moment on. */
export function startWatchdog({ timings, ping, onEnding, now = Date.now }: WatchdogParts): Watchdog {
  let stage: Stage = 'connecting'
  let lastFrame = now()
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  const stop = () => {
    isOver = true
    clearTimeout(timer)
  }
  const give = (ending: Ending) => {
    if (isOver) return
    stop()
    onEnding(ending)
  }
  const listen = () => {
    if (isOver) return
    const silent = now() - lastFrame
    if (silent < timings.silence) {
      timer = setTimeout(listen, timings.silence - silent)
      return
    }
    const asked = lastFrame
    void ping().catch(() => {})
    // What arrived while this process had no time to read is read before it is judged.
    const judge = () => (lastFrame === asked ? give({ kind: 'deaf' }) : listen())
    timer = setTimeout(() => setImmediate(judge), timings.ping)
  }
  const enter = (next: Stage) => {
    if (isOver) return
    stage = next
    clearTimeout(timer)
    if (stage === 'open') listen()
    else if (stage !== 'qr') timer = setTimeout(() => give({ kind: 'no-answer' }), timings.opening)
  }

  enter('connecting')
  return {
    enter,
    heard: () => {
      lastFrame = now()
    },
    stop
  }
}
