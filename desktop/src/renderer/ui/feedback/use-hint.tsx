// A tooltip that costs nothing until the pointer rests on its button: a conversation opens with a dozen of them.
import { useCallback, useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { Tooltip, type TooltipProps } from '@mantine/core'

/** Milliseconds that the pointer rests before the tooltip shows. */
const delay = 300

interface Hint {
  /** To be rendered beside the button. */
  hint: ReactNode
  /** The same function at every drawing, as `hide` is. */
  onPointerEnter: (event: PointerEvent<HTMLElement>) => void
  /** For leaving and for pressing. */
  hide: () => void
}

export function useHint(label: string, isOff = false, position: TooltipProps['position'] = 'top'): Hint {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return {
    hint: target !== null && !isOff && <Tooltip opened target={target} label={label} position={position} />,
    onPointerEnter: useCallback(({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType !== 'mouse') return
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setTarget(currentTarget), delay)
    }, []),
    hide: useCallback(() => {
      window.clearTimeout(timer.current)
      setTarget(null)
    }, [])
  }
}
