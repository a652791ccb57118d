// The time of this computer as screens draw it: a store, so that drawing itself asks no clock.
import { useSyncExternalStore } from 'react'

/** Milliseconds after which what is drawn by the time is looked at again. */
const interval = 30_000

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, interval)
  return () => clearInterval(timer)
}

/** Milliseconds, to the second: two looks while one screen is drawn see the same. */
const presentSecond = (): number => Math.floor(Date.now() / 1_000) * 1_000

/** Milliseconds since 1970, to the second; renewed every half minute, and whenever the component is drawn anew. */
export const useNow = (): number => useSyncExternalStore(subscribe, presentSecond)
