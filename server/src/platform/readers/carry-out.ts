// Gives one order to a reader's process, hands it the parts of the file it asks for, and ends it when it takes too long.
import { inTime, longestFetch } from './in-time.ts'
import { processorTime } from './processor-time.ts'
import { ReaderEnded, type EndReason } from './reader-errors.ts'
import type { FromReader, OrderedFile, ToReader } from './reader-main.ts'
import type { ReaderChild } from './spawn-reader.ts'

/** How many times the limit the clock may show where the process gets no processor. */
const mostLimits = 3

const stops = new Set<() => void>()

/** Ends what is being read. */
export function stopOrders(): void {
  for (const stop of stops) stop()
}

/**
 * A clock of the process alone: it stands while the server fetches parts of the file, and calls `onEnd` when the process
 * has had `limit` ms of a processor, or three times as long without getting one.
 */
function startClock(pid: number | undefined, limit: number, onEnd: () => void) {
  const usedBefore = processorTime(pid) ?? 0
  let [passed, since, fetches, fetching] = [0, Date.now(), 0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = (): void => {
    since = Date.now()
    timer = setTimeout(look, Math.max(1, limit - (passed % limit)))
  }
  const look = (): void => {
    passed += Date.now() - since
    const used = processorTime(pid)
    const isSpent = used === null ? passed >= limit : used - usedBefore >= limit * 0.9
    if (isSpent || passed >= limit * mostLimits) onEnd()
    else run()
  }
  run()
  return {
    stop: () => clearTimeout(timer),
    pause: () => {
      if (++fetches > 1) return
      clearTimeout(timer)
      passed += Date.now() - since
      since = Date.now()
    },
    goOn: () => {
      if (--fetches > 0) return
      fetching += Date.now() - since
      run()
    },
    /** Milliseconds that are left for fetching. */
    fetchTime: () => longestFetch - fetching
  }
}

type Answer = Extract<FromReader, { megabytes: number }>

/**
 * One order to a process that is ready. Errors: ReaderEnded; others when a part of the file cannot be had, which is not the
 * file's fault.
 */
export function carryOut({ child }: ReaderChild, order: unknown, file: OrderedFile, patience: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // It ended before it saw the file.
    if (child.exitCode !== null || child.signalCode !== null) return reject(new Error('the reader of files is gone'))
    let killedFor: EndReason | null = null
    const kill = (reason: EndReason): void => {
      killedFor ??= reason
      child.kill('SIGKILL')
    }
    const stop = (): void => kill('stopped')
    const clock = startClock(child.pid, patience, () => kill('time'))
    const tell = (message: ToReader): void => {
      // What cannot be said to a process that has just ended is told by its end.
      if (child.connected) child.send(message, () => {})
    }
    const finish = (): void => {
      clock.stop()
      isDone = true
      stops.delete(stop)
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    let isDone = false
    const give = async (ask: number, start: number, end: number): Promise<void> => {
      clock.pause()
      try {
        const piece = await inTime(file.read(start, end), clock.fetchTime())
        if (isDone) return
        clock.goOn()
        tell({ ask, piece })
      } catch (error) {
        if (isDone) return
        finish()
        reject(error)
      }
    }
    const onMessage = (message: FromReader): void => {
      if ('ask' in message) void give(message.ask, message.start, message.end)
      else if ('megabytes' in message) {
        finish()
        resolve(message)
      }
    }
    const onExit = (code: number | null, signal: string | null): void => {
      finish()
      const said = killedFor ? '' : ` (${signal ?? code})`
      reject(new ReaderEnded(killedFor ?? 'memory', said))
    }
    stops.add(stop)
    child.on('message', onMessage)
    child.once('exit', onExit)
    tell({ order, size: file.size })
  })
}
