// What is open counts as read while its window is in front of the person.
import { useEffect, useEffectEvent } from 'react'
import { onOnline } from '#platform/net/realtime.ts'

/** True while this window is in front of the person. */
export const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Calls `read` as often as something unread is looked at; `unread` is null when there is nothing, and changes with the news. */
export function useReadWhenLookedAt(unread: unknown, read: () => void): void {
  const look = useEffectEvent(() => {
    if (isLookedAt()) read()
  })
  useEffect(() => {
    if (unread === null) return undefined
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    const stop = onOnline(look)
    return () => {
      stop()
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [unread])
}
