// The newest value for handlers that stay the same from one drawing to the next.
import { useLayoutEffect, useRef, type RefObject } from 'react'

/** To be read when something happens, never while drawing; effects take `useEffectEvent` instead. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
