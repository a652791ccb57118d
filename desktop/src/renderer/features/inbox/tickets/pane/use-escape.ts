// Escape takes back one thing at a time: what lies over the page closes first, and the page stays as it is.
import { useEffect, useEffectEvent } from 'react'
import { isElsewhere } from '../list/use-list-keys.ts'

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/** Calls back for an Escape that is meant for the page. */
export function useEscape(onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    let wasElsewhere = false
    // By the time the page hears of the key, a menu that it closed may be gone.
    const before = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') wasElsewhere = isElsewhere()
    }
    const after = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !wasElsewhere && !defaultPrevented && !isField(target)) escape()
    }
    window.addEventListener('keydown', before, true)
    window.addEventListener('keydown', after)
    return () => {
      window.removeEventListener('keydown', before, true)
      window.removeEventListener('keydown', after)
    }
  }, [])
}
