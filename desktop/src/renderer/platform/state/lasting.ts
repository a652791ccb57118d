// What is worth a word only when it lasts: most troubles are over before anybody could read of them.
import { useEffect } from 'react'
import { useStateOf } from './state-of.ts'

/**
 * Whether `isOn` has held for so many milliseconds, counted from `since` (milliseconds since 1970) where that is known;
 * false at once when it is over.
 */
export function useLasting(isOn: boolean, milliseconds: number, since?: number): boolean {
  const [hasLasted, setLasted] = useStateOf(isOn && (since ?? true), false)
  useEffect(() => {
    if (!isOn) return
    const left = since === undefined ? milliseconds : Math.max(0, since + milliseconds - Date.now())
    const timer = setTimeout(() => setLasted(true), left)
    return () => clearTimeout(timer)
  }, [isOn, milliseconds, since, setLasted])
  return hasLasted
}
