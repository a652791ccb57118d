// Notifications that keep quiet for a while: for half an hour, or until the next morning.
import type { PauseLength } from '#bridge/notification-channels.ts'
import type { Settings } from '../platform/settings.ts'

/** Hour of the day, local, at which "until tomorrow" ends. */
const morning = 8

/** Milliseconds since 1970 at which a pause that begins now ends, or null for none. */
export function endOfPause(length: PauseLength, now: Date): number | null {
  if (length === 'none') return null
  if (length === '30-minutes') return now.getTime() + 30 * 60_000
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morning).getTime()
}

export interface Pause {
  /** Milliseconds since 1970, or null when nothing is paused. */
  until(): number | null
  begin(length: PauseLength): number | null
  /** Calls back with every change, the end included. */
  onChange(fn: (until: number | null) => void): void
}

/** Longest delay a timer takes. */
const longestTimer = 2 ** 31 - 1

export function createPause(settings: Settings, now = Date.now): Pause {
  const listeners: ((until: number | null) => void)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const until = (): number | null => {
    const end = settings.read('pausedUntil')
    return end !== null && end > now() ? end : null
  }
  const watchEnd = (): void => {
    clearTimeout(timer)
    const end = until()
    if (end === null) return
    timer = setTimeout(
      () => {
        // A timer stands still while the computer sleeps, and may be early.
        if (until() !== null) return watchEnd()
        settings.write('pausedUntil', null)
        for (const fn of listeners) fn(null)
      },
      Math.min(longestTimer, end - now() + 50)
    )
    timer.unref()
  }
  watchEnd()
  return {
    until,
    begin: (length) => {
      settings.write('pausedUntil', endOfPause(length, new Date(now())))
      watchEnd()
      for (const fn of listeners) fn(until())
      return until()
    },
    onChange: (fn) => void listeners.push(fn)
  }
}
